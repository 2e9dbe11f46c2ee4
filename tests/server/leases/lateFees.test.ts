import { expect } from 'vitest';
import type { LateFeeRule } from '../../../contract/leases/lateFee.ts';
import type { OwnLease } from '../../../contract/leases/lease.ts';
import type { RecordedPayment, Transaction } from '../../../contract/ledger/ledger.ts';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { postEntries } from '../../../server/resources/ledger/postEntries.ts';
import { postLateFees } from '../../../server/resources/leases/postLateFees.ts';
import { postLeaseCharges } from '../../../server/resources/leases/postLeaseCharges.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';

const NEW_YORK = 'America/New_York';
const RENT = 1450;

/** Posts what falls due, and then the late fees, as the jobs do at a time. */
async function runAt(day: string, zone = NEW_YORK): Promise<number> {
  const now = new Date(day.includes('T') ? day : `${day}T15:00:00Z`);
  await postLeaseCharges(server.database, { zone, now });
  return postLateFees(server.database, { zone, now });
}

/** Begins the resident's lease with rent on the 1st, and a rule, straight in the database: both may begin long ago. */
async function begin(rule: Partial<LateFeeRule> = {}): Promise<number> {
  const { sql } = server.database;
  const [lease] = await sql<{ id: number }>`
    insert into leases (unit_id, starts, proration) values (1, '2026-01-01', 'actual_days') returning id`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (${lease!.id}, 2, 1)`;
  await sql`
    insert into lease_charges (lease_id, kind, amount, due_day, from_month) values
      (${lease!.id}, 'rent', ${RENT}, 1, '2026-05-01'), (${lease!.id}, 'parking', 80, 1, '2026-05-01')`;
  await setRule({ of: 'property' }, rule);
  return lease!.id;
}

async function setRule(
  { of, lease = null }: { of: 'property' | 'lease'; lease?: number | null },
  { from_day = '2026-01-01', kind = 'flat', grace_days = 5, ...amounts }: Partial<LateFeeRule>,
) {
  const { amount = kind === 'flat' ? 50 : null, percent = null, cap = null } = amounts;
  const { daily_amount = null, daily_cap = null } = amounts;
  await server.database.sql`
    insert into late_fee_rules
      (property_id, lease_id, from_day, kind, grace_days, amount, percent, cap, daily_amount, daily_cap)
    select case when ${of} = 'property' then property_id end, ${lease}, ${from_day}, ${kind}, ${grace_days},
      ${amount}, ${percent}, ${cap}, ${daily_amount}, ${daily_cap} from units where id = 1`;
}

const history = async () =>
  (await server.call('GET', '/transactions/my-history', { as: resident })).json<Transaction[]>();
const fees = async () =>
  (await history())
    .filter(({ type }) => type === 'Late Fee')
    .map(({ effective_on, amount, description }) => [effective_on, amount, description])
    .reverse();
async function pay(amount: number, received_on?: string): Promise<RecordedPayment> {
  const body = { userId: 2, unitId: 1, amount, type: 'Check', received_on };
  const answer = await server.call('POST', '/transactions/record-payment', { as: manager, body });
  expect(answer.statusCode).toBe(201);
  return answer.json();
}

test('rent that is not paid on the last of its days costs a fee on the next, once', async () => {
  await begin();
  expect(await runAt('2026-05-01')).toBe(0);
  expect(await runAt('2026-05-05')).toBe(0);
  expect(await runAt('2026-05-06')).toBe(1);
  expect(await runAt('2026-05-06')).toBe(0);
  expect(await runAt('2026-05-30')).toBe(0);
  expect(await fees()).toEqual([['2026-05-06', 50, 'Late fee for rent for May 2026']]);
  const [fee] = (await history()).filter(({ type }) => type === 'Late Fee');
  const rent = (await history()).find(({ type }) => type === 'Rent')!;
  expect(fee!.late_fee).toEqual({ rent: rent.id, unpaid: RENT, late_on: '2026-05-06' });
  expect(rent.late_fee).toBeNull();
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
});

test('the day is the property’s own', async () => {
  await begin();
  await runAt('2026-05-01');
  await server.database
    .sql`update properties set time_zone = 'Pacific/Honolulu' where id = (select property_id from units where id = 1)`;
  expect(await runAt('2026-05-06T09:59:00Z')).toBe(0);
  expect(await runAt('2026-05-06T10:00:00Z')).toBe(1);
});

test('rent that was paid in time costs none, whatever else is unpaid', async () => {
  await begin();
  await runAt('2026-05-01');
  // Rent is paid before parking.
  await pay(RENT);
  expect(await runAt('2026-05-10')).toBe(0);
});

test('a percentage is of the rent that is not paid, and never of fees', async () => {
  await begin({ kind: 'percent', percent: 10, cap: 100 });
  await runAt('2026-05-01');
  await pay(1000);
  await runAt('2026-05-06');
  expect((await fees())[0]).toEqual(['2026-05-06', 45, 'Late fee for rent for May 2026']);
  // Of June nothing is paid: $145.00, and at most $100.00.
  await runAt('2026-06-01');
  await runAt('2026-06-06');
  expect((await fees())[1]).toEqual(['2026-06-06', 100, 'Late fee for rent for June 2026']);
});

test('each late day costs its fee up to the most, and none after the rent is paid', async () => {
  await begin({ daily_amount: 10, daily_cap: 25 });
  for (const day of ['01', '06', '07', '09', '10', '11']) await runAt(`2026-05-${day}`);
  expect((await fees()).map(([day, amount]) => [day, amount])).toEqual([
    ['2026-05-06', 50],
    ['2026-05-07', 10],
    ['2026-05-09', 10],
    ['2026-05-10', 5],
  ]);
  expect((await fees())[1]![2]).toBe('Late fee for rent for May 2026, May 7');
  await pay(2 * RENT);
  expect(await runAt('2026-05-12')).toBe(0);
});

test('a lease may charge otherwise than its property, or nothing', async () => {
  const lease = await begin();
  await setRule({ of: 'lease', lease }, { amount: 15 });
  await setRule({ of: 'lease', lease }, { kind: 'none', from_day: '2026-06-01' });
  await runAt('2026-05-01');
  await runAt('2026-05-06');
  await runAt('2026-06-01');
  await runAt('2026-06-30');
  expect((await fees()).map(([, amount]) => amount)).toEqual([15]);
});

test('rent that was due before a rule began costs nothing', async () => {
  await begin({ from_day: '2026-05-02' });
  await runAt('2026-05-01');
  expect(await runAt('2026-05-20')).toBe(0);
});

test('the days to pay of rent that was posted late begin when it was posted', async () => {
  await begin();
  expect(await runAt('2026-05-20')).toBe(0);
  expect(await runAt('2026-05-24')).toBe(0);
  expect(await runAt('2026-05-25')).toBe(1);
});

test('no fee comes while posting is paused', async () => {
  const lease = await begin();
  await runAt('2026-05-01');
  await server.database.sql`update leases set paused = true where id = ${lease}`;
  expect(await runAt('2026-05-06')).toBe(0);
  await server.database.sql`update leases set paused = false where id = ${lease}`;
  await server.database.sql`insert into lease_posting (paused) values (true)`;
  expect(await runAt('2026-05-06')).toBe(0);
});

test('no fee comes while nothing is accepted, and the days to pay begin again once payments are', async () => {
  const lease = await begin({ daily_amount: 10, daily_cap: 100 });
  await runAt('2026-05-01');
  const accept = (payment_policy: PaymentPolicy) =>
    server.call('PUT', `/leases/${lease}`, { as: manager, body: { payment_policy } });
  /** As of a day of the test. */
  const acceptAgain = async (day: string) => {
    await accept('any_amount');
    const changed = await server.database.sql`
      update leases set accepts_since = ${`${day}T16:00:00Z`} where id = ${lease} and accepts_since is not null returning 1`;
    expect(changed).toHaveLength(1);
  };
  await accept('nothing');
  expect(await runAt('2026-05-06')).toBe(0);
  await acceptAgain('2026-05-07');
  // Nobody was told of a fee for that day: the rent has its five days to pay again.
  expect(await runAt('2026-05-07')).toBe(0);
  expect(await runAt('2026-05-11')).toBe(0);
  expect(await runAt('2026-05-12')).toBe(1);
  await accept('nothing');
  expect(await runAt('2026-05-13')).toBe(0);
  await acceptAgain('2026-05-14');
  expect(await runAt('2026-05-18')).toBe(0);
  expect(await runAt('2026-05-19')).toBe(1);
  expect((await fees()).map(([day, amount]) => [day, amount])).toEqual([
    ['2026-05-12', 50],
    ['2026-05-19', 10],
  ]);
});

test('the days to pay begin again on the day after a lease ended that accepted nothing', async () => {
  const lease = await begin();
  await runAt('2026-05-01');
  const { sql } = server.database;
  await sql`
    insert into leases (unit_id, starts, ends, proration, payment_policy)
    values (2, '2025-01-01', '2026-05-10', 'actual_days', 'nothing')`;
  await sql`
    insert into lease_tenants (lease_id, user_id, position)
    select max(id), (select user_id from lease_tenants where lease_id = ${lease} and position = 1), 1 from leases`;
  expect(await runAt('2026-05-15')).toBe(0);
  expect(await runAt('2026-05-16')).toBe(1);
});

test('a fee that was waived does not come again', async () => {
  await begin();
  await runAt('2026-05-01');
  await runAt('2026-05-06');
  const [fee] = (await history()).filter(({ type }) => type === 'Late Fee');
  const answer = await server.call('POST', `/transactions/${fee!.id}/reversal`, {
    as: manager,
    body: { reason: 'As agreed' },
  });
  expect(answer.statusCode).toBe(201);
  expect(await runAt('2026-05-07')).toBe(0);
});

test('a check that bounces after the days to pay costs the fee that its rent would have cost', async () => {
  await begin();
  await runAt('2026-05-01');
  const check = await pay(RENT);
  expect(await runAt('2026-05-06')).toBe(0);
  await server.call('POST', `/transactions/${check.id}/reversal`, {
    as: manager,
    body: { reason: 'Bounced' },
  });
  expect(await runAt('2026-05-20')).toBe(1);
  expect(await fees()).toEqual([['2026-05-20', 50, 'Late fee for rent for May 2026']]);
});

test('a payment that was received in time and recorded after the fee names the fee', async () => {
  await begin();
  await runAt('2026-05-01');
  await runAt('2026-05-06');
  const [fee] = (await history()).filter(({ type }) => type === 'Late Fee');
  expect((await pay(400, '2026-05-06')).fees_paid_in_time).toEqual([]);
  expect((await pay(400, '2026-05-05')).fees_paid_in_time).toEqual([]);
  // With it, the rent is paid: 400 of it came late, and would have been spared by what is left of this one.
  const told = await pay(RENT, '2026-05-04');
  expect(told.fees_paid_in_time).toEqual([
    { id: fee!.id, amount: 50, description: 'Late fee for rent for May 2026' },
  ]);
});

test('a payment that was received on the first late day was not in time', async () => {
  await begin();
  await runAt('2026-05-01');
  await runAt('2026-05-06');
  expect((await pay(RENT, '2026-05-06')).fees_paid_in_time).toEqual([]);
  expect((await pay(RENT, '2026-05-05')).fees_paid_in_time).toHaveLength(1);
});

test('what was received late does not count as paid in time once an earlier payment is recorded', async () => {
  await begin();
  for (const day of ['05-01', '05-06', '06-01', '06-06']) await runAt(`2026-${day}`);
  const [ofJune, ofMay] = (await history()).filter(({ type }) => type === 'Late Fee');
  expect(ofJune!.description).toBe('Late fee for rent for June 2026');
  // Late for both months, and more than one of them costs.
  expect((await pay(2 * RENT, '2026-06-20')).fees_paid_in_time).toEqual([]);
  expect((await pay(RENT, '2026-05-03')).fees_paid_in_time.map(({ id }) => id)).toEqual([ofMay!.id]);
});

test('what is left over of an earlier payment, once the month before was paid in time, pays the next in time', async () => {
  await begin();
  for (const day of ['05-01', '05-06']) await runAt(`2026-${day}`);
  expect((await pay(1000, '2026-05-20')).fees_paid_in_time).toEqual([]);
  for (const day of ['06-01', '06-06']) await runAt(`2026-${day}`);
  const [ofJune, ofMay] = (await history()).filter(({ type }) => type === 'Late Fee');
  expect((await pay(RENT, '2026-05-03')).fees_paid_in_time.map(({ id }) => id)).toEqual([ofMay!.id]);
  // Of the $1,000.00, $130.00 paid May's parking and, as long as it stands, its fee.
  expect((await pay(580, '2026-06-05')).fees_paid_in_time.map(({ id }) => id)).toEqual([
    ofMay!.id,
    ofJune!.id,
  ]);
});

test('the days after a late payment cost a fee that was not due, and the first fee stays', async () => {
  await begin({ daily_amount: 10, daily_cap: 100 });
  for (const day of ['01', '06', '07', '08', '09', '10']) await runAt(`2026-05-${day}`);
  const told = await pay(RENT, '2026-05-08');
  expect(told.fees_paid_in_time.map(({ description }) => description).toSorted()).toEqual([
    'Late fee for rent for May 2026, May 10',
    'Late fee for rent for May 2026, May 9',
  ]);
});

test('no daily fee follows a first fee that was waived', async () => {
  await begin({ daily_amount: 10, daily_cap: 100 });
  for (const day of ['01', '06']) await runAt(`2026-05-${day}`);
  const [fee] = (await history()).filter(({ type }) => type === 'Late Fee');
  await server.call('POST', `/transactions/${fee!.id}/reversal`, { as: manager, body: { reason: 'Agreed' } });
  expect(await runAt('2026-05-07')).toBe(0);
});

test('no fee comes while a payment may have been made in time', async () => {
  await begin();
  await runAt('2026-05-01');
  const { sql } = server.database;
  await sql`
    insert into payment_intents (user_id, stripe_id, amount, status, asked_at)
    values (2, 'pi_open', 1450, 'requires_action', '2026-05-06T03:50:00Z')`;
  // Two minutes after midnight in New York: nobody asked the provider since.
  expect(await runAt('2026-05-06T04:02:00Z')).toBe(0);
  await sql`update payment_intents set status = 'processing', asked_at = '2026-05-06T04:05:00Z'`;
  expect(await runAt('2026-05-06T04:06:00Z')).toBe(0);
  await sql`update payment_intents set status = 'requires_payment_method', asked_at = '2026-05-06T04:07:00Z'`;
  expect(await runAt('2026-05-06T04:08:00Z')).toBe(1);
});

test('rent whose card payment management refunded costs no fee', async () => {
  await begin();
  await runAt('2026-05-01');
  const { sql } = server.database;
  const [paid] = await postEntries(sql, [
    {
      user_id: 2,
      unit_id: 1,
      amount: -1530,
      type: 'Card Payment',
      description: 'Card payment',
      created_by: null,
    },
  ]);
  await sql`
    insert into payment_intents (user_id, stripe_id, amount, status, transaction_id)
    values (2, 'pi_paid', 1530, 'succeeded', ${paid!.id})`;
  const [refund] = await postEntries(sql, [
    {
      user_id: 2,
      unit_id: 1,
      amount: 1500,
      type: 'Card Refund',
      description: 'Refund to card',
      created_by: null,
    },
  ]);
  await sql`
    insert into payment_takebacks (stripe_id, payment_intent_id, kind, amount, taken)
    select 're_1', id, 'refund', 1500, true from payment_intents`;
  await sql`update payment_takebacks set taken_id = ${refund!.id}`;
  expect(await runAt('2026-05-20')).toBe(0);
});

test('two processes charge a fee once', async () => {
  await begin();
  await runAt('2026-05-01');
  const counts = await Promise.all([runAt('2026-05-06'), runAt('2026-05-06'), runAt('2026-05-06')]);
  expect(counts.toSorted()).toEqual([0, 0, 1]);
});

test('the check of the ledger finds a fee of another amount than its rule’s, and one for somebody else’s rent', async () => {
  await begin({ kind: 'percent', percent: 4, daily_amount: 10, daily_cap: 15 });
  await runAt('2026-05-01');
  for (const day of ['2026-05-06', '2026-05-07', '2026-05-08', '2026-05-09']) await runAt(day);
  expect((await fees()).map(([, amount]) => amount)).toEqual([58, 10, 5]);
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);

  const { sql } = server.database;
  await sql`
    insert into transactions (user_id, amount, type, description)
    values (2, 57.99, 'Late Fee', 'Too little'), (2, 1, 'Late Fee', 'One day more'), (3, 58, 'Late Fee', 'Another’s'),
      (2, 5, 'Late Fee', 'For nothing')`;
  await runAt('2026-08-01');
  await sql`
    insert into late_fees (lease_charge_id, month, day, transaction_id, rule_id, late_on, unpaid)
    select 1, month::date, day::date, (select id from transactions where description = of), 1, '2026-05-06', 1450
    from (values ('2026-06-01', '2026-06-06', 'Too little'), ('2026-05-01', '2026-05-10', 'One day more'),
      ('2026-07-01', '2026-07-06', 'Another’s')) as row(month, day, of)`;
  expect(await ledgerDiscrepancies(server.database)).toEqual([
    'Entry 6 of 57.99 is the late fee of 2026-06-06 for lease charge 1, which comes to 58.00',
    'Entry 7 of 1.00 is the late fee of 2026-05-10 for lease charge 1, which comes to 10.00 up to 15.00 a month',
    'Entry 8 of type Late Fee for user 3 is a late fee for rent of user 2',
    'Entry 9 is a late fee that nobody charged, without its rent',
  ]);
});

test('managers set late fees from today on, and read them', async () => {
  const lease = await begin();
  const rule = { from_day: '2099-01-01', kind: 'percent', grace_days: 3, percent: 5, cap: 75, amount: 9 };
  const [{ id: property } = { id: 0 }] = await server.database.sql<{ id: number }>`
    select property_id as id from units where id = 1`;
  const ofProperty = await server.call('POST', `/late-fees/properties/${property}`, {
    as: manager,
    body: rule,
  });
  expect(ofProperty.statusCode).toBe(201);
  // What is of another kind is left out.
  expect(ofProperty.json()).toMatchObject({ ...rule, amount: null, property_id: property });
  const list = (await server.call('GET', '/late-fees', { as: manager })).json<LateFeeRule[]>();
  expect(list.map(({ from_day, kind }) => [from_day, kind])).toEqual([
    ['2099-01-01', 'percent'],
    ['2026-01-01', 'flat'],
  ]);

  const none = { from_day: '2099-02-01', kind: 'none', grace_days: 5 };
  const ofLease = await server.call('POST', `/late-fees/leases/${lease}`, { as: manager, body: none });
  expect(ofLease.json()).toMatchObject({ id: lease, late_fees: [{ kind: 'none', from_day: '2099-02-01' }] });
  const [own] = (await server.call('GET', '/leases/my-leases', { as: resident })).json<OwnLease[]>();
  expect(own).toMatchObject({
    late_fees: [{ kind: 'none' }],
    property_late_fees: [{ kind: 'percent' }, { kind: 'flat' }],
  });

  const refusals = await Promise.all([
    server.call('POST', `/late-fees/properties/${property}`, {
      as: manager,
      body: { ...rule, from_day: '2026-01-01' },
    }),
    server.call('POST', `/late-fees/properties/${property}`, {
      as: manager,
      body: { ...none, kind: 'property' },
    }),
    server.call('POST', '/late-fees/properties/999', { as: manager, body: rule }),
    server.call('POST', '/late-fees/leases/999', { as: manager, body: none }),
  ]);
  expect(
    refusals.map((answer) => [
      answer.statusCode,
      Object.keys(answer.json<{ fields?: object }>().fields ?? {}),
    ]),
  ).toEqual([
    [400, ['from_day']],
    [400, ['kind']],
    [404, []],
    [404, []],
  ]);
});

test('the database keeps rules whole, and never changes a fee that was charged', async () => {
  await begin();
  await runAt('2026-05-01');
  await runAt('2026-05-06');
  const { sql } = server.database;
  await expect(sql`update late_fees set unpaid = 1`).rejects.toMatchObject({
    message: 'the ledger is append-only: reverse the entry instead',
  });
  await expect(setRule({ of: 'property' }, { kind: 'percent' })).rejects.toMatchObject({
    constraint: 'late_fee_rules_complete',
  });
});
