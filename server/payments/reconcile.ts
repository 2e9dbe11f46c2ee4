import { setTimeout as pause } from 'node:timers/promises';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { Cards } from './cards.ts';
import { catchUp, forgetOldEvents } from './events.ts';
import { retrieve } from './intents.ts';
import { recordIntent } from './record.ts';

/** In seconds: how often a person's reading may ask the provider about their payment. */
const BETWEEN_READS = 5;
/** In milliseconds: how long a reading waits for the provider's answer; it comes into the ledger anyway. */
const LONGEST_WAIT = 2500;
const ONE_MINUTE = 60_000;
const ROUNDS_AN_HOUR = 60;
/** How many intents one round asks about. */
const MOST_AT_ONCE = 20;

/** Asks about someone's open payment before they read, so that a lost webhook does not keep them waiting. */
export async function askAboutOwn(cards: Cards, userId: number): Promise<void> {
  const asked = askAbout(
    cards,
    sqlTag`user_id = ${userId} and asked_at < now() - make_interval(secs => ${BETWEEN_READS})`,
  );
  await Promise.race([
    asked.catch((error: unknown) => cards.log.warn(error, 'could not ask about payments')),
    pause(LONGEST_WAIT, undefined, { ref: false }),
  ]);
}

/** Asks about whatever is due: often while a payment is young, ever more seldom as it ages. */
export async function askAboutDue(cards: Cards): Promise<void> {
  await askAbout(
    cards,
    sqlTag`asked_at < now() - least(greatest(interval '1 minute', (now() - created_at) / 4), interval '1 day')`,
  );
}

/** Several processes may ask at once: each claims rows that no other holds, and by asking they are not due any more. */
async function askAbout(cards: Cards, due: Part): Promise<void> {
  const { database } = cards;
  const claimed = await database.sql<{ id: string; stripe_id: string }>`
    update payment_intents set asked_at = now() where id in (
      select id from payment_intents
      -- Also what is in the ledger already, while its card is not known.
      where status <> 'canceled' and paid_at is null and stripe_id is not null and ${due}
      order by asked_at limit ${MOST_AT_ONCE} for update skip locked)
    returning id, stripe_id`;
  for (const { id, stripe_id } of claimed) {
    // One that cannot be asked about must not keep the others waiting; it is due again later.
    await askAboutOne(cards, id, stripe_id).catch((error: unknown) => {
      cards.log.warn(error, 'could not ask about a payment');
    });
  }
}

async function askAboutOne(cards: Cards, id: string, stripe_id: string): Promise<void> {
  const { database } = cards;
  const intent = await retrieve(cards, stripe_id);
  if (intent) {
    await database.transaction((sql) => recordIntent(sql, intent));
    return;
  }
  await database.sql`
    update payment_intents set status = 'canceled' where id = ${id} and status <> 'succeeded'`;
}

/** Asks every minute about open payments, and every hour about missed refunds and disputes. Answers how to end it. */
export function keepAsking(cards: Cards): () => void {
  let round = 0;
  let running = false;
  async function ask(): Promise<void> {
    await askAboutDue(cards);
    if (round++ % ROUNDS_AN_HOUR > 0) return;
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
