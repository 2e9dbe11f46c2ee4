import { afterEach, beforeEach, expect } from 'vitest';
import type { Lease, OwnLease } from '../../../../contract/leases/lease.ts';
import type { Notification } from '../../../../contract/notifications/notification.ts';
import { ledgerDiscrepancies } from '../../../../server/resources/ledger/discrepancies.ts';
import { notifyOfRent } from '../../../../server/resources/leases/notifyOfRent.ts';
import { postLeaseCharges } from '../../../../server/resources/leases/postLeaseCharges.ts';
import { announceCharges } from '../../../../server/resources/payments/autopay/announceCharges.ts';
import { notifyOfCharges } from '../../../../server/resources/payments/autopay/notifyOfCharges.ts';
import { NEW_YORK, setUpAutopay } from '../../../support/server/autopay.ts';
import { makePaymentChecksDue } from '../../../support/server/paying.ts';
import { resident, server, test as base } from '../../../support/server/payingWorld.ts';
import { at, charged, runs } from '../../../support/server/payments/autopayRuns.ts';

const test = base.extend('environment', { STRIPE_BANK_DEBITS: 'true' });

const [BILLED, ROOMMATE] = [2, 3];
let manager: string;
let roommate: string;
let lease: number;

/** A lease with rent of $1,450.00 on the 1st, 60 % of which is asked of who is billed. */
beforeEach(async () => {
  const { sql } = server.database;
  manager = await server.token('manager');
  roommate = await server.token('neighbour');
  const [row] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration) values (1, '2026-02-01', 'actual_days') returning id`;
  lease = row!.id;
  await sql`
    insert into lease_tenants (lease_id, user_id, position) values (${lease}, ${BILLED}, 1), (${lease}, ${ROOMMATE}, 2)`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month) values (${lease}, 'rent', 1450, 1, '2026-03-01')`;
  await change({ shares: { in: 'percent', of: [60, 40] } });
  await sql`update leases set shares_set_at = '2026-02-01'`;
});
afterEach(async () => expect(await ledgerDiscrepancies(server.database)).toEqual([]));

const change = (body: object) =>
  server.call('PUT', `/leases/${lease}`, { as: manager, body }).then((answer) => answer.json<Lease>());
const post = (day: string) =>
  postLeaseCharges(server.database, { zone: NEW_YORK, now: new Date(`${day}T12:00:00Z`) });
const pay = (userId: number, amount: number) =>
  server.call('POST', '/transactions/record-payment', {
    as: manager,
    body: { userId, unitId: 1, amount, type: 'Check' },
  });
const mine = async (as: string) =>
  (await server.call('GET', '/leases/my-leases', { as })).json<OwnLease[]>()[0]!;
const amounts = () => charged().map(({ amount }) => amount);

test('each tenant’s autopay charges their share, and what is left of it is theirs', async () => {
  await setUpAutopay(server, resident);
  await setUpAutopay(server, roommate);
  await post('2026-03-01');
  expect(await mine(resident)).toMatchObject({
    asked: 870,
    shares: { of: [60, 40], own: 0, open: 1450, total: 1450, whole: 870 },
  });
  expect((await mine(roommate)).shares).toMatchObject({ own: 1, whole: 580 });
  await at('2026-03-01');
  await at('2026-03-02');
  expect(await runs()).toEqual([
    '2026-03 1 2026-03-01 870.00 succeeded',
    '2026-03 1 2026-03-01 580.00 succeeded',
  ]);
  expect(await server.balance('resident')).toBe(0);
  await post('2026-04-01');
  // Half of the share was paid at the office.
  await pay(ROOMMATE, 290);
  await at('2026-04-01');
  expect((await runs()).filter((run) => run.startsWith('2026-04'))).toEqual([
    '2026-04 1 2026-04-01 870.00 succeeded',
    '2026-04 1 2026-04-01 290.00 succeeded',
  ]);
});

test('what the other one leaves unpaid is not charged, and stays the home’s debt', async () => {
  await setUpAutopay(server, roommate);
  for (const month of ['2026-03-01', '2026-04-01']) {
    await post(month);
    await at(month);
  }
  expect(await runs()).toEqual([
    '2026-03 1 2026-03-01 580.00 succeeded',
    '2026-04 1 2026-04-01 580.00 succeeded',
  ]);
  expect(await server.balance('resident')).toBe(1740);
  expect((await mine(resident)).asked).toBe(1740);
});

test('who paid ahead for the other one is not asked for the same share again once the rest comes', async () => {
  await post('2026-03-01');
  await pay(ROOMMATE, 580);
  await post('2026-04-01');
  await pay(ROOMMATE, 580);
  await pay(BILLED, 290);
  expect([(await mine(resident)).asked, (await mine(roommate)).asked]).toEqual([1450, 0]);
  await setUpAutopay(server, roommate);
  await at('2026-04-01');
  expect(await runs()).toEqual(['2026-04 1 2026-04-01 0.00 nothing_due']);
});

test('what somebody owes beside the lease is charged whole', async () => {
  await setUpAutopay(server, resident);
  await post('2026-03-01');
  // Of another home, which the roommate has nothing to do with.
  await server.database.sql`
    insert into transactions (user_id, unit_id, amount, type, description, created_by)
    values (${BILLED}, 2, 50, 'Damage Fee', 'A key of another home', 1)`;
  await at('2026-03-01');
  expect(await runs()).toEqual(['2026-03 1 2026-03-01 920.00 succeeded']);
});

test('a payment of another tenant, made or being processed, leaves at most the rest to charge', async () => {
  await setUpAutopay(server, resident);
  await post('2026-03-01');
  const started = await server.begin(roommate);
  const intent = server.standIn.account.state.intents[started.clientSecret.split('_secret_')[0]!]!;
  intent.status = 'processing';
  await makePaymentChecksDue(server);
  await server.call('GET', '/stripe_payments/open', { as: roommate });
  expect((await mine(resident)).shares).toMatchObject({ others_processing: 1450 });
  await at('2026-03-01');
  expect(await runs()).toEqual(['2026-03 1 2026-03-01 0.00 nothing_due']);
  await post('2026-04-01');
  await at('2026-04-01');
  expect(amounts()).toEqual([145000]);
});

test('what the bank is processing of one’s own share is not charged again', async () => {
  await change({ payment_policy: 'any_amount' });
  await setUpAutopay(server, resident);
  await post('2026-03-01');
  const part = await server.call('POST', '/stripe_payments/create-partial-payment', {
    as: resident,
    body: { amount: 400 },
  });
  await server.pay(part.json<{ clientSecret: string }>().clientSecret, 'pm_usBankAccount_success');
  await server.deliver(server.events('payment_intent.processing'));
  await at('2026-03-01');
  expect(await runs()).toEqual(['2026-03 1 2026-03-01 470.00 succeeded']);
});

test('a share over the limit is charged nothing where the lease wants all of it, and is told as the share', async () => {
  await setUpAutopay(server, roommate, { max_amount: 500 });
  await post('2026-03-01');
  await at('2026-03-01');
  expect(await runs()).toEqual(['2026-03 1 2026-03-01 580.00 over_limit']);
  await change({ payment_policy: 'any_amount' });
  await post('2026-04-01');
  await at('2026-04-01');
  expect((await runs()).at(-1)).toBe('2026-04 1 2026-04-01 500.00 succeeded');
});

test('the notice three days before says whose share it is of how much', async () => {
  await setUpAutopay(server, resident, { charge_day: 20 });
  await setUpAutopay(server, roommate, { charge_day: 20 });
  const told = async (as: string, day: string) => {
    const options = { zone: NEW_YORK, now: new Date(`${day}T17:00:00Z`) };
    await notifyOfRent(server.database, {
      ...options,
      autopay: (sql, users) => announceCharges(sql, users, options),
    });
    await notifyOfCharges(server.database, options);
    return (await server.call('GET', '/notifications', { as })).json<Notification[]>()[0]?.body;
  };
  expect(await told(resident, '2026-02-26')).toContain(
    'Autopay charges $870.00 (your share of 60 %, $870.00 of $1,450.00) on March 20, 2026, from Visa ending in 4242.',
  );
  await post('2026-03-01');
  await pay(ROOMMATE, 80);
  expect(await told(roommate, '2026-03-17')).toBe(
    'Autopay charges $500.00 (what is left of your share of 40 %, $580.00 of $1,450.00) on March 20, 2026, from Visa ending in 4242.',
  );
});

test('who becomes a tenant today is asked for no share of older debts, which stay the lease’s', async () => {
  await post('2026-03-01');
  await change({ tenant_ids: [BILLED, 4], shares: { in: 'percent', of: [60, 40] } });
  const newcomer = await server.token('newcomer');
  expect([(await mine(resident)).asked, (await mine(newcomer)).asked]).toEqual([1450, 0]);
  expect((await mine(newcomer)).home?.owes).toBe(1450);
  await server.call('POST', '/transactions/charge', {
    as: manager,
    body: { userId: BILLED, unitId: 1, amount: 100, description: 'Water' },
  });
  expect([(await mine(resident)).asked, (await mine(newcomer)).asked]).toEqual([1510, 40]);
  // Who stays one is asked as before, also in another order.
  await change({ tenant_ids: [4, BILLED] });
  expect(
    await server.database.sql<{ user_id: number; is_new: boolean }>`
    select user_id, since is not null as is_new from lease_tenants where lease_id = ${lease} order by user_id`,
  ).toEqual([
    { user_id: BILLED, is_new: false },
    { user_id: 4, is_new: true },
  ]);
});

test('what management credits of a charge is divided as the charge is', async () => {
  await post('2026-03-01');
  const [rent] = await server.history(resident);
  await server.call('POST', '/transactions/credit', {
    as: manager,
    body: {
      userId: BILLED,
      unitId: 1,
      amount: 100,
      type: 'Concession',
      reason: 'No heat',
      charge_id: rent!.id,
    },
  });
  expect([(await mine(resident)).asked, (await mine(roommate)).asked]).toEqual([810, 540]);
});

test('what is given back of a payment is asked of no other tenant', async () => {
  await pay(ROOMMATE, 100);
  const refund = await server.call('POST', '/transactions/refund', {
    as: manager,
    body: { userId: BILLED, unitId: 1, amount: 100 },
  });
  expect(refund.statusCode, refund.body).toBe(201);
  await post('2026-03-01');
  expect([(await mine(resident)).asked, (await mine(roommate)).asked]).toEqual([870, 580]);
});
