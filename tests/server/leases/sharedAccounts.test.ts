import { afterEach, beforeEach, expect } from 'vitest';
import type { OwnLease } from '../../../contract/leases/lease.ts';
import type { RecordedPayment, Transaction } from '../../../contract/ledger/ledger.ts';
import type { Receipt } from '../../../contract/payments/payments.ts';
import type { Notification } from '../../../contract/notifications/notification.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { postLateFees } from '../../../server/resources/leases/postLateFees.ts';
import { postLeaseCharges } from '../../../server/resources/leases/postLeaseCharges.ts';
import { refund } from '../../../stripe-stand-in/refundsAndDisputes.ts';
import { makePaymentChecksDue } from '../../support/server/paying.ts';
import { resident, server, test } from '../../support/server/payingWorld.ts';

const BILLED = 2;
const ROOMMATE = 3;
const RENT = 1450;
const zone = 'America/New_York';
let manager: string;
let roommate: string;
let lease: number;

/** A lease of unit 101 by the resident, who is billed, and the neighbour. */
beforeEach(async () => {
  const { sql } = server.database;
  manager = await server.token('manager');
  roommate = await server.token('neighbour');
  const [row] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration) values (1, '2026-01-01', 'actual_days') returning id`;
  lease = row!.id;
  await sql`
    insert into lease_tenants (lease_id, user_id, position) values (${lease}, ${BILLED}, 1), (${lease}, ${ROOMMATE}, 2)`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month) values (${lease}, 'rent', ${RENT}, 1, '2026-05-01')`;
  await postAt('2026-05-01');
});
afterEach(async () => expect(await ledgerDiscrepancies(server.database)).toEqual([]));

const postAt = (day: string) =>
  postLeaseCharges(server.database, { zone, now: new Date(`${day}T15:00:00Z`) });
const balances = () => Promise.all([server.balance('resident'), server.balance('neighbour')]);
const home = async (as: string) =>
  (await server.call('GET', '/leases/my-leases', { as })).json<OwnLease[]>()[0]?.home;
const record = (userId: number, amount: number, more: object = {}) =>
  server.call('POST', '/transactions/record-payment', {
    as: manager,
    body: { userId, unitId: 1, amount, type: 'Check', ...more },
  });
const charge = (userId: number, amount: number) =>
  server.call('POST', '/transactions/charge', {
    as: manager,
    body: { userId, unitId: 1, amount, description: 'A lost key' },
  });
const history = async (as: string) =>
  (await server.call('GET', '/transactions/my-history', { as })).json<Transaction[]>();
const events = () => server.events('payment_intent.succeeded');

test('each tenant sees what the home owes, and only who is billed has it in their balance', async () => {
  expect(await balances()).toEqual([RENT, 0]);
  expect(await home(roommate)).toMatchObject({
    ...{ billed_to: 'Robin Hale', owes: RENT, processing: 0 },
    entries: [{ type: 'Rent', amount: RENT, open: RENT, paid_by: null, is_own: false }],
  });
  expect(await home(resident)).toBeNull();
  expect(await home(await server.token('newcomer'))).toBeUndefined();
});

test('the check of a tenant who is not billed pays the rent of the home, and names them', async () => {
  const payment = (await record(ROOMMATE, 450, { received_on: '2026-05-02' })).json<RecordedPayment>();
  expect(payment).toMatchObject({
    user_id: BILLED,
    amount: -450,
    payer: { id: ROOMMATE, name: 'Noor Aziz' },
  });
  expect(await balances()).toEqual([1000, 0]);
  expect(await history(resident)).toMatchObject([
    { id: payment.id, payer: { id: ROOMMATE } },
    { type: 'Rent', payer: null },
  ]);
  expect(await home(roommate)).toMatchObject({
    owes: 1000,
    entries: [{ id: payment.id, paid_by: 'Noor Aziz', is_own: true }, { open: 1000 }],
  });
  const told = async (as: string) =>
    (await server.call('GET', '/notifications', { as })).json<Notification[]>()[0]?.title;
  expect(await told(resident)).toBe('Noor Aziz paid $450.00 for your home');
  expect(await told(roommate)).toBe('Your payment of $450.00 was received');
  const receipt = (as: string) => server.call('GET', `/transactions/${payment.id}/receipt`, { as });
  expect((await receipt(roommate)).json<Receipt>()).toMatchObject({
    name: 'Noor Aziz',
    amount: 450,
    balance_after: 1000,
  });
  expect((await receipt(resident)).statusCode).toBe(200);
  expect((await receipt(await server.token('newcomer'))).statusCode).toBe(404);
});

test('rent that roommates paid together in time bears no late fee', async () => {
  const { sql } = server.database;
  await sql`
    insert into late_fee_rules (lease_id, from_day, kind, grace_days, amount) values (${lease}, '2026-01-01', 'flat', 5, 50)`;
  await record(BILLED, 725, { received_on: '2026-05-01' });
  await record(ROOMMATE, 725, { received_on: '2026-05-03' });
  const late = () => postLateFees(server.database, { zone, now: new Date('2026-05-20T15:00:00Z') });
  expect(await late()).toBe(0);
  await postAt('2026-06-01');
  expect(await postLateFees(server.database, { zone, now: new Date('2026-06-20T15:00:00Z') })).toBe(1);
  expect(await home(roommate)).toMatchObject({ owes: RENT + 50 });
});

test('a tenant who owes something themselves pays that first, unless the home is chosen', async () => {
  await charge(ROOMMATE, 50);
  expect(await balances()).toEqual([RENT, 50]);
  expect((await record(ROOMMATE, 50)).json()).toMatchObject({ user_id: ROOMMATE, payer: null });
  expect(await balances()).toEqual([RENT, 0]);
  await charge(ROOMMATE, 50);
  expect((await record(ROOMMATE, 450, { for_home: true })).json()).toMatchObject({ user_id: BILLED });
  expect(await balances()).toEqual([1000, 50]);
  expect((await record(ROOMMATE, 60, { for_home: false })).json()).toMatchObject({ user_id: ROOMMATE });
  expect(await balances()).toEqual([1000, -10]);
  const alone = await record(BILLED, 10, { for_home: true });
  expect([alone.statusCode, alone.json()]).toMatchObject([
    400,
    { fields: { for_home: expect.any(String) as string } },
  ]);
});

test('what a roommate paid pays the charges of their lease alone', async () => {
  const { sql } = server.database;
  // An older debt of another home, which the roommate had nothing to do with.
  await sql`
    insert into transactions (user_id, unit_id, amount, type, description, effective_on, created_by)
    values (${BILLED}, 2, 300, 'Rent', 'Rent of another home', '2026-01-01', 1)`;
  await record(ROOMMATE, 1500);
  expect(await home(roommate)).toMatchObject({ owes: 0, entries: [{ open: 50 }, { open: 0 }] });
  expect(await balances()).toEqual([250, 0]);
  // What they paid ahead pays the next rent, and what the other tenant pays, the rest of all.
  await postAt('2026-06-01');
  expect(await home(roommate)).toMatchObject({ owes: 1400 });
  await record(BILLED, 1700);
  expect(await balances()).toEqual([0, 0]);
});

test('a check that came back is owed by the home again', async () => {
  const payment = (await record(ROOMMATE, RENT)).json<RecordedPayment>();
  expect(await home(roommate)).toMatchObject({ owes: 0 });
  const back = await server.call('POST', `/transactions/${payment.id}/return`, {
    as: manager,
    body: { reason: 'No funds', fee: 25 },
  });
  expect(back.json()).toMatchObject({ user_id: BILLED, amount: RENT, payer: { id: ROOMMATE } });
  expect(await home(roommate)).toMatchObject({ owes: RENT + 25 });
});

test('two roommates may pay the same amount on one day, and one of them only once', async () => {
  expect((await record(ROOMMATE, 725, { ask_if_repeated: true })).statusCode).toBe(201);
  expect((await record(BILLED, 725, { ask_if_repeated: true })).statusCode).toBe(201);
  const again = await record(ROOMMATE, 725, { ask_if_repeated: true });
  expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'payment_repeated' }]);
});

test('a roommate pays the home by card, and a refund is owed by the home again', async () => {
  const started = await server.begin(roommate);
  expect(started.amount).toBe(RENT);
  const { body: paid } = await server.pay(started.clientSecret);
  await server.deliver(events());
  await server.deliver(events());
  expect(await balances()).toEqual([0, 0]);
  expect(await home(roommate)).toMatchObject({
    owes: 0,
    entries: [{ type: 'Card Payment', paid_by: 'Noor Aziz', is_own: true }, { type: 'Rent' }],
  });
  const none = await server.call('POST', '/stripe_payments/create-payment', { as: roommate });
  expect([none.statusCode, none.json()]).toMatchObject([409, { code: 'nothing_due' }]);
  refund(server.standIn.account, { payment_intent: paid.id, amount: '45000' });
  await server.deliver(server.events().filter(({ type }) => type.includes('refund')));
  expect(await balances()).toEqual([450, 0]);
  expect(await home(roommate)).toMatchObject({
    owes: 450,
    entries: [{ type: 'Card Refund', amount: 450 }, {}, {}],
  });
});

test('a checkout of one’s own debt is ended once the home is what is due', async () => {
  await charge(ROOMMATE, 50);
  const own = await server.begin(roommate);
  expect(own.amount).toBe(50);
  await record(ROOMMATE, 50);
  const ofHome = await server.begin(roommate);
  expect(ofHome.amount).toBe(RENT);
  expect(ofHome.clientSecret).not.toBe(own.clientSecret);
  expect((await server.pay(own.clientSecret)).status).toBe(400);
  await server.pay(ofHome.clientSecret);
  await server.deliver(events());
  expect(await balances()).toEqual([0, 0]);
});

test('a debit that the bank processes is told to the other tenant, who cannot pay it again', async () => {
  const started = await server.begin(roommate);
  const id = started.clientSecret.split('_secret_')[0]!;
  server.standIn.account.state.intents[id]!.status = 'processing';
  await makePaymentChecksDue(server);
  await server.call('GET', '/stripe_payments/open', { as: roommate });
  expect(await home(roommate)).toMatchObject({ owes: RENT, processing: RENT });
  const again = await server.call('POST', '/stripe_payments/create-payment', { as: resident });
  expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'payment_processing' }]);
  // Both are told to look again, whoever pays.
  await server.database.sql`delete from list_changes`;
  await server.database.sql`update payment_intents set status = 'requires_payment_method'`;
  const told = await server.database.sql<{ scope: string }>`
    select distinct scope from list_changes where list = 'leases' order by scope`;
  expect(told.map(({ scope }) => scope)).toEqual([`user:${BILLED}`, `user:${ROOMMATE}`]);
});

test('a lease that accepts no payments takes none of any tenant', async () => {
  await server.begin(roommate);
  await server.database.sql`update leases set payment_policy = 'nothing' where id = ${lease}`;
  const refused = await server.call('POST', '/stripe_payments/create-payment', { as: roommate });
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'payments_not_accepted' }]);
  expect((await record(ROOMMATE, 450)).json()).toMatchObject({ code: 'payments_not_accepted' });
});
