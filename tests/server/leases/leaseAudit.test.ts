import { expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import { isolatedTest as test, manager, server } from '../../support/server/world.ts';
import { communityDay } from '../../support/days.ts';

const month = (count: number) => addMonths(monthOf(communityDay()), count);
const rent = { kind: 'rent', amount: 1200, due_day: 1, from_month: month(1) };
const send = (method: 'POST' | 'PUT', path: string, body: object) =>
  server.call(method, path, { as: manager, body });
const told = async (id: number) =>
  (await server.call('GET', `/audit?subject=lease&id=${id}`, { as: manager }))
    .json<AuditEntry[]>()
    .map(({ action, changes }) => [action, changes] as const);
const set = (value: unknown) => ({ before: null, after: value });

test('the first charges of a lease are in the record of changes', async () => {
  const charges = [rent, { ...rent, kind: 'other', description: 'Garden shed', amount: 15 }];
  const lease = { unit_id: 1, starts: month(1), proration: 'actual_days', tenant_ids: [2, 3], charges };
  await send('POST', '/leases', lease);
  const added = (charge: string, amount: number) => [
    'charge added',
    { charge: set(charge), amount: set(amount), due_day: set(1), from_month: set(month(1)) },
  ];
  expect(await told(1)).toEqual([
    added('Garden shed', 15),
    added('Rent', 1200),
    [
      'created',
      {
        unit: set('101, Maple Court'),
        starts: set(month(1)),
        proration: set('actual_days'),
        payment_policy: set('full_balance'),
        paused: set(false),
        tenants: set('Robin Hale (#2), Noor Aziz (#3)'),
      },
    ],
  ]);
});

test('leases from units are recorded as those that are made one by one', async () => {
  await send('POST', '/leases/from-units', {
    ...{ unit_ids: [1, 2], from_month: month(1), due_day: 3, proration: 'days_of_year' },
  });
  expect(await told(2)).toEqual([
    ['charge added', { charge: set('Rent'), amount: set(1250), due_day: set(3), from_month: set(month(1)) }],
    ['created', expect.objectContaining({ proration: set('days_of_year'), tenants: set('Noor Aziz (#3)') })],
  ]);
  expect(await told(1)).toHaveLength(2);
});

test('billing somebody else of the same name is in the record of changes', async () => {
  await send('POST', '/leases', {
    ...{ unit_id: 1, starts: month(1), proration: 'actual_days', tenant_ids: [2], charges: [] },
  });
  await server.database.sql`update users set first_name = 'Robin', last_name = 'Hale' where id = 3`;
  await send('PUT', '/leases/1', { tenant_ids: [3] });
  expect((await told(1))[0]).toEqual([
    'changed',
    { tenants: { before: 'Robin Hale (#2)', after: 'Robin Hale (#3)' } },
  ]);
});

test('who paused and resumed all leases is read as the record 0, which no other kind has', async () => {
  await send('PUT', '/leases/posting', { paused: true });
  await send('PUT', '/leases/posting', { paused: true });
  await send('PUT', '/leases/posting', { paused: false });
  expect(await told(0)).toEqual([
    ['resumed posting for', {}],
    ['paused posting for', {}],
  ]);
  const other = await server.call('GET', '/audit?subject=unit&id=0', { as: manager });
  expect(other.statusCode).toBe(400);
});
