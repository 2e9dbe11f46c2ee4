import { afterEach, expect, test } from 'vitest';
import { readConfiguration } from '../../../server/configuration/configuration.ts';
import { createDemo } from '../../../server/demo/demo.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { stripeClient } from '../../../server/resources/payments/cardProvider.ts';
import { settleDuePayments } from '../../../server/resources/payments/reconcile.ts';
import { makePaymentChecksDue, payingServer } from '../../support/server/paying.ts';
import { testDatabase } from '../../support/server/databases/database.ts';
import { testServer, type TestServer } from '../../support/server/server.ts';

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

const opened: TestServer[] = [];
async function open<S extends TestServer>(server: Promise<S>): Promise<S> {
  opened.push(await server);
  return server;
}
afterEach(() => Promise.all(opened.splice(0).map((each) => each.close())));

test('the Stripe keys are accepted all together or not at all', () => {
  expect(readConfiguration({}).stripe).toBeUndefined();
  expect(readConfiguration(keys).stripe).toEqual({
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
  });
  for (const name of Object.keys(keys)) {
    expect(() => readConfiguration({ ...keys, [name]: '' })).toThrow(
      'Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET all together, or none of them.',
    );
  }
});

test('bank debits are offered only where the setting says so, with the Stripe keys', () => {
  expect(readConfiguration({ ...keys, STRIPE_BANK_DEBITS: 'true' }).stripe?.bankDebits).toBe(true);
  expect(readConfiguration({ ...keys, STRIPE_BANK_DEBITS: 'false' }).stripe?.bankDebits).toBeUndefined();
  expect(() => readConfiguration({ STRIPE_BANK_DEBITS: 'true' })).toThrow('has no effect without');
  expect(() => readConfiguration({ ...keys, STRIPE_BANK_DEBITS: 'yes' })).toThrow('must be true or false');
});

test('a Stripe key of the wrong kind is refused', () => {
  const wrong: [Record<string, string>, string][] = [
    [{ STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY must begin with sk_ or rk_.'],
    [{ STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY must begin with pk_.'],
    [{ STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET must begin with whsec_.'],
    [{ STRIPE_SECRET_KEY: 'sk_live_1' }, 'must both be test keys or both be live ones.'],
    [{ STRIPE_API_BASE: 'http://127.0.0.1:1/v1' }, 'STRIPE_API_BASE must be an origin'],
    [{ STRIPE_API_BASE: 'http://127.0.0.1:1', NODE_ENV: 'production' }, 'refused in production'],
  ];
  for (const [given, words] of wrong) {
    expect(() => readConfiguration({ ...keys, ...given })).toThrow(words);
  }
  expect(() => readConfiguration({ STRIPE_API_BASE: 'http://127.0.0.1:1' })).toThrow('for tests');
});

async function policy(environment: Record<string, string>) {
  const server = await open(testServer(environment));
  const header = String((await server.app.inject('/')).headers['content-security-policy']);
  return Object.fromEntries(
    header.split(';').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

test('with Stripe keys the content security policy allows Stripe’s script, frames and API', async () => {
  expect(await policy(keys)).toMatchObject({
    'script-src': "'self' https://js.stripe.com https://*.js.stripe.com",
    'connect-src': "'self' https://api.stripe.com",
    'frame-src': "'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  });
});

test('without Stripe keys the content security policy allows our own origin alone', async () => {
  expect(await policy({})).toMatchObject({
    'script-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'self'",
    'style-src': "'self'",
  });
});

test('the job asks the provider about open payments, often about new ones and seldom about old ones', async () => {
  const server = await open(payingServer());
  await server.charge('resident', 80);
  const { clientSecret } = await server.begin(await server.token('resident'));
  await server.pay(clientSecret);
  const { sql } = server.database;
  const settings = server.standIn.settings;
  const provider = {
    stripe: stripeClient(settings),
    settings,
    database: server.database,
    log: server.app.log,
    zone: 'America/New_York',
  };

  await settleDuePayments(provider);
  expect(await server.balance('resident')).toBe(80);
  await makePaymentChecksDue(server);
  await sql`update payment_intents set created_at = now() - interval '2 hours'`;
  await settleDuePayments(provider);
  expect(await server.balance('resident')).toBe(80);
  await sql`update payment_intents set asked_at = now() - interval '31 minutes'`;
  await Promise.all([settleDuePayments(provider), settleDuePayments(provider)]);
  expect(await server.balance('resident')).toBe(0);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('the demo’s payments by card and bank debit have receipts, and its ledger has no discrepancies', async () => {
  const server = await open(payingServer());
  const database = await testDatabase();
  await createDemo({ ...server.app.context, database });
  const [counted] = await database.sql<{ payments: number; intents: number; owed: number }>`
    select count(*) filter (where type in ('Card Payment', 'Bank Payment')) as payments, count(paid.id) as intents,
      (select balance from balances join users on users.id = user_id where username = 'resident') as owed
    from transactions left join payment_intents as paid on paid.transaction_id = transactions.id`;
  expect(counted!.payments).toBeGreaterThan(10);
  expect(counted!.intents).toBe(counted!.payments);
  expect(counted!.owed).toBeGreaterThan(0);
  expect(await ledgerDiscrepancies(database)).toEqual([]);
  await database.close();
});
