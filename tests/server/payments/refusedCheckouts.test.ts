import { beforeEach, expect, vi } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import type { PaymentStarted } from '../../../contract/payments/payments.ts';
import { recurringJobs } from '../../../server/jobs/recurringJobs.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { stripeClient } from '../../../server/resources/payments/cardProvider.ts';
import { resident, server, test } from '../../support/server/payingWorld.ts';

let lease: number;

/** The resident owes $1,000.00 of rent and $200.00 of a fee, under a lease that lets any part be paid. */
beforeEach(async () => {
  const { sql } = server.database;
  await sql`
    insert into transactions (user_id, unit_id, amount, type, description, created_by)
    values (2, 1, 1000, 'Rent', 'Rent', 1), (2, 1, 200, 'Damage Fee', 'A pane', 1)`;
  const [started] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration, payment_policy)
    values (1, '2020-01-01', 'actual_days', 'any_amount') returning id`;
  lease = started!.id;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (${lease}, 2, 1)`;
});

const tryPart = (amount: number) =>
  server.call('POST', '/stripe_payments/create-partial-payment', { as: resident, body: { amount } });
const beginPart = async (amount: number) => (await tryPart(amount)).json<PaymentStarted>().clientSecret;
/** As a manager does. */
async function allow(payment_policy: PaymentPolicy): Promise<void> {
  const as = await server.token('manager');
  const answer = await server.call('PUT', `/leases/${lease}`, { as, body: { payment_policy } });
  expect(answer.statusCode, answer.body).toBe(200);
}
const statuses = () => Object.values(server.standIn.account.state.intents).map(({ status }) => status);
const job = () =>
  recurringJobs(server.app)
    .find(({ name }) => name === 'settle-card-payments')!
    .run(new AbortController().signal);
/** A change that is not heard of, as behind a pooler: no trigger runs. */
const allowUntold = (policy: PaymentPolicy) =>
  server.database.transaction(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update leases set payment_policy = ${policy} where id = ${lease}`;
  });

test.each(['full_balance', 'at_least_rent', 'nothing'] as const)(
  'an open checkout of a part can be paid no more as soon as management allows %s',
  async (policy) => {
    const started = await beginPart(300);
    await allow(policy);
    await expect.poll(() => statuses()).toEqual(['canceled']);
    const { status, body } = await server.pay(started);
    expect([status, body.error?.code]).toEqual([400, 'payment_intent_unexpected_state']);
    expect(await server.balance('resident')).toBe(1200);
  },
);

test('a checkout whose amount is still allowed stays open, and is paid', async () => {
  const started = await beginPart(1000);
  await allow('at_least_rent');
  await job();
  expect(statuses()).toEqual(['requires_payment_method']);
  // What is charged later does not cancel it: the policy did not change since.
  await server.charge('resident', 50);
  await server.database.sql`
    insert into transactions (user_id, unit_id, amount, type, description, created_by)
    values (2, 1, 1100, 'Rent', 'Rent', 1)`;
  await job();
  expect((await server.pay(started)).status).toBe(200);
  await server.deliver(server.events());
  expect(await server.balance('resident')).toBe(1350);
});

test('a checkout of the full balance stays open when only the full balance can be paid', async () => {
  await beginPart(1200);
  await allow('full_balance');
  await job();
  expect(statuses()).toEqual(['requires_payment_method']);
});

test('a change that the server was not told of cancels the checkout within a minute', async () => {
  const started = await beginPart(300);
  await job();
  expect(statuses()).toEqual(['requires_payment_method']);
  await allowUntold('full_balance');
  await job();
  expect(statuses()).toEqual(['canceled']);
  expect((await server.pay(started)).status).toBe(400);
});

test('asking again for a part that is allowed no more is refused in words, and cancels the open checkout', async () => {
  const started = await beginPart(300);
  await allowUntold('full_balance');
  const again = await tryPart(300);
  expect([again.statusCode, again.json<Failure>()]).toMatchObject([
    409,
    { code: 'full_balance_only', message: 'Only the full balance can be paid.' },
  ]);
  expect((await server.pay(started)).status).toBe(400);
  // The full balance is paid by a payment of its own.
  expect(await server.begin(resident)).toMatchObject({ amount: 1200 });
});

test('a checkout that was opened while the policy changed is not handed out', async () => {
  const stripe = stripeClient(server.standIn.settings);
  const create = vi.spyOn(
    Object.getPrototypeOf(stripe.paymentIntents) as typeof stripe.paymentIntents,
    'create',
  );
  create.mockImplementationOnce(async function (this: typeof stripe.paymentIntents, ...args) {
    await allow('full_balance');
    return Reflect.apply(create, this, args);
  });
  const answer = await tryPart(300);
  expect([answer.statusCode, answer.json<Failure>().code]).toEqual([409, 'full_balance_only']);
  expect(statuses()).toEqual(['canceled']);
});

test('a part that the card was charged with already is recorded, whatever is allowed by then', async () => {
  const started = await beginPart(300);
  await server.pay(started);
  // Its event is late.
  await allow('nothing');
  await job();
  await expect.poll(() => server.balance('resident')).toBe(900);
  await server.deliver(server.events());
  expect((await server.history(resident)).filter(({ type }) => type === 'Card Payment')).toMatchObject([
    { amount: -300 },
  ]);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('a checkout that the version before opened is judged by its amount', async () => {
  await beginPart(300);
  await server.database.sql`update payment_intents set payment_policy = null`;
  await job();
  expect(statuses()).toEqual(['requires_payment_method']);
  await allowUntold('full_balance');
  await job();
  expect(statuses()).toEqual(['canceled']);
});
