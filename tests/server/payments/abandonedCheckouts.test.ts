import { beforeEach, expect } from 'vitest';
import { recurringJobs } from '../../../server/jobs/recurringJobs.ts';
import { stripeClient, type CardProvider } from '../../../server/resources/payments/cardProvider.ts';
import { cancelAbandonedCheckouts } from '../../../server/resources/payments/reconcile.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { makePaymentChecksDue } from '../../support/server/paying.ts';
import { resident, server, test as base } from '../../support/server/payingWorld.ts';

const test = base.extend('environment', { LOG_LEVEL: 'warn' });
let provider: CardProvider;
beforeEach(() => {
  const settings = server.standIn.settings;
  provider = {
    stripe: stripeClient(settings),
    settings,
    database: server.database,
    log: server.app.log,
    zone: 'America/New_York',
  };
});

const atProvider = () => Object.values(server.standIn.account.state.intents);
const here = async () =>
  (await server.database.sql<{ status: string }>`select status from payment_intents order by created_at`).map(
    ({ status }) => status,
  );
/** Lets the checkouts that were opened so far be this old. */
const age = (hours: number) =>
  server.database.sql`update payment_intents set created_at = now() - make_interval(hours => ${hours})`;
const entries = async () =>
  (await server.history(resident)).map(({ type, amount }) => `${type} ${amount}`).reverse();

test('an open checkout is canceled once the balance was paid in another way, and can no longer be paid', async () => {
  await server.charge('resident', 80);
  const started = await server.begin(resident);
  await cancelAbandonedCheckouts(provider);
  expect(atProvider()).toMatchObject([{ status: 'requires_payment_method' }]);

  await server.charge('resident', -80);
  await cancelAbandonedCheckouts(provider);
  expect(atProvider()).toMatchObject([{ status: 'canceled' }]);
  expect(await here()).toEqual(['canceled']);
  expect((await server.pay(started.clientSecret)).status).toBe(400);
  await server.charge('resident', 5);
  expect((await server.begin(resident)).clientSecret).not.toBe(started.clientSecret);
});

test('an open checkout is canceled once the lease accepts no payments', async () => {
  const { sql } = server.database;
  await server.charge('resident', 80);
  await sql`insert into leases (unit_id, starts, proration) values (1, '2020-01-01', 'actual_days')`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (1, 2, 1)`;
  const started = await server.begin(resident);
  await cancelAbandonedCheckouts(provider);
  expect(await here()).toEqual(['requires_payment_method']);
  await sql`update leases set payment_policy = 'nothing'`;
  await cancelAbandonedCheckouts(provider);
  expect(await here()).toEqual(['canceled']);
  expect((await server.pay(started.clientSecret)).status).toBe(400);
});

test('the job that settles card payments runs every minute and cancels abandoned checkouts', async () => {
  await server.charge('resident', 80);
  await server.begin(resident);
  await server.charge('resident', -80);
  const job = recurringJobs(server.app).find(({ name }) => name === 'settle-card-payments');
  expect(job!.everyMinutes).toBe(1);
  await job!.run(new AbortController().signal);
  expect(await here()).toEqual(['canceled']);
});

test('an abandoned checkout is canceled after a day, even while it waits for authentication at the bank', async () => {
  await server.charge('resident', 80);
  const started = await server.begin(resident);
  await server.pay(started.clientSecret, 'pm_card_authenticationRequiredOnSetup');
  await server.deliver(server.events());
  await age(23);
  await cancelAbandonedCheckouts(provider);
  expect(await here()).toEqual(['requires_action']);
  await age(25);
  await cancelAbandonedCheckouts(provider);
  expect(atProvider()).toMatchObject([{ status: 'canceled' }]);
  expect(await here()).toEqual(['canceled']);
  expect((await server.begin(resident)).amount).toBe(80);
});

test('a checkout that was paid without an event is entered in the ledger instead of canceled', async () => {
  await server.charge('resident', 80);
  const started = await server.begin(resident);
  await server.pay(started.clientSecret);
  await age(25);
  await cancelAbandonedCheckouts(provider);
  expect(await here()).toEqual(['succeeded']);
  expect(await entries()).toEqual(['Misc Charge 80', 'Card Payment -80']);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('an abandoned checkout is canceled although canceling another one fails', async () => {
  await server.charge('resident', 80);
  await server.charge('neighbour', 90);
  await server.begin(resident);
  await server.begin(await server.token('neighbour'));
  await server.charge('resident', -80);
  await server.charge('neighbour', -90);
  const [, second] = atProvider();
  server.standIn.account.state.intents = { [second!.id]: second! };
  await cancelAbandonedCheckouts(provider);
  expect(await here()).toEqual(['canceled', 'canceled']);
  expect(atProvider()).toMatchObject([{ status: 'canceled' }]);
});

test('the entry has the amount that the provider received, and a difference to the amount asked is logged', async () => {
  await server.charge('resident', 80);
  const started = await server.begin(resident);
  // As someone may do at the provider's own dashboard.
  const [intent] = atProvider();
  intent!.amount = 7000;
  await server.pay(started.clientSecret);
  await makePaymentChecksDue(server);
  expect(await entries()).toEqual(['Misc Charge 80', 'Card Payment -70']);
  const line = server.log.find((each) => each.includes('another amount than was asked'));
  expect(JSON.parse(line!)).toMatchObject({ intent: intent!.id, asked: 80, received: 7000 });
});

test('the amount received is compared with the amount asked last', async () => {
  await server.charge('resident', 80);
  await server.begin(resident);
  await server.charge('resident', 20);
  const started = await server.begin(resident);
  await server.pay(started.clientSecret);
  await server.deliver(server.events());
  expect(await entries()).toEqual(['Misc Charge 80', 'Misc Charge 20', 'Card Payment -100']);
  expect(server.log.filter((each) => each.includes('asked'))).toEqual([]);
});

test('a payment in another currency is not entered, and is logged', async () => {
  await server.charge('resident', 80);
  const started = await server.begin(resident);
  const [intent] = atProvider();
  intent!.currency = 'cad';
  await server.pay(started.clientSecret);
  await makePaymentChecksDue(server);
  expect(await entries()).toEqual(['Misc Charge 80']);
  expect(server.log.some((each) => each.includes('another currency'))).toBe(true);
});
