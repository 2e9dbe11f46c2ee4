import sqlTag from 'sql-template-tag';
import type { NewLease } from '../../../contract/lease.ts';
import { addMonths, monthName, monthOf } from '../../../contract/leaseSchedule.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError } from '../../http/apiError.ts';

/**
 * The days of units for which rent was posted and not reversed, and to whom, as a query. They are those of the posting: a
 * lease that ended later leaves them posted.
 */
export const postedRent = sqlTag`
  select leases.unit_id, entry.user_id, days.first_day, days.first_day + posting.days - 1 as last_day
  from lease_postings as posting
  join lease_charges as charge on charge.id = posting.lease_charge_id and charge.kind = 'rent'
  join leases on leases.id = charge.lease_id
  join transactions as entry on entry.id = posting.transaction_id
  cross join lateral (select greatest(leases.starts, posting.month) as first_day) as days
  where not exists (select from transactions as later where later.reverses = entry.id)`;

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

interface NewRent extends Pick<NewLease, 'unit_id' | 'starts' | 'tenant_ids'> {
  ends: string | null;
  from_month: string;
}

/**
 * A month is posted whole before a lease ends within it; the tenants' next lease of the unit may not charge its days again.
 * @throws {ApiError} 409 `already_posted` at the field of the first month
 */
export async function refusePostedRent(sql: Sql, rent: NewRent, field: string): Promise<void> {
  const [posted] = await sql<{ last_day: string | null }>`
    select max(last_day)::text as last_day from (${postedRent}) as posted
    where unit_id = ${rent.unit_id} and user_id = any(${rent.tenant_ids}::int[])
      and last_day >= greatest(${rent.starts}::date, ${rent.from_month}::date)
      and first_day <= coalesce(${rent.ends}::date, 'infinity')`;
  const last = posted?.last_day;
  if (!last) return;
  const next = monthName(addMonths(monthOf(last), 1));
  const message = `Rent of this unit is posted up to ${days.format(new Date(last))}. Choose ${next} or a later month.`;
  throw new ApiError(409, message, { code: 'already_posted', fields: { [field]: message } });
}
