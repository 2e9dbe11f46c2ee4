import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { PaymentStarted } from '../../../../contract/payments/payments.ts';
import { ledgerDiscrepancies } from '../../../../server/resources/ledger/discrepancies.ts';
import { chargeAutopay } from '../../../../server/resources/payments/autopay/chargeAutopay.ts';
import {
  ageRuns,
  chargeAt,
  NEW_YORK,
  providerOf,
  runsOf,
  setUpAutopay,
} from '../../../support/server/autopay.ts';
import { resident, server, test } from '../../../support/server/payingWorld.ts';

const DAY = '2026-03-01T17:00:00Z';
const intents = () => Object.values(server.standIn.account.state.intents);
const charged = () => intents().filter(({ status }) => status === 'succeeded');
const create = () => server.call('POST', '/stripe_payments/create-payment', { as: resident });
const PAID_ONCE = ['2026-03 1 2026-03-01 80.00 succeeded'];

beforeEach(async () => {
  await setUpAutopay(server, resident);
  await server.charge('resident', 80);
});
afterEach(async () => expect(await ledgerDiscrepancies(server.database)).toEqual([]));

/** Loses every answer of the provider to one kind of request, after the work was done there. */
function loseAnswers(path: RegExp): void {
  server.standIn.account.losesAnswer = (method, asked) => method === 'POST' && path.test(asked);
}
function hearAgain(): void {
  server.standIn.account.losesAnswer = undefined;
}

test('two processes at once charge once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => chargeAt(server, DAY)));
  expect(await runsOf(server)).toEqual(PAID_ONCE);
  expect(charged()).toHaveLength(1);
  expect(await server.balance('resident')).toBe(0);
});

test('a process that is killed between the claim and the charge is finished by another, which charges once', async () => {
  const killed = providerOf(server);
  vi.spyOn(killed.stripe.paymentIntents, 'create').mockRejectedValue(new Error('killed'));
  await chargeAutopay(killed, { zone: NEW_YORK, now: new Date(DAY) });
  expect(await runsOf(server)).toEqual(['2026-03 1 2026-03-01 80.00 on its way']);
  expect(intents()).toEqual([]);
  // Whoever claimed it may be at it still.
  await chargeAt(server, DAY);
  expect(intents()).toEqual([]);
  await ageRuns(server);
  await Promise.all([chargeAt(server, DAY), chargeAt(server, DAY)]);
  expect(await runsOf(server)).toEqual(PAID_ONCE);
  expect(charged()).toHaveLength(1);
});

test.each([1, 30])(
  'a charge whose answer was lost is found at the provider after %d hours, and charged once',
  async (hours) => {
    loseAnswers(/^\/v1\/payment_intents$/);
    await chargeAt(server, DAY);
    expect(charged()).toHaveLength(1);
    expect(await runsOf(server)).toEqual(['2026-03 1 2026-03-01 80.00 on its way']);
    hearAgain();
    intents()[0]!.created -= hours * 3600;
    await ageRuns(server, hours);
    await chargeAt(server, DAY);
    expect(await runsOf(server)).toEqual(PAID_ONCE);
    expect(charged()).toHaveLength(1);
    expect(await server.balance('resident')).toBe(0);
  },
);

test('a process that is killed between the charge and its record is finished by the event, and once', async () => {
  loseAnswers(/^\/v1\/payment_intents$/);
  await chargeAt(server, DAY);
  hearAgain();
  await server.deliver(server.events());
  expect(await runsOf(server)).toEqual(PAID_ONCE);
  await ageRuns(server);
  await chargeAt(server, DAY);
  expect(await server.balance('resident')).toBe(0);
});

test('a decline whose answer was lost is found, canceled and tried again on day 2', async () => {
  const [stored] = Object.keys(server.standIn.account.state.methods);
  server.standIn.account.state.madeFrom[stored!] = 'pm_card_chargeCustomerFail';
  loseAnswers(/^\/v1\/payment_intents/);
  await chargeAt(server, DAY);
  hearAgain();
  await ageRuns(server);
  await chargeAt(server, DAY);
  expect(await runsOf(server)).toEqual(['2026-03 1 2026-03-01 80.00 declined']);
  expect(intents()).toMatchObject([{ status: 'canceled' }]);
});

test('what was claimed and not sent is not charged after autopay was stopped, nor a day later', async () => {
  const killed = providerOf(server);
  vi.spyOn(killed.stripe.paymentIntents, 'create').mockRejectedValue(new Error('killed'));
  await chargeAutopay(killed, { zone: NEW_YORK, now: new Date(DAY) });
  await server.call('DELETE', '/autopay', { as: resident });
  await ageRuns(server);
  await chargeAt(server, DAY);
  expect(await runsOf(server)).toEqual(['2026-03 1 2026-03-01 80.00 abandoned']);
  expect(intents()).toEqual([]);
  // The debt can be paid by hand again.
  expect((await create()).json()).toMatchObject({ amount: 80 });
});

test('what could not be sent for a day is given up and tried again, since the provider may not know the key any more', async () => {
  const killed = providerOf(server);
  vi.spyOn(killed.stripe.paymentIntents, 'create').mockRejectedValue(new Error('killed'));
  await chargeAutopay(killed, { zone: NEW_YORK, now: new Date(DAY) });
  await ageRuns(server, 24);
  await chargeAt(server, '2026-03-02T17:00:00Z');
  await chargeAt(server, '2026-03-03T17:00:00Z');
  expect(await runsOf(server)).toEqual([
    '2026-03 1 2026-03-01 80.00 abandoned',
    '2026-03 2 2026-03-03 80.00 succeeded',
  ]);
});

test('a charge on its way keeps anyone from opening a checkout for the same debt', async () => {
  const killed = providerOf(server);
  vi.spyOn(killed.stripe.paymentIntents, 'create').mockRejectedValue(new Error('killed'));
  await chargeAutopay(killed, { zone: NEW_YORK, now: new Date(DAY) });
  const answer = await create();
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'autopay_running' }]);
});

test('a checkout that is not confirmed is canceled before autopay charges, and cannot be paid any more', async () => {
  const started = (await create()).json<PaymentStarted>();
  await chargeAt(server, DAY);
  expect(await runsOf(server)).toEqual(PAID_ONCE);
  expect((await server.pay(started.clientSecret)).status).toBe(400);
  expect(await server.balance('resident')).toBe(0);
});

test('a checkout whose answer was lost is canceled at the provider too', async () => {
  loseAnswers(/^\/v1\/payment_intents$/);
  expect((await create()).statusCode).toBe(503);
  hearAgain();
  await chargeAt(server, DAY);
  expect(await runsOf(server)).toEqual(PAID_ONCE);
  expect(
    intents()
      .map(({ status }) => status)
      .sort(),
  ).toEqual(['canceled', 'succeeded']);
});

test('a checkout is canceled at the provider although a server with other settings began it', async () => {
  loseAnswers(/^\/v1\/payment_intents$/);
  await create();
  hearAgain();
  const provider = providerOf(server);
  const other = { ...provider, settings: { ...provider.settings, bankDebits: true as const } };
  await chargeAutopay(other, { zone: NEW_YORK, now: new Date(DAY) });
  expect(
    intents()
      .map(({ status }) => status)
      .sort(),
  ).toEqual(['canceled', 'succeeded']);
});

test('a checkout that was paid a moment before, of which nobody was told, is not paid again', async () => {
  const started = (await create()).json<PaymentStarted>();
  await server.pay(started.clientSecret);
  await chargeAt(server, DAY);
  expect(await runsOf(server)).toEqual(['2026-03 1 2026-03-01 0.00 nothing_due']);
  expect(charged()).toHaveLength(1);
  expect(await server.balance('resident')).toBe(0);
});

test('autopay and a payment by hand at the same moment pay once, whoever comes first', async () => {
  for (let round = 0; round < 6; round++) {
    const month = String(round + 3).padStart(2, '0');
    await Promise.all([
      chargeAt(server, `2026-${month}-01T17:00:00Z`),
      create().then(async (answer) => {
        if (answer.statusCode === 200) await server.pay(answer.json<PaymentStarted>().clientSecret);
      }),
    ]);
    await server.deliver(server.events());
    expect([round, await server.balance('resident')]).toEqual([round, 0]);
    await server.charge('resident', 80);
  }
  expect(charged()).toHaveLength(6);
});

test('the check of the ledger finds a month that was charged twice, and a success without a payment', async () => {
  await chargeAt(server, DAY);
  const { sql } = server.database;
  await sql`
    insert into autopay_runs (user_id, period, attempt, setup_id, payment_intent_id, ran_on, amount, outcome)
    select user_id, period, 2, setup_id, gen_random_uuid(), ran_on, amount, 'canceled' from autopay_runs where false`;
  const [other] = await sql<{ id: string }>`
    insert into payment_intents (user_id, amount, status) values (2, 80, 'canceled') returning id`;
  await sql`
    insert into autopay_runs (user_id, period, attempt, setup_id, payment_intent_id, ran_on, amount, outcome)
    select user_id, period, 2, setup_id, ${other!.id}, ran_on, amount, 'succeeded' from autopay_runs`;
  const found = (await ledgerDiscrepancies(server.database)).join('\n');
  expect(found).toContain('Autopay of user 2 charged 2 times for 2026-03');
  expect(found).toContain('Try 2 of autopay of user 2 for 2026-03 follows none that failed');
  expect(found).toContain('ended as succeeded, and its payment is of 80.00 by user 2, canceled');
  await sql`delete from autopay_runs where attempt = 2`;
});
