import { expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { addMonths, daysIn, monthName, monthOf } from '../../../contract/values/calendar.ts';
import { postLeaseCharges } from '../../../server/resources/leases/postLeaseCharges.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';
import { communityDay } from '../../support/days.ts';

const today = communityDay();
const month = (count: number) => addMonths(monthOf(today), count);
const dayOf = (day: number, count = 0) => `${month(count).slice(0, 8)}${String(day).padStart(2, '0')}`;

const rent = (from: number) => ({ kind: 'rent', amount: 3000, due_day: 1, from_month: month(from) });
const renewal = (changes: object = {}) => ({
  ...{ unit_id: 1, starts: dayOf(11), proration: 'actual_days', tenant_ids: [2], charges: [rent(0)] },
  ...changes,
});
const create = (body: object) => server.call('POST', '/leases', { as: manager, body });
const fromUnits = (from: number) =>
  server.call('POST', '/leases/from-units', {
    as: manager,
    body: { unit_ids: [1], from_month: month(from), due_day: 1, proration: 'actual_days' },
  });
const leases = async () => (await server.call('GET', '/leases', { as: manager })).json<Lease[]>();
const post = (count: number, day = 28) =>
  postLeaseCharges(server.database, { zone: 'UTC', now: new Date(`${dayOf(day, count)}T12:00:00Z`) });
const history = async () =>
  (await server.call('GET', '/transactions/my-history', { as: resident })).json<Transaction[]>();
const reverse = async (id: number) =>
  server.call('POST', `/transactions/${id}/reversal`, { as: manager, body: { reason: 'Left' } });

/** This month is posted whole, and then the lease ends with the 10th, as the version before left it: without a credit. */
async function endWithinTheMonth(): Promise<void> {
  expect((await create(renewal({ starts: month(-3) }))).statusCode).toBe(201);
  expect(await post(0, 1)).toBe(1);
  // A unit with a lease that ends today or later is left out.
  await server.database.sql`update leases set ends = least(${dayOf(10)}::date, current_date - 1)`;
}
const refusal = {
  from_month: `Rent of this unit is posted up to ${monthName(month(0)).replace(' ', ` ${daysIn(month(0))}, `)}. Choose ${monthName(month(1))} or a later month.`,
};

test('leases from units begin rent after the month that is posted', async () => {
  await endWithinTheMonth();
  expect((await fromUnits(0)).json()).toEqual({
    message: '1 lease created. Rent that is posted already is not charged again.',
  });
  expect((await leases())[1]).toMatchObject({ charges: [{ kind: 'rent', from_month: month(1) }] });
  expect(await post(0)).toBe(0);
  expect(await post(1, 1)).toBe(1);
});

test('a renewal within a month that is posted is refused at its first month, and taken from the next', async () => {
  await endWithinTheMonth();
  const refused = await create(renewal());
  expect(refused.statusCode).toBe(409);
  expect(refused.json<Failure>()).toMatchObject({
    code: 'already_posted',
    fields: { 'charges.0.from_month': refusal.from_month },
  });
  expect((await create(renewal({ charges: [rent(1)] }))).statusCode).toBe(201);
});

test('rent that is added later to a renewal is refused in the same way', async () => {
  await endWithinTheMonth();
  const { id } = (await create(renewal({ charges: [] }))).json<Lease>();
  const add = (from: number) =>
    server.call('POST', `/leases/${id}/charges`, { as: manager, body: rent(from) });
  const refused = await add(0);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ fields: refusal });
  expect((await add(1)).statusCode).toBe(201);
});

test('the days that are left of a month are charged where what was posted for it is reversed', async () => {
  await endWithinTheMonth();
  const [entry] = await history();
  await reverse(entry!.id);
  expect((await create(renewal())).statusCode).toBe(201);
  expect(await post(0)).toBe(1);
});

test('the days after those that were posted are charged, and days of others', async () => {
  expect((await create(renewal({ starts: month(-3), ends: dayOf(10) }))).statusCode).toBe(201);
  expect(await post(0, 1)).toBe(1);
  expect((await create(renewal({ starts: dayOf(11), ends: dayOf(12) }))).statusCode).toBe(201);
  expect(await post(0)).toBe(1);
  await server.database.sql`update leases set ends = ${dayOf(11)} where id = 2`;
  expect((await create(renewal({ starts: dayOf(12) }))).json()).toMatchObject({
    fields: {
      'charges.0.from_month': expect.stringContaining(` 12, ${today.slice(0, 4)}. Choose `) as string,
    },
  });
  // Whoever moves in on the day for which somebody else has paid.
  expect((await create(renewal({ starts: dayOf(12), tenant_ids: [3] }))).statusCode).toBe(201);
});

test('a lease of the time before what is posted is taken', async () => {
  expect((await create(renewal({ starts: month(0) }))).statusCode).toBe(201);
  expect(await post(0, 1)).toBe(1);
  const before = renewal({ starts: month(-3), ends: dayOf(28, -1), charges: [rent(-3)] });
  expect((await create(before)).statusCode).toBe(201);
});
