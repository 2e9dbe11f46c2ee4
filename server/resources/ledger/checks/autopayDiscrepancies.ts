import type { Sql } from '../../../database/database.ts';

/**
 * A try that succeeded has a payment of its amount and its person in the ledger, one that failed has none; no month was charged
 * twice, but for what the home asks for beside what one owes oneself, and tries come one after the other.
 */
export function autopayRuns(sql: Sql): Promise<{ line: string }[]> {
  return sql<{ line: string }>`
    with runs as (
      select run.*, 'Try ' || attempt || ' of autopay of user ' || run.user_id || ' for ' || to_char(period, 'YYYY-MM') as name
      from autopay_runs as run
    )
    select line from (
      select runs.user_id, period, attempt, name || ' of ' || runs.amount || ' ended as ' || coalesce(outcome, 'not yet')
        || ', and its payment is of ' || coalesce(paid.amount::text, 'nothing') || ' by user '
        || coalesce(paid.user_id::text, 'nobody') || ', ' || coalesce(paid.status, 'missing')
        || coalesce(' with entry ' || paid.transaction_id, '') as line
      from runs left join payment_intents as paid on paid.id = runs.payment_intent_id
      where (outcome = 'succeeded') <> (paid.transaction_id is not null)
        or (outcome = 'processing') <> (paid.processing_since is not null)
        or paid.user_id <> runs.user_id or paid.amount <> runs.amount
      union all
      select user_id, period, max(attempt), 'Autopay of user ' || user_id || ' charged ' || count(*) || ' times for '
        || to_char(period, 'YYYY-MM')
      from runs where outcome in ('succeeded', 'processing') and not home_follows group by user_id, period having count(*) > 1
      union all
      select user_id, period, attempt, name || ' follows none that failed' from runs
      where attempt > 1 and not exists (
        select from autopay_runs as earlier where (earlier.user_id, earlier.period, earlier.attempt)
            = (runs.user_id, runs.period, runs.attempt - 1)
          and (earlier.outcome in ('declined', 'authentication_required', 'failed', 'abandoned')
            or (earlier.home_follows and earlier.outcome in ('succeeded', 'processing'))))
      union all
      select runs.user_id, period, attempt, name || ' is by a method that another person stored'
      from runs join autopay_setups as setup on setup.id = runs.setup_id where setup.user_id <> runs.user_id
    ) as discrepancies order by user_id, period, attempt`;
}
