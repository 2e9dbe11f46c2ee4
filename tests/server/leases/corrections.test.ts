import { afterEach, beforeEach, expect } from 'vitest';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { begin, history, runAt } from '../../support/server/leases/lateFees.ts';
import { isolatedTest as test, manager, server } from '../../support/server/world.ts';

let lease: number;
const ends = (day: string | null) =>
  server.call('PUT', `/leases/${lease}`, { as: manager, body: { ends: day } });
/** What was posted after the first charges, oldest first. */
const corrections = async () =>
  (await history())
    .filter(({ type, description }) => type === 'Lease Credit' || description.includes('more of the lease'))
    .map(({ type, amount, description }) => [type, amount, description])
    .reverse();
const balance = async () => {
  const [row] = await server.database.sql<{
    balance: number;
  }>`select balance from balances where user_id = 2`;
  return row?.balance;
};

/** Rent of $1,450.00 and parking of $80.00 of May and June are posted. */
beforeEach(async () => {
  lease = await begin();
  await server.database.sql`delete from late_fee_rules`;
  await runAt('2026-06-02');
});
afterEach(async () => expect(await ledgerDiscrepancies(server.database)).toEqual([]));

test('the days after the last one of a posted month are credited by the lease’s proration, once', async () => {
  expect(await balance()).toBe(3060);
  expect((await ends('2026-06-15')).statusCode).toBe(200);
  expect(await corrections()).toEqual([
    ['Lease Credit', -725, 'Rent for June 2026: 15 days after the lease ended'],
    ['Lease Credit', -40, 'Parking for June 2026: 15 days after the lease ended'],
  ]);
  expect(await balance()).toBe(2295);
  await ends('2026-06-15');
  expect(await corrections()).toHaveLength(2);
});

test('a month that begins after the last day is credited whole, and one that ends before it not at all', async () => {
  await ends('2026-05-31');
  expect(await corrections()).toEqual([
    ['Lease Credit', -1450, 'Rent for June 2026: 30 days after the lease ended'],
    ['Lease Credit', -80, 'Parking for June 2026: 30 days after the lease ended'],
  ]);
  await ends('2026-07-31');
  expect(await balance()).toBe(3060);
});

test('a lease that goes on is charged the rest of the month, however often its last day moves', async () => {
  for (const day of ['2026-06-10', '2026-06-20', '2026-06-05', null]) await ends(day);
  expect((await corrections()).map(([type, amount]) => [type, amount])).toEqual([
    ...[
      ['Lease Credit', -966.67],
      ['Lease Credit', -53.33],
    ],
    ...[
      ['Rent', 483.34],
      ['Parking', 26.66],
    ],
    ...[
      ['Lease Credit', -725],
      ['Lease Credit', -40],
    ],
    ...[
      ['Rent', 1208.33],
      ['Parking', 66.67],
    ],
  ]);
  expect(await balance()).toBe(3060);
});

test('a month that management reversed is neither credited nor charged again', async () => {
  const rent = (await history()).find(({ description }) => description === 'Rent for June 2026')!;
  await server.call('POST', `/transactions/${rent.id}/reversal`, { as: manager, body: { reason: 'Wrong' } });
  await ends('2026-06-15');
  expect(await corrections()).toEqual([
    ['Lease Credit', -40, 'Parking for June 2026: 15 days after the lease ended'],
  ]);
});

test('the same tenants’ next lease of the unit may charge the days that were credited', async () => {
  await ends('2026-06-15');
  const next = await server.call('POST', '/leases', {
    as: manager,
    body: {
      ...{ unit_id: 1, starts: '2026-06-16', proration: 'actual_days', tenant_ids: [2] },
      charges: [{ kind: 'rent', amount: 1500, due_day: 1, from_month: '2026-06-01' }],
    },
  });
  expect(next.statusCode).toBe(201);
});
