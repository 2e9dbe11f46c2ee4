import type { OwnShares } from '../../../../contract/leases/ownShares.ts';
import { askedOf, type SharesIn } from '../../../../contract/leases/shares.ts';
import { toCents, toDollars } from '../../../../contract/values/money.ts';
import type { Sql } from '../../../database/database.ts';
import { GIVEN_BACK, PAYMENTS } from '../entries.ts';

interface SharedAccount {
  id: number;
  shares_in: SharesIn;
  tenants: { id: number; share: number; since: string | null }[];
  /** Dollars. */
  charges: { amount: number; open: number; paid: Record<string, number> | null; day: string }[];
  ahead: number;
  credited: number;
  others_processing: number;
}

/** What one is asked for of a lease that has shares, as `askedShare` takes it. */
export interface AskedOfLease {
  shares_in: SharesIn;
  asked: number;
  shares: OwnShares;
}

/** What a tenant is asked for of those of these leases that have shares, by the lease’s id. */
export async function readOwnShares(
  sql: Sql,
  leaseIds: readonly number[],
  tenant: number,
): Promise<Map<number, AskedOfLease>> {
  if (leaseIds.length === 0) return new Map();
  const accounts = await sql<SharedAccount>`
    select leases.id, leases.shares_in,
      (select json_agg(json_build_object('id', tenant.user_id, 'share', coalesce(tenant.share, 0), 'since', tenant.since)
        order by tenant.position) from lease_tenants as tenant where tenant.lease_id = leases.id) as tenants,
      coalesce((
        -- What management credited of a charge is nobody's payment: less is divided. What was given back of a payment is its payer's.
        select json_agg(json_build_object('amount', charge.amount - coalesce(net.credited, 0), 'open', charge.open,
          'day', charge.day, 'paid', net.paid) order by charge.id)
        from (
          select entry.id, entry.amount, kept.open, coalesce(entry.effective_on, (entry.created_at at time zone 'UTC')::date) as day
          from transactions as entry join open_amounts as kept on kept.transaction_id = entry.id
          where entry.lease_id = leases.id and entry.amount > 0 and entry.reverses is null and entry.type <> all(${GIVEN_BACK}::text[])
            and (kept.open > 0 or entry.created_at >= leases.shares_set_at)
        ) as charge
        left join lateral (
          select json_object_agg(payer, amount) filter (where is_payment) as paid,
            sum(amount) filter (where not is_payment) as credited
          from (
            select coalesce(credit.paid_by, credit.user_id) as payer,
              credit.type = any(${PAYMENTS}::text[]) and credit.reverses is null as is_payment, sum(paying.amount) as amount
            from allocations as paying join transactions as credit on credit.id = paying.credit_id
            where paying.charge_id = charge.id group by 1, 2 having sum(paying.amount) > 0
          ) as by_payer
        ) as net on true), '[]') as charges,
      coalesce(ahead.paid, 0) as ahead, coalesce(ahead.credited, 0) as credited,
      coalesce((select sum(amount) from payment_intents as paying
        where processing_since is not null and paying.user_id <> ${tenant} and (paying.lease_id = leases.id
          or (paying.lease_id is null and paying.user_id = first.user_id))), 0) as others_processing
    from leases join lease_tenants as first on first.lease_id = leases.id and first.position = 1
    left join lateral (
      select sum(kept.open) filter (where is_payment and payer = ${tenant}) as paid,
        sum(kept.open) filter (where not is_payment) as credited
      from (
        select entry.id, coalesce(entry.paid_by, entry.user_id) as payer,
          entry.type = any(${PAYMENTS}::text[]) and entry.reverses is null as is_payment
        from transactions as entry where entry.lease_id = leases.id and entry.amount < 0
      ) as credit join open_amounts as kept on kept.transaction_id = credit.id
      where kept.open > 0
    ) as ahead on true
    where leases.id = any(${leaseIds}::int[]) and shares_in is not null`;
  return new Map(accounts.map((account) => [account.id, ownOf(account, tenant)]));
}

function ownOf(
  { tenants, charges, shares_in, ahead, credited, others_processing }: SharedAccount,
  tenant: number,
): AskedOfLease {
  const parts = askedOf(
    tenants,
    charges.map(({ amount, open, paid, day }) => ({
      ...{ cents: toCents(amount), open: toCents(open), day },
      paid: Object.fromEntries(
        Object.entries(paid ?? {}).map(([payer, dollars]) => [payer, toCents(dollars)]),
      ),
    })),
  );
  const own = tenants.findIndex(({ id }) => id === tenant);
  const { asked, whole, total } = parts[own] ?? { asked: 0, whole: 0, total: 0 };
  const open = charges.reduce((cents, charge) => cents + toCents(charge.open), 0);
  return {
    shares_in,
    asked: toDollars(asked),
    shares: {
      of: tenants.map(({ share }) => share),
      own,
      ...{ open: toDollars(open), total: toDollars(total), whole: toDollars(whole) },
      ...{ ahead, credited, others_processing },
    },
  };
}
