import { afterEach, expect } from 'vitest';
import { endDebit } from '../../../../stripe-stand-in/debits.ts';
import { ledgerDiscrepancies } from '../../../../server/resources/ledger/discrepancies.ts';
import { resident, server, test as base } from '../../../support/server/payingWorld.ts';
import { read, intents, charged, runs, setUp, at } from '../../../support/server/payments/autopayRuns.ts';

const test = base.extend('environment', { STRIPE_BANK_DEBITS: 'true' });

afterEach(async () => expect(await ledgerDiscrepancies(server.database)).toEqual([]));

test('a declined card is tried again on day 2 and day 4, and then paused', async () => {
  await setUp({ method: 'pm_card_chargeCustomerFail' });
  await server.charge('resident', 80);
  const tried = [];
  for (const day of ['01', '02', '03', '04', '05', '06', '07', '09']) {
    await at(`2026-03-${day}`);
    tried.push((await runs()).length);
  }
  expect(tried).toEqual([1, 1, 2, 2, 3, 3, 3, 3]);
  expect(await runs()).toEqual([
    '2026-03 1 2026-03-01 80.00 declined',
    '2026-03 2 2026-03-03 80.00 declined',
    '2026-03 3 2026-03-05 80.00 declined',
  ]);
  expect(await read()).toMatchObject({ state: 'paused', paused_reason: 'declined' });
  await at('2026-04-01');
  expect(await runs()).toHaveLength(3);
  expect(intents().map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled']);
  expect(await server.balance('resident')).toBe(80);
  // Resumed, it goes on with the next month.
  const resumed = await server.call('PUT', '/autopay', { as: resident, body: { resume: true } });
  expect(resumed.json()).toMatchObject({ state: 'on', paused_reason: null });
});

test('the first decline says when it is tried again', async () => {
  await setUp({ method: 'pm_card_chargeCustomerFail' });
  await server.charge('resident', 80);
  await at('2026-03-01');
  expect((await read()).last_run).toMatchObject({ attempt: 1, outcome: 'declined', next_try: '2026-03-03' });
});

test('a card that needs authentication is not charged, and says so', async () => {
  await setUp({ method: 'pm_card_visa' });
  const stored = Object.keys(server.standIn.account.state.methods)[0]!;
  server.standIn.account.state.madeFrom[stored] = 'pm_card_authenticationRequired';
  await server.charge('resident', 80);
  await at('2026-03-01');
  expect(await read()).toMatchObject({
    state: 'on',
    last_run: { outcome: 'authentication_required', next_try: '2026-03-03' },
  });
  expect(intents()).toMatchObject([{ status: 'canceled' }]);
});

test('a second try charges what is left after a payment by hand, or nothing', async () => {
  await setUp({ method: 'pm_card_chargeCustomerFail' });
  await server.charge('resident', 80);
  await at('2026-03-01');
  await server.charge('resident', -80);
  await at('2026-03-03');
  expect(await runs()).toEqual([
    '2026-03 1 2026-03-01 80.00 declined',
    '2026-03 2 2026-03-03 0.00 nothing_due',
  ]);
});

test('a bank debit that is processed is no failure, and when it fails the next try follows two days later', async () => {
  await setUp({ method: 'pm_usBankAccount_insufficientFunds' });
  await server.charge('resident', 80);
  await at('2026-03-01');
  for (const day of ['03', '05', '06']) await at(`2026-03-${day}`);
  expect(await runs()).toEqual(['2026-03 1 2026-03-01 80.00 processing']);
  // Meanwhile it is subtracted from what is due.
  const create = await server.call('POST', '/stripe_payments/create-payment', { as: resident });
  expect(create.json()).toMatchObject({ code: 'payment_processing' });
  endDebit(server.standIn.account, intents()[0]!);
  await server.deliver(server.events());
  await server.database.sql`update autopay_runs set ended_at = '2026-03-06T17:00:00Z'`;
  expect((await read()).last_run).toMatchObject({
    outcome: 'failed',
    reason: 'There was not enough money in the account.',
    next_try: '2026-03-08',
  });
  await at('2026-03-07');
  await at('2026-03-08');
  expect(await runs()).toEqual([
    '2026-03 1 2026-03-01 80.00 failed',
    '2026-03 2 2026-03-08 80.00 processing',
  ]);
});

test('a bank debit that succeeds days later is in the ledger', async () => {
  await setUp({ method: 'pm_usBankAccount_success' });
  await server.charge('resident', 80);
  await at('2026-03-01');
  endDebit(server.standIn.account, intents()[0]!);
  await server.deliver(server.events());
  expect(await runs()).toEqual(['2026-03 1 2026-03-01 80.00 succeeded']);
  expect((await server.history(resident))[0]).toMatchObject({ type: 'Bank Payment', amount: -80 });
});

test('a method that the provider has removed pauses autopay', async () => {
  await setUp();
  await server.charge('resident', 80);
  Object.values(server.standIn.account.state.methods)[0]!.customer = null;
  await at('2026-03-01');
  expect(await read()).toMatchObject({ state: 'paused', paused_reason: 'method_removed' });
  const resume = await server.call('PUT', '/autopay', { as: resident, body: { resume: true } });
  expect([resume.statusCode, resume.json()]).toMatchObject([409, { code: 'method_removed' }]);
  expect(charged()).toEqual([]);
});

test('an account that was not active on the day of its charge is not charged once it is active again', async () => {
  await setUp();
  await server.charge('resident', 80);
  const manager = await server.token('manager');
  const [{ id } = { id: 0 }] = await server.database.sql<{ id: number }>`select user_id as id from autopay`;
  for (const isCurrentUser of [false, true]) {
    const changed = await server.call('PUT', `/users/${id}`, { as: manager, body: { isCurrentUser } });
    expect(changed.statusCode, changed.body).toBe(200);
  }
  await at('2026-03-01');
  expect([await runs(), charged()]).toEqual([[], []]);
});
