import Stripe from 'stripe';
import type { Sql } from '../database/database.ts';
import type { CardProvider } from '../resources/payments/cardProvider.ts';

/** What the stand-in for the card provider has of whoever's autopay is on: a customer, whose card behaves as a test card. */
export const STORED_CARD = { customer: 'cus_demo', method: 'pm_demo', madeFrom: 'pm_card_visa' };

const CARD = { brand: 'visa', last4: '4242' };

/**
 * The card provider of a moment that has passed, which stores the card and charges it whenever it is asked. What is done with it is
 * dated at that moment, in the transaction of the demo.
 * @throws {Error} for what would be logged, so that the demo is made whole or not at all
 */
export function pastProvider(sql: Sql, { now, zone }: { now: Date; zone: string }): CardProvider {
  const fail = (error: unknown): never => {
    throw error instanceof Error ? error : new Error(`The demo's autopay failed: ${JSON.stringify(error)}`);
  };
  return {
    stripe: new Stripe('sk_test_demo', {
      httpClient: Stripe.createFetchHttpClient((url, init) => answer(new Request(url, init), now)),
      maxNetworkRetries: 0,
      telemetry: false,
    }),
    settings: { secretKey: 'sk_test_demo', publishableKey: 'pk_test_demo', webhookSecret: 'whsec_demo' },
    database: { sql, transaction: (work) => work(sql) },
    log: { info: fail, warn: fail, error: fail },
    zone,
    now,
  };
}

/** The answers of Stripe's API to what autopay asks. */
async function answer(request: Request, now: Date): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const { pathname } = new URL(request.url);
  const what = `${request.method} ${pathname}`;
  switch (what) {
    case 'POST /v1/customers':
      return Response.json({ id: STORED_CARD.customer, object: 'customer' });
    case 'POST /v1/setup_intents':
      return Response.json(setupOf(form.get('metadata[porchlight_setup]') ?? ''));
    case 'POST /v1/payment_intents':
      return Response.json(paidBy(form, now));
    default:
      if (!what.startsWith('GET /v1/setup_intents/seti_demo_')) throw new Error(`No answer to ${what}.`);
      return Response.json(setupOf(pathname.slice('/v1/setup_intents/seti_demo_'.length)));
  }
}

/** A SetupIntent whose card is stored. */
function setupOf(id: string) {
  return {
    ...{
      id: `seti_demo_${id}`,
      object: 'setup_intent',
      client_secret: `seti_demo_${id}_secret`,
      status: 'succeeded',
    },
    metadata: { porchlight_setup: id },
    payment_method: { id: STORED_CARD.method, object: 'payment_method', type: 'card', card: CARD },
  };
}

/** A PaymentIntent that the stored card has paid. */
function paidBy(form: URLSearchParams, now: Date) {
  const amount = Number(form.get('amount'));
  const id = form.get('metadata[porchlight_payment]') ?? '';
  return {
    ...{ id: `pi_demo_${id}`, object: 'payment_intent', status: 'succeeded', currency: form.get('currency') },
    ...{ amount, amount_received: amount, last_payment_error: null, metadata: { porchlight_payment: id } },
    latest_charge: {
      ...{
        id: `ch_demo_${id}`,
        object: 'charge',
        status: 'succeeded',
        created: Math.floor(now.getTime() / 1000),
      },
      payment_method_details: { type: 'card', card: CARD },
      balance_transaction: null,
    },
  };
}
