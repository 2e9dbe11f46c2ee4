import { setTimeout as pause } from 'node:timers/promises';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import { hasStripeCode, type CardProvider } from './cardProvider.ts';
import { retrieve } from './intents.ts';
import { recordIntent } from './recordIntent.ts';
import { deleteOldEvents, handleMissedEvents } from './webhookEvents.ts';

/** In seconds: the shortest time between two questions to the provider about one user's payment. */
const MIN_SECONDS_BETWEEN_CHECKS = 5;
/** In milliseconds: how long a person waits for the provider's answer; it comes into the ledger anyway. */
const MAX_WAIT = 2500;
/** How many payments one round asks about. */
const BATCH_SIZE = 20;

/** The recurring work of card payments; `stopping` ends a round between two payments. */
export function paymentJobs(provider: CardProvider) {
  return [
    {
      name: 'settle-card-payments',
      everyMinutes: 1,
      // Canceled only after it was asked about: by then it may be paid.
      run: async (stopping: AbortSignal) => {
        await settleDuePayments(provider, stopping);
        await cancelAbandonedCheckouts(provider, stopping);
      },
    },
    { name: 'handle-missed-card-events', everyMinutes: 60, run: () => handleMissedEvents(provider) },
    { name: 'delete-old-card-events', everyMinutes: 60, run: () => deleteOldEvents(provider.database.sql) },
  ];
}

/** Asks the provider about someone's open payment when they look, so that a lost webhook does not keep them waiting. */
export async function settleOwnPayments(provider: CardProvider, userId: number): Promise<void> {
  const due = sqlTag`user_id = ${userId} and asked_at < now() - make_interval(secs => ${MIN_SECONDS_BETWEEN_CHECKS})`;
  const settled = forEachOpen(provider, due, settle).catch((error: unknown) => {
    provider.log.warn(error, 'could not ask about payments');
  });
  await Promise.race([settled, pause(MAX_WAIT, undefined, { ref: false })]);
}

/** Asks the provider about payments that are due: often while one is young, ever more seldom as it ages. */
export async function settleDuePayments(provider: CardProvider, stopping?: AbortSignal): Promise<void> {
  const due = sqlTag`
    asked_at < now() - least(greatest(interval '1 minute', (now() - created_at) / 4), interval '1 day')`;
  await forEachOpen(provider, due, settle, stopping);
}

/**
 * Cancels abandoned checkouts: opened a day ago, or by a user who owes nothing any more,
 * so that no page left open somewhere can still charge a card for it.
 */
export async function cancelAbandonedCheckouts(
  provider: CardProvider,
  stopping?: AbortSignal,
): Promise<void> {
  const abandoned = sqlTag`
    status in ('requires_payment_method', 'requires_confirmation', 'requires_action') and (
      created_at < now() - interval '1 day'
      or not exists (select 1 from balances where balances.user_id = payment_intents.user_id and balance > 0))`;
  await forEachOpen(provider, abandoned, cancel, stopping);
}

interface OpenIntent {
  id: string;
  stripe_id: string;
}

/** Several processes may run this at once: each claims due rows that no other has locked. */
async function forEachOpen(
  provider: CardProvider,
  due: Part,
  work: (provider: CardProvider, open: OpenIntent) => Promise<void>,
  stopping?: AbortSignal,
): Promise<void> {
  const claimed = await provider.database.sql<OpenIntent>`
    update payment_intents set asked_at = now() where id in (
      select id from payment_intents
      -- Also payments that are in the ledger already, while their card is unknown.
      where status <> 'canceled' and paid_at is null and stripe_id is not null and ${due}
      order by asked_at limit ${BATCH_SIZE} for update skip locked)
    returning id, stripe_id`;
  for (const open of claimed) {
    if (stopping?.aborted) return;
    // One that the provider cannot be asked about must not keep the others waiting; it is due again later.
    await work(provider, open).catch((error: unknown) => {
      provider.log.warn(error, 'could not ask about a payment');
    });
  }
}

async function cancel(provider: CardProvider, open: OpenIntent): Promise<void> {
  try {
    const canceled = await provider.stripe.paymentIntents.cancel(open.stripe_id, {
      cancellation_reason: 'abandoned',
    });
    await provider.database.transaction((sql) => recordIntent(sql, canceled, provider.log));
  } catch (error) {
    // Paid in this very moment, or not known to the provider.
    if (!hasStripeCode(error, 'payment_intent_unexpected_state') && !hasStripeCode(error, 'resource_missing'))
      throw error;
    await settle(provider, open);
  }
}

async function settle(provider: CardProvider, { id, stripe_id }: OpenIntent): Promise<void> {
  const { database } = provider;
  const intent = await retrieve(provider, stripe_id);
  if (intent) {
    await database.transaction((sql) => recordIntent(sql, intent, provider.log));
    return;
  }
  await database.sql`
    update payment_intents set status = 'canceled' where id = ${id} and status <> 'succeeded'`;
}
