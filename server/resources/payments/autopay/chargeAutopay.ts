import { dueOf, ofLimit, type Owed } from '../../../../contract/payments/owed.ts';
import { SMALLEST_CHARGE } from '../../../../contract/payments/autopay.ts';
import { toDollars, dollarText } from '../../../../contract/values/money.ts';
import { zoneOf } from '../../../../contract/values/timeZone.ts';
import type { Sql as Part } from 'sql-template-tag';
import type { Sql } from '../../../database/database.ts';
import { amountNow } from './amountNow.ts';
import { dueRun, type DueRun } from './dueRun.ts';
import { billedLeases, latestRun, ownTimeZone, type Candidate } from './queries.ts';
import { cancelCheckout } from '../cancelCheckout.ts';
import { momentOf, type CardProvider } from '../cardProvider.ts';
import { finishRuns } from './finishRuns.ts';
import { notifyOfUnpaid } from '../notifyOfFailure.ts';
import { readOwedOfHome } from '../owed.ts';
import { sendRun, type SentRun } from './sendRun.ts';

/** How many people are read at once, and how many of them are charged at once. */
const BATCH = 500;
const AT_ONCE = 8;
/** A checkout that was started meanwhile is canceled before the next try. */
const MAX_TRIES = 3;

interface Options {
  /** The community's time zone. */
  zone: string;
  now?: Date;
  /** Ends the work between two charges. */
  stopping?: AbortSignal;
}

/**
 * Charges what is due to whoever's autopay is due on their property's day. A try is charged once, also by several processes and
 * after a kill: its row has a primary key and is claimed before the provider is asked, with an idempotency key of its own, and
 * the next run of this job finishes what a process left. First those are finished.
 */
export async function chargeAutopay(
  provider: CardProvider,
  { zone, now = provider.now ?? new Date(), stopping }: Options,
): Promise<void> {
  await finishRuns(provider, stopping);
  let after = 0;
  for (;;) {
    const batch = await readCandidates(provider.database.sql, after);
    const due = batch.flatMap((candidate) => {
      const run = dueRun(candidate, { zone: zoneOf(candidate.time_zone, zone), now });
      return run ? [{ candidate, run }] : [];
    });
    for (let from = 0; from < due.length; from += AT_ONCE) {
      if (stopping?.aborted) return;
      await Promise.all(due.slice(from, from + AT_ONCE).map((each) => chargeOne(provider, each)));
    }
    const last = batch.at(-1);
    if (batch.length < BATCH || !last) return;
    after = last.user_id;
  }
}

/** Active people whose autopay is on, after a user's id. */
function readCandidates(sql: Sql, after: number): Promise<Candidate[]> {
  return sql<Candidate>`
    select users.id as user_id, autopay.setup_id, autopay.charge_day, autopay.max_amount, autopay.since, ${ownTimeZone},
      ${billedLeases} as leases, ${latestRun} as run
    from autopay join users on users.id = autopay.user_id
    where users.id > ${after} and users.is_current_user and autopay.paused_reason is null
    order by users.id limit ${BATCH}`;
}

interface Due {
  candidate: Candidate;
  run: DueRun;
}

/** Charges one person. A failure is logged, and does not stop the others; what was claimed is finished later. */
async function chargeOne(provider: CardProvider, due: Due): Promise<void> {
  try {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      await cancelCheckout(provider, due.candidate.user_id);
      const claimed = await provider.database.transaction((sql) => claim(sql, due, momentOf(provider)));
      if (claimed === 'checkout') continue;
      if (claimed) await sendRun(provider, claimed);
      return;
    }
    provider.log.warn(
      { user: due.candidate.user_id },
      'autopay waits, since checkouts are started all the time',
    );
  } catch (error) {
    provider.log.warn(error, 'could not charge by autopay');
  }
}

/**
 * Claims a try with its payment, or stores why nothing is charged. Undefined where another process has it, or autopay is not
 * what it was any more; `checkout` where one was started meanwhile.
 */
async function claim(
  sql: Sql,
  { candidate, run }: Due,
  moment: Part,
): Promise<SentRun | 'checkout' | undefined> {
  const { user_id, setup_id } = candidate;
  const [method] = await sql<{
    payment_method: string;
    kind: SentRun['kind'];
    customer: string;
    max_amount: number;
  }>`
    select setup.payment_method, setup.method as kind, customer.stripe_id as customer, autopay.max_amount
    from autopay join users on users.id = autopay.user_id
    join autopay_setups as setup on setup.id = autopay.setup_id
    join stripe_customers as customer on customer.user_id = autopay.user_id
    where autopay.user_id = ${user_id} and autopay.setup_id = ${setup_id} and paused_reason is null and users.is_current_user
      and setup.closed_at is null and autopay.charge_day is not distinct from ${candidate.charge_day}
    for update of autopay`;
  if (!method) return undefined;
  const { period, attempt, today, of_home } = run;
  // Whoever claims one for this person locks the row above first.
  const [taken] = await sql`
    select 1 from autopay_runs where user_id = ${user_id} and (period, attempt) = (${period}::date, ${attempt}::int)`;
  if (taken) return undefined;
  const { account, limit, charged, cents, refused } = await amountNow(sql, {
    ...{ user_id, period, of_home, max_amount: method.max_amount },
  });
  const amount = toDollars(cents);
  if (refused) {
    await sql`
      insert into autopay_runs (user_id, period, attempt, setup_id, ran_on, amount, outcome, claimed_at, ended_at)
      values (${user_id}, ${period}, ${attempt}, ${setup_id}, ${today}, ${amount}, ${refused}, ${moment}, ${moment})`;
    if (refused === 'over_limit') {
      await notifyOfUnpaid(sql, {
        ...{ user_id, amount, autopay: 'over limit' as const, once: `${user_id}:${period}:${attempt}` },
        reason: `${dollarText(amount)} was due, which is more than ${ofLimit(limit, charged)}.`,
      });
    }
    return undefined;
  }
  const [payment] = await sql<{ id: string }>`
    insert into payment_intents (user_id, amount, method, created_at, lease_id)
    values (${user_id}, ${amount}, ${method.kind}, ${moment}, ${account.lease_id ?? null})
    on conflict (user_id) where status not in ('succeeded', 'canceled') do nothing returning id`;
  if (!payment) return 'checkout';
  const follows = account.lease_id === undefined && isAsked(await readOwedOfHome(sql, user_id));
  await sql`
    insert into autopay_runs (user_id, period, attempt, setup_id, payment_intent_id, ran_on, amount, claimed_at, home_follows)
    values (${user_id}, ${period}, ${attempt}, ${setup_id}, ${payment.id}, ${today}, ${amount}, ${moment}, ${follows})`;
  return { ...method, payment_id: payment.id, cents };
}

/** Whether a card can be charged what the home asks for; what is not accepted is told by its own try. */
function isAsked(ofHome: Owed | undefined): boolean {
  return ofHome !== undefined && dueOf(ofHome) >= SMALLEST_CHARGE;
}
