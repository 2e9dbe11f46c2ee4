import type { Sql } from '../../../database/database.ts';
import type { Discrepancy } from './discrepancy.ts';

/** The shares of a common meter sum to its cost, and each that is billed is of its entry. */
export function commonShares(sql: Sql): Promise<Discrepancy[]> {
  return sql<Discrepancy>`
    select line from (
      select bill.id, 'The shares of common bill ' || bill.id || ' sum to ' || sums.amount || ', and it costs ' || cost as line
      from common_bills as bill
      cross join lateral (select coalesce(sum(amount), 0) as amount from common_shares where bill_id = bill.id) as sums
      where sums.amount <> cost
      union all
      select bill_id, 'A share of common bill ' || bill_id || ' is ' || share.amount || ', and its entry ' || entry.id
        || ' is of ' || entry.amount
      from common_shares as share join transactions as entry on entry.id = transaction_id
      where entry.amount <> share.amount or entry.unit_id is distinct from share.unit_id
      union all
      select bill_id, 'A share of common bill ' || bill_id || ' is kept as ' || coalesce('reversed by entry ' || reversed_by,
        'not reversed') || ', and its entry is ' || coalesce('reversed by entry ' || later.id, 'not')
      from common_shares as share left join transactions as later on later.reverses = share.transaction_id
      where share.reversed_by is distinct from later.id
    ) as discrepancies order by id`;
}
