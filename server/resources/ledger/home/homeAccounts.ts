import sqlTag from 'sql-template-tag';
import { MOST_HOME_ENTRIES, type HomeAccount } from '../../../../contract/leases/homeAccount.ts';
import { askedOf } from '../../../../contract/leases/shares.ts';
import { toCents } from '../../../../contract/values/money.ts';
import type { Sql } from '../../../database/database.ts';
import { isoTimestamp } from '../../../database/isoTimestamp.ts';
import { PAYMENTS } from '../entries.ts';

/** The account of each of these leases, by the lease’s id, as one of its tenants sees it. */
export async function readHomeAccounts(
  sql: Sql,
  leaseIds: readonly number[],
  tenant: number,
): Promise<Map<number, HomeAccount>> {
  if (leaseIds.length === 0) return new Map();
  const isPayment = sqlTag`(entry.type = any(${PAYMENTS}::text[]) and entry.reverses is null)`;
  const rows = await sql<{ id: number; home: HomeAccount }>`
    select leases.id, json_build_object('billed_to', billed.first_name || ' ' || billed.last_name,
      'owes', coalesce((select sum(kept.open) from open_amounts as kept join transactions as entry on entry.id = kept.transaction_id
        where kept.user_id = billed.id and kept.open > 0 and kept.amount > 0 and entry.lease_id = leases.id), 0),
      'processing', coalesce((select sum(amount) from payment_intents as paying where processing_since is not null
        and (paying.lease_id = leases.id or (paying.user_id = billed.id and paying.lease_id is null))), 0),
      'entries', coalesce((
        select json_agg(json_build_object('id', entry.id, 'amount', entry.amount, 'type', entry.type,
          'description', entry.description, 'created_at', ${isoTimestamp(sqlTag`entry.created_at`)},
          'effective_on', entry.effective_on, 'reversed_by', entry.reversed_by, 'open', entry.open,
          'paid_by', case when ${isPayment} then payer.first_name || ' ' || payer.last_name end,
          'is_own', ${isPayment} and payer.id = ${tenant}, 'payment', paid.stripe_id) order by entry.id desc)
        from (
          select entry.*, kept.open, later.id as reversed_by
          from transactions as entry join open_amounts as kept on kept.transaction_id = entry.id
          left join transactions as later on later.reverses = entry.id
          where entry.lease_id = leases.id order by entry.id desc limit ${MOST_HOME_ENTRIES}
        ) as entry
        join users as payer on payer.id = coalesce(entry.paid_by, entry.user_id)
        left join payment_intents as paid on paid.transaction_id = entry.id and paid.user_id = ${tenant}), '[]')) as home
    from leases join lease_tenants as first on first.lease_id = leases.id and first.position = 1
    join users as billed on billed.id = first.user_id
    where leases.id = any(${leaseIds}::int[])`;
  return new Map(rows.map(({ id, home }) => [id, home]));
}

interface SharedAccount {
  id: number;
  tenants: { id: number; share: number }[];
  /** Dollars. */
  charges: { amount: number; open: number; paid: Record<string, number> | null }[];
}

/** What each tenant is asked for, in whole cents by their id, of those of the leases that have shares, by the lease’s id. */
export async function readAsked(
  sql: Sql,
  leaseIds: readonly number[],
): Promise<Map<number, Map<number, number>>> {
  if (leaseIds.length === 0) return new Map();
  const accounts = await sql<SharedAccount>`
    select leases.id,
      (select json_agg(json_build_object('id', tenant.user_id, 'share', coalesce(tenant.share, 0)) order by tenant.position)
        from lease_tenants as tenant where tenant.lease_id = leases.id) as tenants,
      coalesce((
        select json_agg(json_build_object('amount', entry.amount, 'open', kept.open, 'paid', (
          select json_object_agg(payer, amount) from (
            select coalesce(credit.paid_by, credit.user_id) as payer, sum(paying.amount) as amount
            from allocations as paying join transactions as credit on credit.id = paying.credit_id
            where paying.charge_id = entry.id group by payer having sum(paying.amount) > 0
          ) as net)) order by entry.id)
        from transactions as entry join open_amounts as kept on kept.transaction_id = entry.id
        where entry.lease_id = leases.id and entry.amount > 0 and kept.open > 0), '[]') as charges
    from leases where leases.id = any(${leaseIds}::int[]) and shares_in is not null`;
  return new Map(
    accounts.map(({ id, tenants, charges }) => {
      const asked = askedOf(
        tenants,
        charges.map(({ amount, open, paid }) => ({
          cents: toCents(amount),
          open: toCents(open),
          paid: Object.fromEntries(
            Object.entries(paid ?? {}).map(([payer, dollars]) => [payer, toCents(dollars)]),
          ),
        })),
      );
      return [id, new Map(tenants.map((tenant, index) => [tenant.id, asked[index] ?? 0]))];
    }),
  );
}
