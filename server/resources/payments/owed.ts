import { askedShare } from '../../../contract/leases/ownShares.ts';
import { SMALLEST_CHARGE } from '../../../contract/payments/autopay.ts';
import type { Owed } from '../../../contract/payments/owed.ts';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { Sql } from '../../database/database.ts';
import { readPaymentPolicy } from '../ledger/paymentPolicy.ts';
import { readOwnShares } from '../ledger/home/ownShares.ts';
import { readLeaseAccount, readSharedAccount, type Account } from '../ledger/home/sharedLease.ts';

/** What is owed in an account, in cents, what of it the bank is processing, and what may be paid of it. */
export type OwedInAccount = Owed & { account: Account };

/**
 * What somebody may pay: what they owe themselves, or, where nothing of that is left to pay or no card can pay so little, what the
 * lease owes that they rent by and are not billed for.
 */
export async function readOwed(sql: Sql, userId: number): Promise<OwedInAccount> {
  const own = await readOwedIn(sql, { user_id: userId, unit_id: null });
  if (own.balance - own.processing >= SMALLEST_CHARGE) return own;
  const ofHome = await readOwedOfHome(sql, userId);
  if (!ofHome) return own;
  return own.balance > 0 && ofHome.balance <= 0 ? own : ofHome;
}

/** What the lease owes that somebody rents by and is not billed for; undefined where there is none. */
export async function readOwedOfHome(sql: Sql, userId: number): Promise<OwedInAccount | undefined> {
  const shared = await readSharedAccount(sql, userId);
  return shared && readOwedIn(sql, shared);
}

/** The same of the account that a payment was started for. */
export async function readOwedOfPayment(
  sql: Sql,
  { user_id, lease_id }: { user_id: number; lease_id: number | null },
): Promise<OwedInAccount> {
  return readOwedIn(
    sql,
    lease_id === null ? { user_id, unit_id: null } : await readLeaseAccount(sql, lease_id, user_id),
  );
}

async function readOwedIn(sql: Sql, account: Account): Promise<OwedInAccount> {
  const { user_id, lease_id = null, paid_by: payer = user_id } = account;
  const [row] = await sql<{
    balance: number;
    processing: number;
    own_processing: number;
    rent: number;
    open: number;
    shared: number[];
  }>`
    with charges as (
      select entry.type, entry.lease_id, open_amounts.open
      from open_amounts join transactions as entry on entry.id = open_amounts.transaction_id
      where open_amounts.user_id = ${user_id} and open_amounts.open > 0 and open_amounts.amount > 0
        and (${lease_id}::int is null or entry.lease_id = ${lease_id})
    )
    select coalesce((select balance from balances where user_id = ${user_id}), 0) as balance,
      coalesce(paying.amount, 0) as processing, coalesce(paying.own, 0) as own_processing,
      coalesce((select sum(open) from charges where type = ${ENTRY_KINDS.rent.type}), 0) as rent,
      coalesce((select sum(open) from charges), 0) as open,
      coalesce((select array_agg(leases.id) from leases join lease_tenants as first on first.lease_id = leases.id
        where first.user_id = ${user_id} and first.position = 1 and shares_in is not null
          and (${lease_id}::int is null or leases.id = ${lease_id})), '{}') as shared
    from (
      select sum(amount) as amount, sum(amount) filter (where paying.user_id = ${payer}) as own
      from payment_intents as paying
      -- And what autopay of somebody else is charging just now.
      where (processing_since is not null or (paying.user_id <> ${payer} and exists (
          select from autopay_runs as run where run.payment_intent_id = paying.id and run.outcome is null)))
        and ((user_id = ${user_id} and lease_id is null) or lease_id in (
          select lease_id from lease_tenants where user_id = ${user_id} and position = 1))
    ) as paying`;
  const shares = await readOwnShares(sql, row?.shared ?? [], payer);
  return {
    account,
    share: askedShare([...shares.values()]),
    balance: toCents((lease_id === null ? row?.balance : row?.open) ?? 0),
    open: toCents(row?.open ?? 0),
    processing: toCents(row?.processing ?? 0),
    ownProcessing: toCents(row?.own_processing ?? 0),
    openRent: toCents(row?.rent ?? 0),
    policy: await readPaymentPolicy(sql, user_id),
  };
}
