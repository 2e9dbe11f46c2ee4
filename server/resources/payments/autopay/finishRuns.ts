import { toCents } from '../../../../contract/values/money.ts';
import type { Sql } from '../../../database/database.ts';
import { endIntent } from '../cancelCheckout.ts';
import type { CardProvider } from '../cardProvider.ts';
import { findIntent } from '../readIntent.ts';
import { amountNow } from './amountNow.ts';
import { dropRun, sendRun, type SentRun } from './sendRun.ts';

/** Whoever claimed a try is given this long to finish it, in seconds. */
const OWN_TIME = 60;
/** For how long the provider surely knows an idempotency key, in hours. https://docs.stripe.com/api/idempotent_requests */
const KEY_LASTS = 23;
/** The most tries that one run of the job finishes. */
const BATCH = 100;

interface Unfinished extends Omit<SentRun, 'cents'> {
  user_id: number;
  setup_id: string;
  period: string;
  /** The lease whose account it pays; null where it is the person's own. */
  lease_id: number | null;
  amount: number;
  stripe_id: string | null;
  /** Seconds since the epoch. */
  claimed: number;
  /** Whether it may still be sent: not stopped meanwhile, nor too long ago. */
  sendable: boolean;
}

/** Finishes the tries that a process claimed and left, by asking the provider what was made of them. */
export async function finishRuns(provider: CardProvider, stopping?: AbortSignal): Promise<void> {
  const left = await provider.database.sql<Unfinished>`
    select payment.id as payment_id, payment.stripe_id, payment.lease_id, run.user_id, run.setup_id, run.period::text as period,
      run.amount, setup.payment_method, setup.method as kind,
      customer.stripe_id as customer, extract(epoch from run.claimed_at)::float8 as claimed,
      (autopay.user_id is not null and autopay.paused_reason is null and users.is_current_user
        and run.claimed_at > now() - make_interval(hours => ${KEY_LASTS})) as sendable
    from autopay_runs as run join payment_intents as payment on payment.id = run.payment_intent_id
    join autopay_setups as setup on setup.id = run.setup_id
    join stripe_customers as customer on customer.user_id = run.user_id
    join users on users.id = run.user_id
    left join autopay on autopay.user_id = run.user_id and autopay.setup_id = run.setup_id
    where run.outcome is null and run.claimed_at < now() - make_interval(secs => ${OWN_TIME})
    order by run.claimed_at limit ${BATCH}`;
  for (const run of left) {
    if (stopping?.aborted) return;
    // One failure must not stop the others; it is looked at again by the next run of the job.
    await finish(provider, run).catch((error: unknown) => {
      provider.log.warn(error, 'could not finish a charge of autopay');
    });
  }
}

async function finish(provider: CardProvider, run: Unfinished): Promise<void> {
  const known = run.stripe_id ?? (await findIntent(provider, { ...run, since: run.claimed }));
  if (known !== undefined) {
    if (!(await endIntent(provider, known))) await dropRun(provider, run.payment_id, 'abandoned');
    return;
  }
  const cents = toCents(run.amount);
  const due = run.sendable ? await provider.database.transaction((sql) => readDue(sql, run)) : undefined;
  if (due !== undefined && due >= cents) await sendRun(provider, { ...run, cents });
  // What is left of it is charged by the next try, under another key.
  else await dropRun(provider, run.payment_id, due === 0 ? 'canceled' : 'abandoned');
}

/**
 * What a try would charge now, in cents, 0 where nothing is due any more: since it was claimed, it may have been paid otherwise, and the
 * limit may be lower. Undefined where it would pay another account, or nothing of what is due.
 */
async function readDue(
  sql: Sql,
  { user_id, setup_id, period, lease_id }: Unfinished,
): Promise<number | undefined> {
  const [autopay] = await sql<{ max_amount: number }>`
    select max_amount from autopay where user_id = ${user_id} and setup_id = ${setup_id} for update`;
  if (!autopay) return undefined;
  const asked = { user_id, period, of_home: lease_id !== null, max_amount: autopay.max_amount };
  const { account, cents, refused } = await amountNow(sql, asked);
  if ((account.lease_id ?? null) !== lease_id) return undefined;
  if (refused === 'nothing_due') return 0;
  return refused ? undefined : cents;
}
