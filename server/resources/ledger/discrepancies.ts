import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import { autopayRuns } from './checks/autopayDiscrepancies.ts';
import type { Database, Sql } from '../../database/database.ts';
import { deposits } from './checks/depositDiscrepancies.ts';
import type { Discrepancy } from './checks/discrepancy.ts';
import { commonShares } from './checks/commonDiscrepancies.ts';
import { billedUsages } from './checks/meterDiscrepancies.ts';
import { billWorkings } from './checks/tariffDiscrepancies.ts';
import { lateFees, leaseMonths } from './checks/leaseDiscrepancies.ts';

/**
 * Compares balances, allocations, reversals, bills, the usage of meters, card payments, the months of leases, late fees, receipt numbers, autopay and
 * deposits with the ledger. Returns one line for each discrepancy. All queries read one snapshot, so that changes meanwhile do not matter.
 */
export async function ledgerDiscrepancies(database: Database): Promise<string[]> {
  return database.transaction(async (sql) => {
    await sql`set transaction isolation level repeatable read, read only`;
    const lines: string[] = [];
    for (const query of [
      balances,
      allocations,
      reversals,
      bills,
      billedUsages,
      billWorkings,
      commonShares,
      cardEntries,
      cardPayments,
      refundsAndDisputes,
      leaseMonths,
      lateFees,
      receiptNumbers,
      autopayRuns,
      deposits,
    ]) {
      lines.push(...(await query(sql)).map(({ line }) => line));
    }
    return lines;
  });
}

function balances(sql: Sql): Promise<Discrepancy[]> {
  return sql<Discrepancy>`
    with sums as (select user_id, sum(amount) as sum from transactions group by user_id)
    select 'The balance of user ' || user_id || ' is kept as ' || coalesce(balance::text, 'nothing')
      || ', and their entries sum to ' || coalesce(sum, 0) as line
    from balances full join sums using (user_id)
    where coalesce(balance, 0) <> coalesce(sum, 0) or (balance is null and sum is not null) order by user_id`;
}

/** What is open of an entry is what its allocations leave, and nobody has both a charge and a credit open. */
function allocations(sql: Sql): Promise<Discrepancy[]> {
  return sql<Discrepancy>`
    with sums as (
      select id, sum(amount) as sum from (
        select credit_id as id, amount from allocations union all select charge_id, amount from allocations
      ) as sides group by id
    ), pairs as (
      select credit_id, charge_id, sum(amount) as sum, bool_or(user_id <> all(array[
        (select user_id from transactions where id = credit_id), (select user_id from transactions where id = charge_id)])
        ) as is_anothers
      from allocations group by credit_id, charge_id
    )
    select line from (
      select entry.id, 'Of entry ' || entry.id || ' of ' || entry.amount || ' is ' || coalesce(kept.open::text, 'nothing')
        || ' kept as open, and its allocations sum to ' || coalesce(sum, 0) as line
      from transactions as entry left join open_amounts as kept on kept.transaction_id = entry.id left join sums using (id)
      where kept.open is distinct from abs(entry.amount) - coalesce(sum, 0)
        or kept.amount <> entry.amount or kept.user_id <> entry.user_id
      union all
      select credit_id, 'Entry ' || credit_id || ' pays ' || sum || ' of entry ' || charge_id || case when is_anothers
        then ', which is another user’s' else '' end
      from pairs join transactions as credit on credit.id = credit_id join transactions as charge on charge.id = charge_id
      where sum < 0 or is_anothers or credit.amount > 0 or charge.amount < 0
      union all
      select min(id), 'User ' || user_id || ' has charges and credits open beside each other'
      from (
        select entry.id, entry.user_id, account, entry.amount
        from open_amounts join transactions as entry on entry.id = transaction_id
        -- What others paid pays their lease alone, what the person paid pays all.
        cross join lateral unnest(case when entry.amount < 0 then array[case when paid_by is not null then lease_id else 0 end]
          else array[0, lease_id] end) as account
        where open > 0
      ) as beside
      where account is not null group by user_id, account having min(amount) < 0 and max(amount) > 0
    ) as discrepancies order by id`;
}

function reversals(sql: Sql): Promise<Discrepancy[]> {
  return sql<Discrepancy>`
    select 'Entry ' || later.id || ' of ' || later.amount || ' for user ' || later.user_id || ' reverses entry '
      || earlier.id || ' of ' || earlier.amount || ' for user ' || earlier.user_id as line
    from transactions as later join transactions as earlier on earlier.id = later.reverses
    where later.amount <> -earlier.amount or later.user_id <> earlier.user_id order by later.id`;
}

function bills(sql: Sql): Promise<Discrepancy[]> {
  return sql<Discrepancy>`
    select line from (
      select bill.id, 'The costs of utility bill ' || bill.id || ' sum to '
        || bill.water_cost + bill.electric_cost + bill.gas_cost || ', and its entry ' || entry.id || ' is of '
        || entry.amount as line
      from utility_bills as bill join transactions as entry on entry.id = bill.transaction_id
      where entry.amount <> bill.water_cost + bill.electric_cost + bill.gas_cost
      union all
      select bill.id, 'A cost of utility bill ' || bill.id || ' is not its usage times its rate'
      from utility_bills as bill
      where working is null and (water_cost <> round(water_usage * rate_water, 2)
        or gas_cost <> round(gas_usage * rate_gas, 2) or electric_cost <> round(electric_usage * rate_electric, 2))
      union all
      select bill.id, 'Utility bill ' || bill.id || ' is for user ' || bill.user_id || ', and its entry '
        || entry.id || ' for user ' || entry.user_id
      from utility_bills as bill join transactions as entry on entry.id = bill.transaction_id
      where entry.user_id <> bill.user_id
      union all
      select bill.id, 'Utility bill ' || bill.id || ' is kept as ' || coalesce('reversed by entry ' || bill.reversed_by,
        'not reversed') || ', and its entry is ' || coalesce('reversed by entry ' || later.id, 'not')
      from utility_bills as bill left join transactions as later on later.reverses = bill.transaction_id
      where bill.reversed_by is distinct from later.id
      union all
      select entry.id, 'Entry ' || entry.id || ' is a utility charge without a bill'
      from transactions as entry left join utility_bills as bill on bill.transaction_id = entry.id
      where entry.type = ${ENTRY_KINDS.utility.type} and entry.reverses is null and bill.id is null
        and not exists (select from common_shares where transaction_id = entry.id)
    ) as discrepancies order by id`;
}

const PROVIDED = [ENTRY_KINDS.cardPayment.type, ENTRY_KINDS.bankPayment.type];

function receiptNumbers(sql: Sql): Promise<Discrepancy[]> {
  return sql<Discrepancy>`
    select 'Entry ' || entry.id || ' has receipt number ' || receipt_number || ', which is of no receipt book of user '
      || coalesce(entry.created_by::text, 'nobody') as line
    from transactions as entry
    where receipt_number is not null and not exists (
      select from receipt_books as book where book.user_id = entry.created_by
        and receipt_number like 'RB-' || book.id || '-__' and right(receipt_number, 2)::int between 1 and book.receipts)
    order by entry.id`;
}

function cardEntries(sql: Sql): Promise<Discrepancy[]> {
  return sql<Discrepancy>`
    select 'Entry ' || entry.id || ' of ' || entry.amount || ' is a ' || lower(entry.type)
      || ' that the provider never reported' as line
    from transactions as entry left join payment_intents as paid on paid.transaction_id = entry.id
    where entry.type = any(${PROVIDED}::text[]) and entry.reverses is null and paid.id is null order by entry.id`;
}

function cardPayments(sql: Sql): Promise<Discrepancy[]> {
  return sql<Discrepancy>`
    select 'Payment ' || coalesce(paid.stripe_id, paid.id::text) || ' of ' || paid.amount || ' by user ' || paid.user_id
      || ' has entry ' || entry.id || ' of ' || entry.amount || ' for user ' || entry.user_id as line
    from payment_intents as paid join transactions as entry on entry.id = paid.transaction_id
    where entry.amount <> -paid.amount or coalesce(entry.paid_by, entry.user_id) <> paid.user_id
      or (entry.paid_by is not null and entry.lease_id is distinct from paid.lease_id) or entry.type <> case
      when paid.method = 'us_bank_account' then ${ENTRY_KINDS.bankPayment.type} else ${ENTRY_KINDS.cardPayment.type} end
    order by entry.id`;
}

function refundsAndDisputes(sql: Sql): Promise<Discrepancy[]> {
  return sql<Discrepancy>`
    select 'The ' || reported.kind || ' ' || reported.stripe_id || ' of ' || reported.amount || ' has '
      || coalesce('entry ' || taken.id || ' of ' || taken.amount, 'no entry')
      || coalesce(' and entry ' || restored.id || ' of ' || restored.amount, '') as line
    from payment_takebacks as reported
    join payment_intents as paid on paid.id = reported.payment_intent_id
    left join transactions as taken on taken.id = reported.taken_id
    left join transactions as restored on restored.id = reported.restored_id
    -- What is taken back of a payment waits for the payment's own entry.
    where (paid.transaction_id is not null or taken.id is not null) and (reported.taken <> (taken.id is not null)
        or (reported.taken and reported.restored) <> (restored.id is not null))
      or taken.amount <> reported.amount or restored.amount <> -reported.amount
      or coalesce(taken.paid_by, taken.user_id) <> paid.user_id
      or coalesce(restored.paid_by, restored.user_id) <> paid.user_id
    order by reported.created_at, reported.stripe_id`;
}
