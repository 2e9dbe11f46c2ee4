import type Stripe from 'stripe';
import type { Sql } from '../../database/database.ts';
import { providerError, type CardProvider } from './cardProvider.ts';
import { readSetup, recordSetup } from './autopay/setups.ts';
import { readIntent } from './readIntent.ts';
import { recordIntent } from './recordIntent.ts';
import { recordDispute, recordRefund } from './refundsAndDisputes.ts';

/** Records an event’s effect. Returns whether it belongs to a payment of this program. */
type RecordEvent = (sql: Sql) => Promise<boolean>;

/**
 * Handles one event of the provider. Its effect and its id commit together, so that it is applied once. Events of
 * other types are ignored.
 */
export async function handleEvent(provider: CardProvider, event: Stripe.Event): Promise<void> {
  const handled = await provider.database.sql`select 1 from stripe_events where id = ${event.id}`;
  if (handled.length > 0) return;
  const record = await recorderOf(provider, event);
  if (!record) return;
  await provider.database.transaction(async (sql) => {
    const [inserted] = await sql`
      insert into stripe_events (id, type) values (${event.id}, ${event.type})
      on conflict do nothing returning id`;
    if (!inserted) return;
    const ours = await record(sql);
    // Not an error, since other programs may use the same Stripe account.
    if (!ours) provider.log.warn({ event: event.id, type: event.type }, 'a card event about nothing of ours');
  });
}

async function recorderOf(provider: CardProvider, event: Stripe.Event): Promise<RecordEvent | undefined> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.requires_action':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const intent = await currentIntent(provider, event.data.object);
      return (sql) => recordIntent(sql, intent, provider);
    }
    case 'setup_intent.succeeded': {
      // The event has only the method's id.
      const setup = await readSetup(provider, event.data.object.id);
      return setup && ((sql) => recordSetup(sql, setup));
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const refund = event.data.object;
      return (sql) => recordRefund(sql, refund);
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed': {
      const dispute = event.data.object;
      return (sql) => recordDispute(sql, dispute);
    }
    default:
      return undefined;
  }
}

/** The intent's current state with its card; the state in the event if the provider cannot be reached. */
async function currentIntent(
  provider: CardProvider,
  reported: Stripe.PaymentIntent,
): Promise<Stripe.PaymentIntent> {
  try {
    return (await readIntent(provider, reported.id, { maxNetworkRetries: 0 })) ?? reported;
  } catch (error) {
    // Whether a debit failed is not in the event, nor whether it was a debit. The provider sends it again.
    if (reported.payment_method_types.includes('us_bank_account')) throw providerError(provider, error);
    provider.log.warn(error, 'could not ask about a payment that an event tells of');
    return reported;
  }
}

/** How far back the provider lists its events, in days. */
const LISTED_DAYS = 30;

/** Handles the refunds and disputes whose events never arrived. */
export async function handleMissedEvents(provider: CardProvider): Promise<void> {
  const events = provider.stripe.events.list({
    types: [
      'refund.created',
      'refund.updated',
      'refund.failed',
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
    ],
    created: { gte: Math.floor(Date.now() / 1000) - LISTED_DAYS * 24 * 60 * 60 },
    limit: 100,
  });
  for await (const event of events) await handleEvent(provider, event);
}

/** Deletes the ids of events that the provider will not send again. */
export async function deleteOldEvents(sql: Sql): Promise<void> {
  await sql`delete from stripe_events where received_at < now() - make_interval(days => ${3 * LISTED_DAYS})`;
}
