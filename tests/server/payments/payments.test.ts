import { describe, expect } from 'vitest';
import type { Transaction } from '../../../contract/ledger.ts';
import { later } from '../../support/server/paying.ts';
import { resident, server, test } from '../../support/server/payingWorld.ts';

const create = () => server.call('POST', '/stripe_payments/create-payment', { as: resident });
const open = async () =>
  (await server.call('GET', '/stripe_payments/open', { as: resident })).json<{ status: string }[]>();

describe('opening checkout', () => {
  test('a resident is asked for exactly what they owe', async () => {
    await server.charge('resident', 1200.1);
    await server.charge('resident', 0.2);
    const begun = await server.begin(resident);
    expect(begun).toMatchObject({ amount: 1200.3, stripe_js: null });
    expect(begun.publishableKey).toBe(server.standIn.settings.publishableKey);
    const [intent] = Object.values(server.standIn.account.state.intents);
    expect(intent).toMatchObject({ amount: 120030, currency: 'usd', status: 'requires_payment_method' });
  });

  test('someone who owes nothing has nothing to pay', async () => {
    const nothing = await create();
    expect([nothing.statusCode, nothing.json()]).toMatchObject([409, { code: 'nothing_due' }]);
    await server.charge('resident', -25);
    expect((await create()).statusCode).toBe(409);
    expect(Object.keys(server.standIn.account.state.intents)).toEqual([]);
  });

  test('less than a card can carry, and more, is refused in words', async () => {
    await server.charge('resident', 0.49);
    expect((await create()).json()).toMatchObject({ message: 'A card payment must be at least $0.50.' });
    await server.charge('resident', 0.01);
    expect((await server.begin(resident)).amount).toBe(0.5);
    await server.charge('resident', 1_000_000);
    expect((await create()).json()).toMatchObject({ code: 'too_much' });
  });

  test('asked again at the same balance it is the same payment, at another balance that one changed', async () => {
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
    const begun = await Promise.all(Array.from({ length: 8 }, () => server.begin(resident)));
    expect(new Set(begun.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    expect(Object.keys(server.standIn.account.state.intents)).toHaveLength(1);
  });

  test('a neighbour has a payment of their own', async () => {
    await server.charge('resident', 80);
    await server.charge('neighbour', 80);
    const own = await server.begin(resident);
    const other = await server.begin(await server.token('neighbour'));
    expect(other.clientSecret).not.toBe(own.clientSecret);
  });

  test('where the answer of the provider was lost, asking again gives the payment it made', async () => {
    await server.charge('resident', 80);
    const begun = await server.begin(resident);
    await server.database.sql`update payment_intents set stripe_id = null`;
    expect((await server.begin(resident)).clientSecret).toBe(begun.clientSecret);
  });

  test('a payment that the provider does not know any more is replaced', async () => {
    await server.charge('resident', 80);
    const lost = await server.begin(resident);
    server.standIn.account.state.intents = {};
    const begun = await server.begin(resident);
    expect(begun.clientSecret).not.toBe(lost.clientSecret);
    expect((await server.begin(resident)).clientSecret).toBe(begun.clientSecret);
  });

  test('while a payment is under way there is no second one', async () => {
    await server.charge('resident', 80);
    await server.begin(resident);
    const [intent] = Object.values(server.standIn.account.state.intents);
    intent!.status = 'processing';
    for (const _ of ['at the same balance', 'at another']) {
      const answer = await create();
      expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'payment_processing' }]);
      await server.charge('resident', 5);
    }
    expect(await open()).toMatchObject([{ status: 'processing', amount: 80 }]);
  });

  test('a payment that waits for the bank can be taken up again', async () => {
    await server.charge('resident', 80);
    const begun = await server.begin(resident);
    await server.pay(begun.clientSecret, 'pm_card_authenticationRequiredOnSetup');
    await later(server);
    expect(await open()).toMatchObject([{ status: 'needs_action' }]);
    expect((await server.begin(resident)).clientSecret).toBe(begun.clientSecret);
  });

  test('a payment needs a signed-in user and a provider that answers', async () => {
    expect((await server.call('POST', '/stripe_payments/create-payment')).statusCode).toBe(401);
    await server.charge('resident', 80);
    await server.standIn.close();
    const answer = await create();
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'payments_unavailable' }]);
    expect(answer.body).not.toContain('127.0.0.1');
  });
});

describe('a payment that went through', () => {
  async function paid(card?: string) {
    await server.charge('resident', 80.25);
    const begun = await server.begin(resident);
    const { status } = await server.pay(begun.clientSecret, card);
    return status;
  }

  test('is in the ledger once its event arrives, with its card and receipt', async () => {
    await server.charge('resident', 80.25);
    const begun = await server.begin(resident);
    await server.pay(begun.clientSecret);
    expect(await server.deliver(server.events('payment_intent.succeeded'))).toEqual([200]);
    const [entry] = await server.history(resident);
    expect(entry).toMatchObject({ type: 'Card Payment', amount: -80.25, unit_id: 1, reverses: null });
    const number = `PL-${String(entry!.id).padStart(6, '0')}`;
    const payment = begun.clientSecret.split('_secret_')[0];
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

  test('is in the ledger although no event ever arrives', async () => {
    await paid();
    await later(server);
    expect((await server.history(resident)).map(({ amount }) => amount)).toEqual([-80.25, 80.25]);
  });

  test('is not asked about by reading the ledger, which waits for no provider', async () => {
    await paid();
    await later(server);
    const read = await server.call('GET', '/transactions/my-history', { as: resident });
    expect(read.json<Transaction[]>().map(({ amount }) => amount)).toEqual([80.25]);
  });

  test('is found by looking at the open payments, and by opening checkout again', async () => {
    await paid();
    await later(server);
    expect(await open()).toEqual([]);
    expect(await server.balance('resident')).toBe(0);

    await paid();
    expect((await create()).json()).toMatchObject({ code: 'nothing_due' });
    expect(await server.balance('resident')).toBe(0);
  });

  test('counts once, however often and in however many ways it is told', async () => {
    await paid();
    await later(server);
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

  test('counts as what was paid, though the balance moved meanwhile', async () => {
    await server.charge('resident', 80);
    const begun = await server.begin(resident);
    await server.charge('resident', 20);
    await server.pay(begun.clientSecret);
    await server.deliver(server.events());
    expect(await server.balance('resident')).toBe(20);
    const next = await server.begin(resident);
    expect(next.amount).toBe(20);
    expect(next.clientSecret).not.toBe(begun.clientSecret);
  });

  test('cannot be paid a second time from another tab', async () => {
    await server.charge('resident', 80);
    const [one, two] = await Promise.all([server.begin(resident), server.begin(resident)]);
    const outcomes = await Promise.all([server.pay(one.clientSecret), server.pay(two.clientSecret)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400]);
    await server.deliver(server.events());
    expect(await server.balance('resident')).toBe(0);
  });

  test('tells its card later, where the provider could not be asked at first', async () => {
    await paid('pm_card_mastercard');
    const told = server.events('payment_intent.succeeded');
    const { intents } = server.standIn.account.state;
    server.standIn.account.state.intents = {};
    await server.deliver(told);
    expect((await server.history(resident))[0]).toMatchObject({ amount: -80.25, card: { last4: null } });
    server.standIn.account.state.intents = intents;
    await later(server);
    expect((await server.history(resident))[0]!.card).toMatchObject({ last4: '4444', brand: 'mastercard' });
  });

  test('is not written for a declined card, which can be tried again', async () => {
    expect(await paid('pm_card_visa_chargeDeclined')).toBe(402);
    await server.deliver(server.events());
    await later(server);
    expect(await server.history(resident)).toHaveLength(1);
    const again = await server.begin(resident);
    expect((await server.pay(again.clientSecret)).body.status).toBe('succeeded');
    await server.deliver(server.events());
    expect(await server.balance('resident')).toBe(0);
  });

  test('has a receipt for its payer and managers only, and no other entry has one', async () => {
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
});
