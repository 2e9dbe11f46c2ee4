import type Stripe from 'stripe';
import type { Sql } from '../../database/database.ts';
import type { Cards } from './cards.ts';
import { recordDispute, recordIntent, recordRefund } from './record.ts';

type Record = (sql: Sql) => Promise<boolean>;

/**
 * Takes in one of the provider's events: what it tells and its id commit together, so that it counts once. What an
 * event of another kind tells does not concern us.
 */
export async function takeEvent(cards: Cards, event: Stripe.Event): Promise<void> {
  const known = await cards.database.sql`select 1 from stripe_events where id = ${event.id}`;
  if (known.length > 0) return;
  const record = await whatToRecord(cards, event);
  if (!record) return;
  await cards.database.transaction(async (sql) => {
    const [fresh] = await sql`
      insert into stripe_events (id, type) values (${event.id}, ${event.type})
      on conflict do nothing returning id`;
    if (!fresh) return;
    const ours = await record(sql);
    // An account may serve other programs too, so this is worth a line and no more.
    if (!ours) cards.log.warn({ event: event.id, type: event.type }, 'a card event about nothing of ours');
  });
}

async function whatToRecord(cards: Cards, event: Stripe.Event): Promise<Record | undefined> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.requires_action':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const intent = await asItStands(cards, event.data.object);
      return (sql) => recordIntent(sql, intent, cards.log);
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

/** The intent of now rather than of then, and with its card; where the provider cannot be asked, as the event has it. */
async function asItStands(cards: Cards, told: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  try {
    return await cards.stripe.paymentIntents.retrieve(
      told.id,
      { expand: ['latest_charge'] },
      { maxNetworkRetries: 0 },
    );
  } catch (error) {
    cards.log.warn(error, 'could not ask about a payment that an event tells of');
    return told;
  }
}

/** In days: how far back the provider still tells its events. */
const REMEMBERED_DAYS = 30;

/** Takes in the refunds and disputes whose events never arrived. */
export async function catchUp(cards: Cards): Promise<void> {
  const events = cards.stripe.events.list({
    types: [
      'refund.created',
      'refund.updated',
      'refund.failed',
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
    ],
    created: { gte: Math.floor(Date.now() / 1000) - REMEMBERED_DAYS * 24 * 60 * 60 },
    limit: 100,
  });
  for await (const event of events) await takeEvent(cards, event);
}

/** Forgets events that the provider will not send again; what they wrote is written once all the same. */
export async function forgetOldEvents(sql: Sql): Promise<void> {
  await sql`delete from stripe_events where received_at < now() - make_interval(days => ${3 * REMEMBERED_DAYS})`;
}
