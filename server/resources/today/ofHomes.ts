import sqlTag from 'sql-template-tag';
import { ENDING_DAYS, POSTING_DAYS } from '../../../contract/today/today.ts';
import { addDays, daysIn, monthOf } from '../../../contract/values/calendar.ts';
import { NONE, type Waiting } from './groups.ts';

const isLivedIn = sqlTag`exists (select from users where users.unit = units.id and users.is_current_user)`;

/** Leases that end soon, where the unit has none that begins after. */
export const endingLeases: Waiting = ({ day }) => sqlTag`
  select leases.id as key, leases.ends as day,
    (select user_id from lease_tenants where lease_id = leases.id order by position limit 1) as person,
    leases.unit_id as unit, ${NONE.property}, ${NONE.amount}, ${NONE.count}, ${NONE.text}
  from leases
  where leases.ends between ${day}::date and ${addDays(day, ENDING_DAYS)}::date
    and not exists (select from leases as next where next.unit_id = leases.unit_id and next.starts > leases.ends)
  order by leases.ends, leases.id`;

/** The homes of each property that nobody lives in, and no lease is for. */
export const vacantHomes: Waiting = ({ day }) => sqlTag`
  select property_id as key, null::date as day, ${NONE.person}, case when count(*) = 1 then max(units.id) end as unit,
    property_id as property, ${NONE.amount}, count(*)::integer as count, ${NONE.text}
  from units
  where not ${isLivedIn} and not exists (
    select from leases where leases.unit_id = units.id and coalesce(leases.ends, 'infinity') >= ${day}::date)
  group by property_id order by property_id`;

/** What residents read at their meters, when they were asked, and no manager has answered. */
export const sentReadings: Waiting = ({ zone }) => sqlTag`
  select sent.id as key, (sent.created_at at time zone ${zone})::date as day, sent.created_by as person, meter.unit_id as unit,
    ${NONE.property}, ${NONE.amount}, ${NONE.count}, meter.serial_number || ': ' || sent.value as text
  from sent_readings as sent join meters as meter on meter.id = sent.meter_id
  where sent.approved is null and meter.removed_on is null and not exists (
    select from meter_readings where meter_id = meter.id and kind in ('read', 'removed') and created_at >= sent.asked_at)
  order by sent.id`;

/** The homes of each property whose meters were not read this month, where utilities are billed. */
export const unreadMeters: Waiting = ({ day }) => sqlTag`
  select property_id as key, null::date as day, ${NONE.person}, case when count(*) = 1 then max(units.id) end as unit,
    property_id as property, ${NONE.amount}, count(*)::integer as count, ${NONE.text}
  from units
  where ${isLivedIn}
    and (exists (select from (
      select rate_water + rate_electric + rate_gas as rate from utility_rates order by effective_at desc, id desc limit 1) as latest
      where rate > 0) or exists (select from utility_tariffs where valid_from <= ${day}::date))
    and not exists (select from utility_bills as bill
      where bill.unit_id = units.id and bill.month = ${monthOf(day)}::date and bill.reversed_by is null)
  group by property_id order by property_id`;

/** A day on which rent may be posted, with the due days of charges that fall on it: the last one of a month has those beyond it. */
function dueOn(day: string) {
  const month = monthOf(day);
  const number = Number(day.slice(8));
  return { day, month, first: number, last: number === daysIn(month) ? 31 : number };
}

/** The days on which rent is posted soon, with how many leases it is of and how much. */
export const rentToPost: Waiting = ({ day }) => {
  const days = Array.from({ length: POSTING_DAYS + 1 }, (_, ahead) => dueOn(addDays(day, ahead)));
  return sqlTag`
  select to_char(due.day, 'YYYYMMDD')::integer as key, due.day, ${NONE.person}, ${NONE.unit}, ${NONE.property},
    sum(charge.amount) as amount, count(distinct leases.id)::integer as count, ${NONE.text}
  from jsonb_to_recordset(${days}::jsonb) as due (day date, month date, first integer, last integer)
  join lease_charges as charge on charge.kind = 'rent' and charge.due_day between due.first and due.last
    and due.month between charge.from_month and coalesce(charge.to_month, 'infinity')
  join leases on leases.id = charge.lease_id and not leases.paused
    and due.day between leases.starts and coalesce(leases.ends, 'infinity')
  where not exists (select from lease_posting where paused)
    and not exists (select from lease_postings where lease_charge_id = charge.id and month = due.month)
  group by due.day order by due.day`;
};
