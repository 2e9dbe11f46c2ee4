import { expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import type { PaymentStarted } from '../../../contract/payments/payments.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { resident, server, test } from '../../support/server/payingWorld.ts';

const begin = (amount: unknown) =>
  server.call('POST', '/stripe_payments/create-partial-payment', { as: resident, body: { amount } });
async function refused(amount: unknown) {
  const answer = await begin(amount);
  const { code, fields } = answer.json<Failure>();
  return { status: answer.statusCode, code, at: Object.keys(fields ?? {}) };
}

/** The resident owes $1,000.00 of rent and $200.00 of a fee, under a lease with this policy. */
async function owe(policy?: PaymentPolicy, starts = '2020-01-01'): Promise<void> {
  const { sql } = server.database;
  await sql`
    insert into transactions (user_id, unit_id, amount, type, description, created_by)
    values (2, 1, 1000, 'Rent', 'Rent', 1), (2, 1, 200, 'Damage Fee', 'A pane', 1)`;
  if (policy) await lease(policy, starts);
}
async function lease(policy: PaymentPolicy, starts: string, billed = 2): Promise<void> {
  const { sql } = server.database;
  const [started] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration, payment_policy)
    values (1, ${starts}, 'actual_days', ${policy}) returning id`;
  await sql`
    insert into lease_tenants (lease_id, user_id, position)
    values (${started!.id}, ${billed}, 1), (${started!.id}, ${billed === 2 ? 3 : 2}, 2)`;
}

test('without a lease only the full balance can be paid', async () => {
  await owe();
  expect(await refused(100)).toEqual({ status: 409, code: 'full_balance_only', at: ['amount'] });
  expect((await begin(1200)).json()).toMatchObject({ amount: 1200 });
});

test('under a lease that says so, any part of the balance can be paid, and is in the ledger once', async () => {
  await owe('any_amount');
  const started = (await begin(250.25)).json<PaymentStarted>();
  expect(started.amount).toBe(250.25);
  await server.pay(started.clientSecret);
  await server.deliver(server.events());
  await server.deliver(server.events());
  expect(await server.balance('resident')).toBe(949.75);
  const [paid] = await server.history(resident);
  expect(paid).toMatchObject({ amount: -250.25, type: 'Card Payment', pays: [{ amount: 250.25 }] });
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('a part that would leave less than a card can pay is refused', async () => {
  await owe('any_amount');
  expect(await refused(1199.51)).toEqual({ status: 409, code: 'too_little_left', at: ['amount'] });
  expect((await begin(1199.5)).json()).toMatchObject({ amount: 1199.5 });
});

test('more than the balance is taken as the balance', async () => {
  await owe('any_amount');
  expect((await begin(5000)).json()).toMatchObject({ amount: 1200 });
});

test('the started payment is changed to another part, and to the whole balance', async () => {
  await owe('any_amount');
  const first = (await begin(250)).json<PaymentStarted>();
  const second = (await begin(300)).json<PaymentStarted>();
  expect(second).toMatchObject({ clientSecret: first.clientSecret, amount: 300 });
  expect(await server.begin(resident)).toMatchObject({ clientSecret: first.clientSecret, amount: 1200 });
});

test('at least the rent that is open must be paid where the lease says so', async () => {
  await owe('at_least_rent');
  expect(await refused(999.99)).toEqual({ status: 409, code: 'too_little', at: ['amount'] });
  expect((await begin(1000)).statusCode).toBe(200);
  // Once the rent is paid, any part of the rest.
  await server.call('POST', '/transactions/record-payment', {
    as: await server.token('manager'),
    body: { userId: 2, unitId: 1, amount: 1000, type: 'Cash' },
  });
  expect((await begin(50)).json()).toMatchObject({ amount: 50 });
});

test('nothing is accepted under a lease that accepts nothing, neither by card nor by management', async () => {
  await owe('nothing');
  const blocked = { status: 409, code: 'payments_not_accepted', at: [] };
  expect(await refused(100)).toEqual(blocked);
  const whole = await server.call('POST', '/stripe_payments/create-payment', { as: resident });
  expect([whole.statusCode, whole.json()]).toMatchObject([409, { code: 'payments_not_accepted' }]);
  const recorded = await server.call('POST', '/transactions/record-payment', {
    as: await server.token('manager'),
    body: { userId: 2, unitId: 1, amount: 100, type: 'Cash' },
  });
  expect([recorded.statusCode, recorded.json()]).toMatchObject([409, { code: 'payments_not_accepted' }]);
  expect(Object.keys(server.standIn.account.state.intents)).toEqual([]);
});

test('the latest lease that has started decides, of those that one is billed for', async () => {
  await owe('full_balance');
  await lease('any_amount', '2021-01-01');
  await lease('nothing', '2099-01-01');
  await lease('nothing', '2022-01-01', 3);
  expect((await begin(100)).statusCode).toBe(200);
});

test('a lease that accepts nothing goes before a later one, as long as it runs', async () => {
  await owe('nothing');
  await lease('any_amount', '2021-01-01');
  expect(await refused(100)).toMatchObject({ status: 409, code: 'payments_not_accepted' });
  await server.database.sql`update leases set ends = '2024-12-31' where payment_policy = 'nothing'`;
  expect((await begin(100)).statusCode).toBe(200);
});

test('a part that a card cannot pay, or that is no amount, is refused', async () => {
  await owe('any_amount');
  expect(await refused(0.49)).toMatchObject({ status: 409, code: 'too_little' });
  for (const amount of [0, -5, 1.005, '100', null]) {
    expect(await refused(amount), String(amount)).toMatchObject({ status: 400, at: ['amount'] });
  }
});
