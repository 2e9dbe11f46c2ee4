import { setTimeout as pause } from 'node:timers/promises';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { isDue } from '../../jobs/jobs.ts';
import { saysCode, type Cards } from './cards.ts';
import { catchUp, forgetOldEvents } from './events.ts';
import { retrieve } from './intents.ts';
import { recordIntent } from './record.ts';

/** In seconds: how often a person's reading may ask the provider about their payment. */
const BETWEEN_READS = 5;
/** In milliseconds: how long a reading waits for the provider's answer; it comes into the ledger anyway. */
const LONGEST_WAIT = 2500;
const ONE_MINUTE = 60_000;
/** How many intents one round asks about. */
const MOST_AT_ONCE = 20;

/**
 * Asks about someone's open payment before they read, so that a lost webhook does not keep them waiting. Answers
 * whether there was one to ask about.
 */
export async function askAboutOwn(cards: Cards, userId: number): Promise<boolean> {
  const asked = askAbout(
    cards,
    sqlTag`user_id = ${userId} and asked_at < now() - make_interval(secs => ${BETWEEN_READS})`,
  );
  return Promise.race([
    asked.catch((error: unknown) => {
      cards.log.warn(error, 'could not ask about payments');
      return true;
    }),
    pause(LONGEST_WAIT, true, { ref: false }),
  ]);
}

/** Asks about whatever is due: often while a payment is young, ever more seldom as it ages. */
export async function askAboutDue(cards: Cards): Promise<void> {
  await askAbout(
    cards,
    sqlTag`asked_at < now() - least(greatest(interval '1 minute', (now() - created_at) / 4), interval '1 day')`,
  );
}

function askAbout(cards: Cards, due: Part): Promise<boolean> {
  return forEachOpen(cards, due, askAboutOne);
}

/**
 * Cancels what nobody is going to pay: a checkout that was opened a day ago, or by someone who owes nothing any more,
 * so that no page left open somewhere can still charge a card for it.
 */
export async function cancelAbandoned(cards: Cards): Promise<void> {
  const abandoned = sqlTag`
    status in ('requires_payment_method', 'requires_confirmation', 'requires_action') and (
      created_at < now() - interval '1 day'
      or not exists (select 1 from balances where balances.user_id = payment_intents.user_id and balance > 0))`;
  await forEachOpen(cards, abandoned, cancelOne);
}

interface Open {
  id: string;
  stripe_id: string;
}

/**
 * Several processes may be at it at once: each claims rows that no other holds, and so they are not due any more.
 * Answers whether there were any.
 */
async function forEachOpen(
  cards: Cards,
  due: Part,
  settle: (cards: Cards, open: Open) => Promise<void>,
): Promise<boolean> {
  const claimed = await cards.database.sql<Open>`
    update payment_intents set asked_at = now() where id in (
      select id from payment_intents
      -- Also what is in the ledger already, while its card is not known.
      where status <> 'canceled' and paid_at is null and stripe_id is not null and ${due}
      order by asked_at limit ${MOST_AT_ONCE} for update skip locked)
    returning id, stripe_id`;
  for (const open of claimed) {
    // One that the provider cannot be asked about must not keep the others waiting; it is due again later.
    await settle(cards, open).catch((error: unknown) => {
      cards.log.warn(error, 'could not ask about a payment');
    });
  }
  return claimed.length > 0;
}

async function cancelOne(cards: Cards, open: Open): Promise<void> {
  try {
    const canceled = await cards.stripe.paymentIntents.cancel(open.stripe_id, {
      cancellation_reason: 'abandoned',
    });
    await cards.database.transaction((sql) => recordIntent(sql, canceled, cards.log));
  } catch (error) {
    // Paid in this very moment, or not known to the provider.
    if (!saysCode(error, 'payment_intent_unexpected_state') && !saysCode(error, 'resource_missing'))
      throw error;
    await askAboutOne(cards, open);
  }
}

async function askAboutOne(cards: Cards, { id, stripe_id }: Open): Promise<void> {
  const { database } = cards;
  const intent = await retrieve(cards, stripe_id);
  if (intent) {
    await database.transaction((sql) => recordIntent(sql, intent, cards.log));
    return;
  }
  await database.sql`
    update payment_intents set status = 'canceled' where id = ${id} and status <> 'succeeded'`;
}

/** Settles open payments every minute, and asks every hour about missed refunds and disputes. Answers how to end it. */
export function keepAsking(cards: Cards): () => void {
  let running = false;
  async function ask(): Promise<void> {
    await askAboutDue(cards);
    await cancelAbandoned(cards);
    if (!(await isDue(cards.database.sql, 'catch up with card events', 60))) return;
    await catchUp(cards);
    await forgetOldEvents(cards.database.sql);
  }
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    ask()
      .catch((error: unknown) => cards.log.warn(error, 'could not ask the card provider'))
      .finally(() => (running = false));
  }, ONE_MINUTE);
  timer.unref();
  return () => clearInterval(timer);
}
