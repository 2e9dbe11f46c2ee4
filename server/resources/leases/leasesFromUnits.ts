import type * as z from 'zod/mini';
import type { LeasesFromUnits } from '../../../contract/leases/lease.ts';
import { monthName, monthOf } from '../../../contract/values/calendar.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { billedFirst, isTenant } from '../ledger/billedTenants.ts';
import { auditNewLeases } from './leaseAudit.ts';
import { findLeases } from './leaseQueries.ts';
import { postedRent } from './postedRent.ts';

/**
 * Begins a lease for each of the units that has tenants, a rent amount and no lease that goes on: since its first tenant
 * was confirmed, with rent from the month on, of that month's days from then on, or after the month of which such days are
 * posted for these tenants already.
 * @throws {ApiError} 409 where none of the units is such
 */
export async function createLeasesFromUnits(
  sql: Sql,
  { author, zone }: { author: number; zone: string },
  { unit_ids, from_month, due_day, proration }: z.output<typeof LeasesFromUnits>,
): Promise<{ message: string }> {
  const today = dayIn(zone, new Date());
  if (from_month < monthOf(today)) {
    throw fieldError(400, 'from_month', `Choose ${monthName(monthOf(today))} or a later month.`);
  }
  // In order, so that two managers who do this at once wait for each other.
  await sql`select from units where id = any(${unit_ids}::int[]) order by id for update`;
  const inserted = await sql<{ id: number; is_later: boolean }>`
    with chosen as materialized (
      select units.id as unit_id, units.rent_amount,
        coalesce(min((users.unit_since at time zone ${zone})::date), ${from_month}::date) as starts,
        array_agg(users.id order by ${billedFirst}) as tenants
      from units join users on users.unit = units.id and ${isTenant}
      where units.id = any(${unit_ids}::int[]) and units.rent_amount > 0
        and not exists (select from leases where unit_id = units.id and (ends is null or ends >= ${today}::date))
      group by units.id
    ), inserted as (
      insert into leases (unit_id, starts, proration, created_by)
      select unit_id,
        -- Not before the end of the lease before.
        greatest(starts, (select max(ends) + 1 from leases where leases.unit_id = chosen.unit_id)), ${proration}, ${author}
      from chosen order by unit_id returning id, unit_id, starts
    ), tenants as (
      insert into lease_tenants (lease_id, user_id, position)
      select inserted.id, tenant.id, tenant.position from inserted join chosen using (unit_id)
        cross join lateral unnest(chosen.tenants) with ordinality as tenant (id, position)
    )
    insert into lease_charges (lease_id, kind, amount, due_day, from_month, created_by)
    select inserted.id, 'rent', chosen.rent_amount, ${due_day}, greatest(${from_month}::date, (
        select (date_trunc('month', max(last_day)) + interval '1 month')::date from (${postedRent}) as posted
        where posted.unit_id = chosen.unit_id and posted.user_id = any(chosen.tenants)
          and posted.last_day >= greatest(inserted.starts, ${from_month}::date)
      )), ${author}
    from inserted join chosen using (unit_id)
    returning lease_id as id, from_month > ${from_month}::date as is_later`;
  if (inserted.length === 0) {
    throw new ApiError(409, 'None of these units has tenants, a rent amount and no lease yet.');
  }
  const leases = await findLeases(
    sql,
    inserted.map(({ id }) => id),
  );
  await auditNewLeases(sql, author, leases);
  const created =
    inserted.length === 1 ? '1 lease created.' : `${inserted.length.toLocaleString('en-US')} leases created.`;
  const isPosted = inserted.some(({ is_later }) => is_later);
  return { message: isPosted ? `${created} Rent that is posted already is not charged again.` : created };
}
