import sqlTag, { type Sql as Part } from 'sql-template-tag';

/**
 * The due day of the oldest charge of a user (`users`) that is not paid whole, as `dueDayOf` of the contract has it: a bill names
 * its due day, and all else counts for its own. Whoever owes nothing (`balances`) is not looked for, who are most of a large community.
 */
export const owedSince = (zone: string): Part => sqlTag`
  case when balances.balance > 0 then (
    select min(coalesce(bill.due_date, entry.effective_on, (entry.created_at at time zone ${zone})::date))
    from open_amounts join transactions as entry on entry.id = open_amounts.transaction_id
    left join utility_bills as bill on bill.transaction_id = entry.id
    where open_amounts.user_id = users.id and open_amounts.open > 0 and open_amounts.amount > 0
  ) end`;
