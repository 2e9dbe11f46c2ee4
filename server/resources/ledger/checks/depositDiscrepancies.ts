import { ENTRY_KINDS } from '../../../../contract/ledger/entryKinds.ts';
import type { Sql } from '../../../database/database.ts';
import type { Discrepancy } from './discrepancy.ts';

/** Nothing is held below 0, what is taken back is the opposite, and what is applied is credited to the same lease in the ledger. */
export function deposits(sql: Sql): Promise<Discrepancy[]> {
  return sql<Discrepancy>`
    select line from (
      select lease_id as id, 'Of the deposit of lease ' || lease_id || ' is ' || sum(amount) || ' held' as line
      from deposit_entries group by lease_id having sum(amount) < 0
      union all
      select back.id, 'Entry ' || back.id || ' of a deposit takes back ' || -back.amount || ' of ' || earlier.amount
      from deposit_entries as back join deposit_entries as earlier on earlier.id = back.reverses
      where back.amount <> -earlier.amount or back.lease_id <> earlier.lease_id
        or (back.transaction_id is null) <> (earlier.transaction_id is null)
      union all
      select entry.id, 'Entry ' || entry.id || ' of a deposit is credited by entry ' || credit.id || ' of ' || credit.amount
      from deposit_entries as entry join transactions as credit on credit.id = entry.transaction_id
      where credit.amount <> entry.amount or credit.lease_id is distinct from entry.lease_id
      union all
      select credit.id, 'Entry ' || credit.id || ' is paid from no deposit'
      from transactions as credit left join deposit_entries as entry on entry.transaction_id = credit.id
      where credit.type = ${ENTRY_KINDS.depositApplied.type} and entry.id is null
    ) as discrepancies order by id`;
}
