import { afterEach, expect } from 'vitest';
import type { PaymentPolicy } from '../../../../contract/leases/paymentPolicy.ts';
import { postLeaseCharges } from '../../../../server/resources/leases/postLeaseCharges.ts';
import { ledgerDiscrepancies } from '../../../../server/resources/ledger/discrepancies.ts';
import { recurringJobs } from '../../../../server/jobs/recurringJobs.ts';
import { chargeAt, NEW_YORK } from '../../../support/server/autopay.ts';
import { resident, server, test as base } from '../../../support/server/payingWorld.ts';
import { read, intents, charged, runs, setUp, at } from '../../../support/server/payments/autopayRuns.ts';

const test = base.extend('environment', { STRIPE_BANK_DEBITS: 'true' });

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
] as const)('at %s the first of the month has started or not in %s', async (time, zone, expected) => {
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
