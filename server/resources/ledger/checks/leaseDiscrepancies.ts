import { LEASE_CHARGE_TYPES } from '../../../../contract/leases/lease.ts';
import { ENTRY_KINDS } from '../../../../contract/ledger/entryKinds.ts';
import type { Sql } from '../../../database/database.ts';
import type { Discrepancy } from './discrepancy.ts';

/** A whole month is charged whole, a part of one by the way that was stored with it. */
export function leaseMonths(sql: Sql): Promise<Discrepancy[]> {
  const types = Object.values(LEASE_CHARGE_TYPES);
  return sql<Discrepancy>`
    select line from (
      select entry.id, 'Entry ' || entry.id || ' of ' || entry.amount || ' posts ' || to_char(posting.month, 'YYYY-MM')
        || ' of lease charge ' || charge.id || ', which comes to ' || due.amount as line
      from lease_postings as posting join transactions as entry on entry.id = posting.transaction_id
      join lease_charges as charge on charge.id = posting.lease_charge_id
      cross join lateral (select
        extract(day from posting.month + interval '1 month' - interval '1 day')::int as days) as whole
      cross join lateral (select case
        when posting.days = whole.days then charge.amount
        when posting.proration = 'actual_days' then round(charge.amount * posting.days / whole.days, 2)
        when posting.proration = 'thirty_day_month' then round(charge.amount * least(posting.days, 30) / 30, 2)
        else round(charge.amount * 12 * posting.days / 365, 2) end as amount) as due
      where entry.amount <> due.amount
      union all
      select entry.id, 'Entry ' || entry.id || ' is a lease’s charge without its month'
      from transactions as entry left join lease_postings as posting on posting.transaction_id = entry.id
      where entry.type = any(${types}::text[]) and entry.created_by is null and entry.reverses is null and posting.month is null
      union all
      select entry.id, 'Entry ' || entry.id || ' is a lease’s credit of no month that was posted'
      from transactions as entry left join lease_corrections as correction on correction.transaction_id = entry.id
      where entry.type = ${ENTRY_KINDS.leaseCredit.type} and entry.reverses is null and correction.month is null
    ) as discrepancies order by id`;
}

/** A fee is for rent of the same person, and of what its rule says: the first one of a month, and each day after it. */
export function lateFees(sql: Sql): Promise<Discrepancy[]> {
  const { type } = ENTRY_KINDS.lateFee;
  return sql<Discrepancy>`
    with charged as (
      select fee.*, entry.amount, entry.user_id, entry.type, rent.user_id as rent_user_id, rule.kind, rule.amount as flat,
        rule.percent, rule.cap, rule.daily_amount, rule.daily_cap,
        row_number() over days as position, sum(entry.amount) over days - first_value(entry.amount) over days as of_days
      from late_fees as fee join transactions as entry on entry.id = fee.transaction_id
      join lease_postings as posting on posting.lease_charge_id = fee.lease_charge_id and posting.month = fee.month
      join transactions as rent on rent.id = posting.transaction_id join late_fee_rules as rule on rule.id = fee.rule_id
      window days as (partition by fee.lease_charge_id, fee.month order by fee.day)
    ), due as (
      select *, case
        when position > 1 then least(daily_amount, daily_cap)
        when kind = 'flat' then flat
        else least(round(unpaid * percent / 100, 2), cap) end as most
      from charged
    )
    select line from (
      select transaction_id as id, 'Entry ' || transaction_id || ' of ' || amount || ' is the late fee of ' || day
        || ' for lease charge ' || lease_charge_id || ', which comes to ' || coalesce(most::text, 'nothing')
        || case when of_days > daily_cap then ' up to ' || daily_cap || ' a month' else '' end as line
      -- The last day of a month's fees may be of what is left up to the most.
      from due where (position = 1 and amount is distinct from most) or amount > coalesce(most, 0) or of_days > daily_cap
      union all
      select transaction_id, 'Entry ' || transaction_id || ' of type ' || type || ' for user ' || user_id
        || ' is a late fee for rent of user ' || rent_user_id
      from due where type <> ${type} or user_id <> rent_user_id
      union all
      select entry.id, 'Entry ' || entry.id || ' is a late fee that nobody charged, without its rent'
      from transactions as entry left join late_fees as fee on fee.transaction_id = entry.id
      where entry.type = ${type} and entry.created_by is null and entry.reverses is null and fee.day is null
    ) as discrepancies order by id`;
}
