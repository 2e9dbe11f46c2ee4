import sqlTag from 'sql-template-tag';
import { NONE, type Waiting } from './groups.ts';

/** Payments that the bank refused, and since which nothing was paid. */
export const failedPayments: Waiting = ({ zone }) => sqlTag`
  select user_id as key, (max(failed_at) at time zone ${zone})::date as day, user_id as person, max(users.unit) as unit,
    ${NONE.property}, (array_agg(amount order by failed_at desc, failure.created_at desc, failure.id))[1] as amount,
    ${NONE.count}, ${NONE.text}
  from unanswered_failures as failure join users on users.id = user_id group by user_id order by max(failed_at), user_id`;

/** Autopay that charges nothing, with the reason. */
export const pausedAutopay: Waiting = ({ zone }) => sqlTag`
  select user_id as key, (paused_at at time zone ${zone})::date as day, user_id as person, users.unit, ${NONE.property},
    ${NONE.amount}, ${NONE.count}, ${NONE.text}
  from autopay join users on users.id = user_id where paused_at is not null order by paused_at, user_id`;

/**
 * Who has not paid what was due before this day, by the longest. A bill is due on its own day; every other charge on the day that
 * it counts for.
 */
export const late: Waiting = ({ zone, day }) => sqlTag`
  select owed.user_id as key, min(owed.due_on) as day, owed.user_id as person, max(users.unit) as unit, ${NONE.property},
    sum(owed.open) as amount, ${NONE.count}, ${NONE.text}
  from (
    select open_amounts.user_id, open_amounts.open,
      coalesce(bill.due_date, entry.effective_on, (entry.created_at at time zone ${zone})::date) as due_on
    from open_amounts join transactions as entry on entry.id = open_amounts.transaction_id
    left join utility_bills as bill on bill.transaction_id = entry.id
    where open_amounts.open > 0 and open_amounts.amount > 0
  ) as owed join users on users.id = owed.user_id
  where owed.due_on < ${day}::date
  group by owed.user_id order by min(owed.due_on), sum(owed.open) desc, owed.user_id`;
