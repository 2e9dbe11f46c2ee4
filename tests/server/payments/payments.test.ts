import { expect } from 'vitest';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { makePaymentChecksDue } from '../../support/server/paying.ts';
import { resident, server, test } from '../../support/server/payingWorld.ts';

const create = () => server.call('POST', '/stripe_payments/create-payment', { as: resident });
const open = async () =>
  (await server.call('GET', '/stripe_payments/open', { as: resident })).json<{ status: string }[]>();

test('a checkout asks for exactly the balance', async () => {
  await server.charge('resident', 1200.1);
  await server.charge('resident', 0.2);
  const started = await server.begin(resident);
  expect(started).toMatchObject({ amount: 1200.3, stripe_js: null });
  expect(started.publishableKey).toBe(server.standIn.settings.publishableKey);
  const [intent] = Object.values(server.standIn.account.state.intents);
  expect(intent).toMatchObject({ amount: 120030, currency: 'usd', status: 'requires_payment_method' });
});

test('a checkout without anything owed is refused with 409', async () => {
  const nothing = await create();
  expect([nothing.statusCode, nothing.json()]).toMatchObject([409, { code: 'nothing_due' }]);
  await server.charge('resident', -25);
  expect((await create()).statusCode).toBe(409);
  expect(Object.keys(server.standIn.account.state.intents)).toEqual([]);
});

test('a balance below or above what a card can pay is refused with a message', async () => {
  await server.charge('resident', 0.49);
  expect((await create()).json()).toMatchObject({ message: 'A card payment must be at least $0.50.' });
  await server.charge('resident', 0.01);
  expect((await server.begin(resident)).amount).toBe(0.5);
  await server.charge('resident', 1_000_000);
  expect((await create()).json()).toMatchObject({ code: 'too_much' });
});

test('opening checkout again reuses the payment, and updates its amount when the balance changed', async () => {
  await server.charge('resident', 80);
  const first = await server.begin(resident);
  expect((await server.begin(resident)).clientSecret).toBe(first.clientSecret);
  await server.charge('resident', 20.5);
  const third = await server.begin(resident);
  expect(third).toMatchObject({ clientSecret: first.clientSecret, amount: 100.5 });
  await server.charge('resident', -20.5);
  expect((await server.begin(resident)).amount).toBe(80);
  const intents = Object.values(server.standIn.account.state.intents);
  expect(intents.map(({ amount }) => amount)).toEqual([8000]);
});

test('eight tabs that open checkout at once share one payment', async () => {
  await server.charge('resident', 80);
  const started = await Promise.all(Array.from({ length: 8 }, () => server.begin(resident)));
  expect(new Set(started.map(({ clientSecret }) => clientSecret)).size).toBe(1);
  expect(Object.keys(server.standIn.account.state.intents)).toHaveLength(1);
});

test('each resident has a payment of their own', async () => {
  await server.charge('resident', 80);
  await server.charge('neighbour', 80);
  const own = await server.begin(resident);
  const other = await server.begin(await server.token('neighbour'));
  expect(other.clientSecret).not.toBe(own.clientSecret);
});

test('opening checkout again after a lost answer of the provider gives the payment that it made', async () => {
  await server.charge('resident', 80);
  const started = await server.begin(resident);
  await server.database.sql`update payment_intents set stripe_id = null`;
  expect((await server.begin(resident)).clientSecret).toBe(started.clientSecret);
});

test('a payment that the provider no longer knows is replaced by a new one', async () => {
  await server.charge('resident', 80);
  const lost = await server.begin(resident);
  server.standIn.account.state.intents = {};
  const started = await server.begin(resident);
  expect(started.clientSecret).not.toBe(lost.clientSecret);
  expect((await server.begin(resident)).clientSecret).toBe(started.clientSecret);
});

test('a second payment is refused while one of all that is due is being processed', async () => {
  await server.charge('resident', 80);
  await server.begin(resident);
  const [intent] = Object.values(server.standIn.account.state.intents);
  intent!.status = 'processing';
  for (const _ of ['at once', 'and again']) {
    const answer = await create();
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'payment_processing' }]);
  }
  expect(await open()).toMatchObject([{ status: 'processing', amount: 80 }]);
});

test('a payment that waits for authentication at the bank can be continued', async () => {
  await server.charge('resident', 80);
  const started = await server.begin(resident);
  await server.pay(started.clientSecret, 'pm_card_authenticationRequiredOnSetup');
  await makePaymentChecksDue(server);
  expect(await open()).toMatchObject([{ status: 'needs_action' }]);
  expect((await server.begin(resident)).clientSecret).toBe(started.clientSecret);
});

test('a payment needs a signed-in user and a provider that answers', async () => {
  expect((await server.call('POST', '/stripe_payments/create-payment')).statusCode).toBe(401);
  await server.charge('resident', 80);
  await server.standIn.close();
  const answer = await create();
  expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'payments_unavailable' }]);
  expect(answer.body).not.toContain('127.0.0.1');
});

async function paid(card?: string) {
  await server.charge('resident', 80.25);
  const started = await server.begin(resident);
  const { status } = await server.pay(started.clientSecret, card);
  return status;
}

test('a payment is entered once its event arrives, with its card and receipt', async () => {
  await server.charge('resident', 80.25);
  const started = await server.begin(resident);
  await server.pay(started.clientSecret);
  expect(await server.deliver(server.events('payment_intent.succeeded'))).toEqual([200]);
  const [entry] = await server.history(resident);
  expect(entry).toMatchObject({ type: 'Card Payment', amount: -80.25, unit_id: 1, reverses: null });
  const number = `PL-${String(entry!.id).padStart(6, '0')}`;
  const payment = started.clientSecret.split('_secret_')[0];
  expect(entry!.card).toEqual({ last4: '4242', brand: 'visa', receipt_number: number, payment });
  expect(await server.balance('resident')).toBe(0);
  expect(await open()).toEqual([]);
  const receipt = await server.call('GET', `/transactions/${entry!.id}/receipt`, { as: resident });
  expect(receipt.json()).toMatchObject({
    number,
    amount: 80.25,
    last4: '4242',
    brand: 'visa',
    name: 'Robin Hale',
    unit_number: '101',
    property_name: 'Maple Court',
  });
});

test('a payment is entered although its event never arrives', async () => {
  await paid();
  await makePaymentChecksDue(server);
  expect((await server.history(resident)).map(({ amount }) => amount)).toEqual([-80.25, 80.25]);
});

test('reading the ledger does not ask the provider about payments', async () => {
  await paid();
  await makePaymentChecksDue(server);
  const read = await server.call('GET', '/transactions/my-history', { as: resident });
  expect(read.json<Transaction[]>().map(({ amount }) => amount)).toEqual([80.25]);
});

test('listing open payments and opening checkout each enter a completed payment', async () => {
  await paid();
  await makePaymentChecksDue(server);
  expect(await open()).toEqual([]);
  expect(await server.balance('resident')).toBe(0);

  await paid();
  expect((await create()).json()).toMatchObject({ code: 'nothing_due' });
  expect(await server.balance('resident')).toBe(0);
});

test('a payment is entered once, however often and by whatever way it is reported', async () => {
  await paid();
  await makePaymentChecksDue(server);
  const told = server.events('payment_intent.succeeded');
  await Promise.all([
    server.deliver(told),
    server.history(resident),
    server.deliver(told),
    create(),
    open(),
    server.deliver(told),
  ]);
  const entries = (await server.history(resident)).filter(({ type }) => type === 'Card Payment');
  expect(entries).toHaveLength(1);
  expect(await server.balance('resident')).toBe(0);
});

test('a payment is entered with the amount paid, although the balance changed meanwhile', async () => {
  await server.charge('resident', 80);
  const started = await server.begin(resident);
  await server.charge('resident', 20);
  await server.pay(started.clientSecret);
  await server.deliver(server.events());
  expect(await server.balance('resident')).toBe(20);
  const next = await server.begin(resident);
  expect(next.amount).toBe(20);
  expect(next.clientSecret).not.toBe(started.clientSecret);
});

test('a payment cannot be paid again from another tab', async () => {
  await server.charge('resident', 80);
  const [one, two] = await Promise.all([server.begin(resident), server.begin(resident)]);
  const outcomes = await Promise.all([server.pay(one.clientSecret), server.pay(two.clientSecret)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400]);
  await server.deliver(server.events());
  expect(await server.balance('resident')).toBe(0);
});

test('the card of a payment is added later when the provider could not be reached at first', async () => {
  await paid('pm_card_mastercard');
  const told = server.events('payment_intent.succeeded');
  const { intents } = server.standIn.account.state;
  server.standIn.account.state.intents = {};
  await server.deliver(told);
  expect((await server.history(resident))[0]).toMatchObject({ amount: -80.25, card: { last4: null } });
  server.standIn.account.state.intents = intents;
  await makePaymentChecksDue(server);
  expect((await server.history(resident))[0]!.card).toMatchObject({ last4: '4444', brand: 'mastercard' });
});

test('a declined card makes no entry, and the payment can be tried again', async () => {
  expect(await paid('pm_card_visa_chargeDeclined')).toBe(402);
  await server.deliver(server.events());
  await makePaymentChecksDue(server);
  expect(await server.history(resident)).toHaveLength(1);
  const again = await server.begin(resident);
  expect((await server.pay(again.clientSecret)).body.status).toBe('succeeded');
  await server.deliver(server.events());
  expect(await server.balance('resident')).toBe(0);
});

test('a receipt can be read by its payer and managers only, and other entries have none', async () => {
  await paid();
  await server.deliver(server.events());
  const [payment, charge] = await server.history(resident);
  const status = async (id: number, username: string) =>
    (await server.call('GET', `/transactions/${id}/receipt`, { as: await server.token(username) }))
      .statusCode;
  expect(await status(payment!.id, 'neighbour')).toBe(404);
  expect(await status(payment!.id, 'manager')).toBe(200);
  expect(await status(charge!.id, 'resident')).toBe(404);
});
