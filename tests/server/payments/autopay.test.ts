import { afterEach, expect } from 'vitest';
import { endDebit } from '../../../stripe-stand-in/debits.ts';
import type { Autopay } from '../../../contract/payments/autopay.ts';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { postLeaseCharges } from '../../../server/resources/leases/postLeaseCharges.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { recurringJobs } from '../../../server/jobs/recurringJobs.ts';
import { chargeAt, NEW_YORK, runsOf, setUpAutopay } from '../../support/server/autopay.ts';
import { resident, server, test as base } from '../../support/server/payingWorld.ts';

const test = base.extend('environment', { STRIPE_BANK_DEBITS: 'true' });

const read = async () => (await server.call('GET', '/autopay', { as: resident })).json<Autopay>();
const intents = () => Object.values(server.standIn.account.state.intents);
const charged = () => intents().filter(({ status }) => status === 'succeeded');
const runs = () => runsOf(server);
const setUp = (given: Parameters<typeof setUpAutopay>[2] = {}) => setUpAutopay(server, resident, given);
/** Charges at noon in New York. */
const at = (day: string) => chargeAt(server, `${day}T17:00:00Z`);

/** A lease of the resident's with rent, posted up to a day. */
async function lease(policy: PaymentPolicy = 'full_balance', due_day = 1): Promise<void> {
  const { sql } = server.database;
  const [made] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration, payment_policy) values (1, '2026-02-01', 'actual_days', ${policy}) returning id`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (${made!.id}, 2, 1)`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month) values
      (${made!.id}, 'rent', 1450, ${due_day}, '2026-02-01'), (${made!.id}, 'parking', 60, 20, '2026-02-01')`;
}
const post = (day: string) =>
  postLeaseCharges(server.database, { zone: NEW_YORK, now: new Date(`${day}T17:00:00Z`) });

afterEach(async () => expect(await ledgerDiscrepancies(server.database)).toEqual([]));

test('what is due is charged on the chosen day, once a month, and is in the ledger', async () => {
  await setUp();
  await server.charge('resident', 1450);
  await at('2026-02-28');
  expect(await runs()).toEqual([]);
  await at('2026-03-01');
  await at('2026-03-01');
  await at('2026-03-02');
  expect(await runs()).toEqual(['2026-03 1 2026-03-01 1450.00 succeeded']);
  expect(charged()).toMatchObject([{ amount: 145000, customer: expect.stringMatching(/^cus_/) as string }]);
  expect(await server.balance('resident')).toBe(0);
  const [entry] = await server.history(resident);
  expect(entry).toMatchObject({ type: 'Card Payment', amount: -1450, card: { last4: '4242' } });
  await server.charge('resident', 80);
  await at('2026-04-01');
  expect(await runs()).toEqual([
    '2026-03 1 2026-03-01 1450.00 succeeded',
    '2026-04 1 2026-04-01 80.00 succeeded',
  ]);
  expect((await read()).last_run).toMatchObject({
    period: '2026-04-01',
    amount: 80,
    outcome: 'succeeded',
    next_try: null,
  });
});

test('without a chosen day it charges on the day the rent is due, once the rent is posted', async () => {
  await lease('full_balance', 5);
  await setUp({ charge_day: null });
  await post('2026-02-04');
  await at('2026-02-05');
  expect(await runs()).toEqual([]);
  await post('2026-02-05');
  await at('2026-02-05');
  // Parking, due on the 20th, is charged with the next rent.
  await post('2026-03-05');
  await at('2026-03-05');
  expect(await runs()).toEqual([
    '2026-02 1 2026-02-05 1450.00 succeeded',
    '2026-03 1 2026-03-05 1510.00 succeeded',
  ]);
});

test('while posting is paused, what is owed is still charged', async () => {
  await lease();
  await server.database.sql`insert into lease_posting (paused) values (true)`;
  await setUp();
  await server.charge('resident', 75);
  await at('2026-03-01');
  expect(await runs()).toEqual(['2026-03 1 2026-03-01 75.00 succeeded']);
});

test.each([
  ['2026-03-01T04:59:00Z', NEW_YORK, []],
  ['2026-03-01T05:00:00Z', NEW_YORK, ['2026-03 1 2026-03-01 80.00 succeeded']],
  ['2026-02-28T11:00:00Z', 'Pacific/Auckland', ['2026-03 1 2026-03-01 80.00 succeeded']],
] as const)('at %s the first of the month has begun or not in %s', async (time, zone, expected) => {
  await setUp();
  await server.charge('resident', 80);
  await chargeAt(server, time, zone);
  expect(await runs()).toEqual(expected);
});

test('a property in a time zone of its own is charged on its own day', async () => {
  await server.database.sql`update properties set time_zone = 'Pacific/Honolulu' where id = 1`;
  await setUp();
  await server.charge('resident', 80);
  await chargeAt(server, '2026-03-01T09:59:00Z');
  expect(await runs()).toEqual([]);
  await chargeAt(server, '2026-03-01T10:00:00Z');
  expect(await runs()).toEqual(['2026-03 1 2026-03-01 80.00 succeeded']);
});

test('the 31st is the last day of a shorter month', async () => {
  await setUp({ charge_day: 31 });
  await server.charge('resident', 80);
  await at('2026-02-27');
  await at('2026-02-28');
  await server.charge('resident', 90);
  await at('2026-04-29');
  await at('2026-04-30');
  expect(await runs()).toEqual([
    '2026-02 1 2026-02-28 80.00 succeeded',
    '2026-04 1 2026-04-30 90.00 succeeded',
  ]);
});

test('a day on which no server ran is made up for within three days, and no later', async () => {
  await setUp();
  await server.charge('resident', 80);
  await at('2026-03-05');
  expect(await runs()).toEqual([]);
  await at('2026-04-04');
  expect(await runs()).toEqual(['2026-04 1 2026-04-04 80.00 succeeded']);
});

test('where nothing was due on the day, what falls due later waits for the next month', async () => {
  await setUp();
  await at('2026-03-01');
  await server.charge('resident', 80);
  await at('2026-03-02');
  expect(await runs()).toEqual(['2026-03 1 2026-03-01 0.00 nothing_due']);
  expect(intents()).toEqual([]);
});

test.each([
  ['full_balance', 1000, 'over_limit', []],
  ['any_amount', 1000, 'succeeded', [100000]],
  ['at_least_rent', 1450, 'succeeded', [145000]],
  ['at_least_rent', 1449, 'over_limit', []],
  ['nothing', 2000, 'not_accepted', []],
] as const)(
  'a lease that accepts %s with a limit of %d: %s',
  async (policy, max_amount, outcome, amounts) => {
    await lease(policy);
    await setUp({ max_amount });
    await post('2026-02-25');
    await at('2026-03-01');
    expect(await runs()).toEqual([]);
    await server.database.sql`update leases set paused = true`;
    await at('2026-03-01');
    const due = outcome === 'succeeded' ? `${max_amount}.00` : '1510.00';
    expect(await runs()).toEqual([`2026-03 1 2026-03-01 ${due} ${outcome}`]);
    expect(charged().map(({ amount }) => amount)).toEqual(amounts);
    // Nothing failed, so it stays on.
    expect(await read()).toMatchObject({ state: 'on', last_run: { outcome, next_try: null } });
  },
);

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

test('whoever is deactivated is not charged', async () => {
  await setUp();
  await server.charge('resident', 80);
  await server.database.sql`update users set is_current_user = false where id = 2`;
  await at('2026-03-01');
  expect(await runs()).toEqual([]);
});

test('the job is in the list, every five minutes', () => {
  const job = recurringJobs(server.app).find(({ name }) => name === 'charge-autopay');
  expect(job?.everyMinutes).toBe(5);
});
