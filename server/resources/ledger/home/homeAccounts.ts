import sqlTag from 'sql-template-tag';
import { MOST_HOME_ENTRIES, type HomeAccount } from '../../../../contract/leases/homeAccount.ts';
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
