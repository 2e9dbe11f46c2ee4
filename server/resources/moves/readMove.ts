import sqlTag from 'sql-template-tag';
import { MOST_LAST_CHARGES, type Move } from '../../../contract/moves/move.ts';
import type { User } from '../../../contract/users/user.ts';
import { tenantSeesLease } from '../../auth/visibleRecords.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError } from '../../http/apiError.ts';

const inspectionOf = (kind: string) => sqlTag`(
  select id from inspections where lease_id = leases.id and kind = ${kind} and finalized_at is not null
  order by day desc, id limit 1)`;

/** The latest charges that are open, or count for the last day or a later one; an entry that was taken back is none. */
const lastCharges = (zone: string) => sqlTag`(
  select coalesce(json_agg(json_build_object('id', id, 'day', day, 'description', description, 'amount', amount, 'open', open)
    order by day, id), '[]')
  from (
    select entry.id, day::text as day, entry.description, entry.amount, open_amounts.open
    from transactions as entry join open_amounts on open_amounts.transaction_id = entry.id
    cross join lateral (
      select coalesce(entry.effective_on, (entry.created_at at time zone ${zone})::date) as day
    ) as counting
    where entry.lease_id = leases.id and entry.amount > 0 and leases.ends is not null and entry.reverses is null
      and (open_amounts.open > 0 or day >= leases.ends)
      and not exists (select from transactions as later where later.reverses = entry.id)
    order by day desc, entry.id desc limit ${MOST_LAST_CHARGES}
  ) as latest)`;

/** @throws {ApiError} 404 for a lease that is not there, or that a resident is no tenant of */
export async function readMove(
  sql: Sql,
  user: User,
  { id, zone }: { id: number; zone: string },
): Promise<Move> {
  const seen = user.is_manager ? sqlTag`true` : tenantSeesLease(user);
  const whose = user.is_manager ? sqlTag`true` : sqlTag`autopay.user_id = ${user.id}`;
  const [move] = await sql<Move>`
    select leases.id as lease_id, leases.unit_id, leases.starts::text as starts, leases.ends::text as ends,
      tenant.tenants, tenant.with_account, tenant.living_there,
      greatest(coalesce(leases.deposit_required, 0) - coalesce(deposit.received, 0), 0) as deposit_missing,
      (select open_amounts.open from lease_postings as posting
        join lease_charges as charge on charge.id = posting.lease_charge_id and charge.kind = 'rent'
        join open_amounts on open_amounts.transaction_id = posting.transaction_id
        where charge.lease_id = leases.id order by posting.month limit 1) as first_rent_open,
      ${inspectionOf('Move-in')} as move_in_inspection, ${inspectionOf('Move-out')} as move_out_inspection,
      (select json_build_object('there', count(*), 'read_in', count(*) filter (where last_read >= leases.starts - 1),
          'read_out', count(*) filter (where last_read >= leases.ends - 1))
        from meters cross join lateral (
          select max(read_on) as last_read from meter_readings where meter_id = meters.id and kind in ('installed', 'read')
        ) as reading where meters.unit_id = leases.unit_id and removed_on is null) as meters,
      ${isoTimestamp(sqlTag`move.keys_handed_over_at`)} as keys_handed_over_at,
      ${isoTimestamp(sqlTag`move.keys_returned_at`)} as keys_returned_at, move.forwarding_address,
      coalesce((select sum(amount) from transactions where lease_id = leases.id), 0) as owed,
      coalesce(deposit.held, 0) as deposit_held, ${lastCharges(zone)} as last_charges,
      exists (select from autopay join lease_tenants as payer on payer.user_id = autopay.user_id
        where payer.lease_id = leases.id and ${whose}) as autopay
    from leases left join lease_moves as move on move.lease_id = leases.id
    cross join lateral (
      select count(*)::int as tenants, count(*) filter (where users.has_password)::int as with_account,
        count(*) filter (where users.is_current_user and users.unit is not distinct from leases.unit_id)::int as living_there
      from lease_tenants join users on users.id = lease_tenants.user_id where lease_tenants.lease_id = leases.id
    ) as tenant
    cross join lateral (
      select sum(entry.amount) as held,
        sum(entry.amount) filter (where coalesce(earlier.kind, entry.kind) = 'Received') as received
      from deposit_entries as entry left join deposit_entries as earlier on earlier.id = entry.reverses
      where entry.lease_id = leases.id
    ) as deposit
    where leases.id = ${id} and ${seen}`;
  if (!move) throw new ApiError(404, 'This lease is not there any more.');
  return move;
}
