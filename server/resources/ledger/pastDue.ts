import sqlTag, { type Sql as Part } from 'sql-template-tag';

/**
 * Who has not paid what was due before a day, as a query of `user_id`, `since` and `amount`. A bill is due on its own day; every other
 * charge on the day that it counts for.
 */
export const pastDueBefore = ({ day, zone }: { day: string; zone: string }): Part => sqlTag`
  select owed.user_id, min(owed.due_on) as since, sum(owed.open) as amount
  from (
    select open_amounts.user_id, open_amounts.open,
      coalesce(bill.due_date, entry.effective_on, (entry.created_at at time zone ${zone})::date) as due_on
    from open_amounts join transactions as entry on entry.id = open_amounts.transaction_id
    left join utility_bills as bill on bill.transaction_id = entry.id
    where open_amounts.open > 0 and open_amounts.amount > 0
  ) as owed
  where owed.due_on < ${day}::date
  group by owed.user_id`;
