import { startStandIn, type StandIn } from '../../../stripe-stand-in/standIn.ts';
import type { Event, Intent } from '../../../stripe-stand-in/account.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { PaymentStarted } from '../../../contract/payments/payments.ts';
import type { Database } from '../../../server/database/database.ts';
import { testServer, type TestServer } from './server.ts';

export interface PayingServer extends TestServer {
  standIn: StandIn;
  /** Adds a charge to a user's ledger. */
  charge(username: string, dollars: number): Promise<void>;
  /** Opens a checkout. */
  begin(as: string): Promise<PaymentStarted>;
  /** Confirms a payment as the browser does, with a test payment method. */
  pay(clientSecret: string, card?: string): Promise<{ status: number; body: Paid }>;
  /** Delivers signed events to the webhook. */
  deliver(events: readonly Event[]): Promise<number[]>;
  /** The provider's events so far, oldest first. */
  events(...types: string[]): Event[];
  /** Reads a ledger as the app does: after the open payments. */
  history(as: string): Promise<Transaction[]>;
  balance(username: string): Promise<number>;
}

type Paid = Intent & { error?: { type: string; code: string; message: string } };

/** The server with its own Stripe stand-in, whose events arrive only when a test delivers them; on a new database or this one. */
export async function payingServer(
  environment: Record<string, string> = {},
  database?: Database,
): Promise<PayingServer> {
  const standIn = await startStandIn();
  const server = await testServer(
    { ...providerSettings(standIn), ...environment },
    database ? { database } : {},
  );
  return payingBy(server, standIn);
}

/** The variables by which a server takes a stand-in for its card provider. */
export function providerSettings({ settings }: StandIn): Record<string, string> {
  const { secretKey, publishableKey, webhookSecret, apiBase } = settings;
  return {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: apiBase,
  };
}

/** A server with what its stand-in does for it; closing it closes both. */
export function payingBy(server: TestServer, standIn: StandIn): PayingServer {
  const { publishableKey, apiBase } = standIn.settings;
  const { sql } = server.database;

  return {
    ...server,
    standIn,
    async charge(username, dollars) {
      await sql`
        insert into transactions (user_id, unit_id, amount, type, description)
        select id, unit, ${dollars}, 'Misc Charge', 'A charge' from users where username = ${username}`;
    },
    async begin(as) {
      const answer = await server.call('POST', '/stripe_payments/create-payment', { as });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json<PaymentStarted>();
    },
    async pay(clientSecret, card = 'pm_card_visa') {
      const id = clientSecret.split('_secret_')[0] ?? '';
      const answer = await fetch(`${apiBase}/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${publishableKey}` },
        body: new URLSearchParams({
          client_secret: clientSecret,
          payment_method: card,
          return_url: 'http://localhost:3000/payments',
        }),
      });
      return { status: answer.status, body: (await answer.json()) as Paid };
    },
    async deliver(events) {
      const statuses: number[] = [];
      for (const event of events) {
        const body = JSON.stringify(event);
        const answer = await server.app.inject({
          method: 'POST',
          url: '/api/stripe_payments/webhook',
          payload: body,
          headers: { 'content-type': 'application/json', 'stripe-signature': standIn.account.sign(body) },
        });
        statuses.push(answer.statusCode);
      }
      return statuses;
    },
    events: (...types) =>
      standIn.account.state.events.filter(({ type }) => types.length === 0 || types.includes(type)).reverse(),
    async history(as) {
      await server.call('GET', '/stripe_payments/open', { as });
      return (await server.call('GET', '/transactions/my-history', { as })).json<Transaction[]>();
    },
    async balance(username) {
      const [row] = await sql<{ balance: number }>`
        select balance from balances join users on users.id = user_id where username = ${username}`;
      return row?.balance ?? 0;
    },
    async close() {
      await server.close();
      await standIn.close();
    },
  };
}

/** Makes open payments due for a check by the server, as if time had passed. */
export async function makePaymentChecksDue({ database }: TestServer): Promise<void> {
  await database.sql`update payment_intents set asked_at = now() - interval '10 minutes'`;
}
