import { expect } from 'vitest';
import type { LateFeeRule } from '../../../contract/leases/lateFee.ts';
import type { OwnLease } from '../../../contract/leases/lease.ts';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';
import { RENT, runAt, begin, setRule, history, fees, pay } from '../../support/server/leases/lateFees.ts';

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

test('rent that management charged for a part of a month costs none, and is open rent of the lease', async () => {
  const lease = await begin();
  const body = { userId: 2, unitId: 1, amount: 400, type: 'Prorated Rent', description: 'April 24 to 30' };
  const answer = await server.call('POST', '/transactions/charge', {
    as: manager,
    body: { ...body, effective_on: '2026-04-24' },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  expect(await runAt('2026-04-30')).toBe(0);
  const [row] = await server.database
    .sql`select lease_id from transactions where description = 'April 24 to 30'`;
  expect(row).toEqual({ lease_id: lease });
  expect(await ledgerDiscrepancies(server.database)).toEqual([]);
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

test('two processes charge a fee once', async () => {
  await begin();
  await runAt('2026-05-01');
  const counts = await Promise.all([runAt('2026-05-06'), runAt('2026-05-06'), runAt('2026-05-06')]);
  expect(counts.toSorted()).toEqual([0, 0, 1]);
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
