import sqlTag from 'sql-template-tag';
import type { NewLease } from '../../../contract/leases/lease.ts';
import { addMonths, dayText, monthName, monthOf } from '../../../contract/values/calendar.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';

/**
 * The days of units for which rent was posted and neither reversed nor credited, and to whom, as a query.
 */
export const postedRent = sqlTag`
  select leases.unit_id, entry.user_id, days.first_day, days.first_day + coalesce(corrected.days, posting.days) - 1 as last_day
  from lease_postings as posting
  join lease_charges as charge on charge.id = posting.lease_charge_id and charge.kind = 'rent'
  join leases on leases.id = charge.lease_id
  join transactions as entry on entry.id = posting.transaction_id
  left join lateral (
    select correction.days from lease_corrections as correction
    where correction.lease_charge_id = posting.lease_charge_id and correction.month = posting.month
      and not exists (select from transactions as later where later.reverses = correction.transaction_id)
    order by correction.transaction_id desc limit 1) as corrected on true
  cross join lateral (select greatest(leases.starts, posting.month) as first_day) as days
  where not exists (select from transactions as later where later.reverses = entry.id)`;

interface NewRent extends Pick<NewLease, 'unit_id' | 'starts' | 'tenant_ids'> {
  ends: string | null;
  from_month: string;
  /** Where it is said that the month is posted already. */
  field: string;
}

/**
 * A month is posted whole before a lease ends within it; the tenants' next lease of the unit may not charge its days again.
 * @throws {ApiError} 409 `already_posted` at the field of the first month
 */
export async function refusePostedRent(sql: Sql, rents: readonly NewRent[]): Promise<void> {
  const [wrong] = await sql<{ field: string; last_day: string }>`
    select rent.field, max(posted.last_day)::text as last_day
    from jsonb_to_recordset(${rents}::jsonb)
      as rent(unit_id int, starts date, ends date, tenant_ids int[], from_month date, field text)
    join (${postedRent}) as posted on posted.unit_id = rent.unit_id and posted.user_id = any(rent.tenant_ids)
      and posted.last_day >= greatest(rent.starts, rent.from_month)
      and posted.first_day <= coalesce(rent.ends, 'infinity')
    group by rent.unit_id, rent.starts, rent.field limit 1`;
  if (!wrong) return;
  const { field, last_day } = wrong;
  const next = monthName(addMonths(monthOf(last_day), 1));
  const message = `Rent of this unit is posted up to ${dayText(last_day)}. Choose ${next} or a later month.`;
  throw new ApiError(409, message, { code: 'already_posted', fields: { [field]: message } });
}
