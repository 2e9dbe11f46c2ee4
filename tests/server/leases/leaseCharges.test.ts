import { expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import { CHARGED_ALREADY, type Lease } from '../../../contract/leases/lease.ts';
import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import { postLeaseCharges } from '../../../server/resources/leases/postLeaseCharges.ts';
import { isolatedTest as test, manager, server } from '../../support/server/world.ts';
import { communityDay } from '../../support/days.ts';

const today = communityDay();
const month = (count: number) => addMonths(monthOf(today), count);

const parking = (amount: number, from: number, due_day = 1) => ({
  ...{ kind: 'parking', amount, due_day, from_month: month(from) },
});

/** The ids of the charges of a lease of the resident's unit, in the order in which they are added. */
async function begin(...charges: object[]): Promise<number[]> {
  const body = { unit_id: 1, starts: month(-6), proration: 'actual_days', tenant_ids: [2], charges: [] };
  expect((await server.call('POST', '/leases', { as: manager, body })).statusCode).toBe(201);
  const ids: number[] = [];
  for (const charge of charges) ids.push(await add(charge));
  return ids;
}
async function add(charge: object): Promise<number> {
  const answer = await server.call('POST', '/leases/1/charges', { as: manager, body: charge });
  expect(answer.statusCode, answer.body).toBe(201);
  return Math.max(...answer.json<Lease>().charges.map(({ id }) => id));
}
async function put(path: string, body: object): Promise<Lease> {
  const answer = await server.call('PUT', `/leases/1/charges/${path}`, { as: manager, body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Lease>();
}
/** A rise: the id of the charge that it becomes. */
async function rise(charge: number, from: number, amount: number): Promise<number> {
  const { charges } = await put(String(charge), { from_month: month(from), amount, due_day: 1 });
  return Math.max(...charges.map(({ id }) => id));
}
const end = (charge: number, from: number) => put(`${charge}/end`, { from_month: month(from) });
/** The amounts of the charges with their first and last month. */
const told = ({ charges }: Lease) =>
  charges
    .toSorted((a, b) => a.id - b.id)
    .map(({ amount, from_month, to_month }) => [amount, from_month, to_month]);
const post = (day: string) =>
  postLeaseCharges(server.database, { zone: 'UTC', now: new Date(`${day}T12:00:00Z`) });
const audit = async () =>
  (await server.call('GET', '/audit?subject=lease&id=1', { as: manager })).json<AuditEntry[]>();

test('a change that changes nothing is refused, and leaves the charge as it was', async () => {
  const [first] = await begin(parking(80, 1));
  const body = { from_month: month(2), amount: 80, due_day: 1 };
  const answer = await server.call('PUT', `/leases/1/charges/${first}`, { as: manager, body });
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { fields: { amount: CHARGED_ALREADY } }]);
  expect(told(await put(String(first), { ...body, amount: 81 }))).toEqual([
    [80, month(1), month(1)],
    [81, month(2), null],
  ]);
});

test('ending one parking space leaves another one that begins later', async () => {
  const [first] = await begin(parking(80, 1), parking(95, 3));
  expect(told(await end(first!, 2))).toEqual([
    [80, month(1), month(1)],
    [95, month(3), null],
  ]);
});

test('a charge is ended while another one of its kind is posted for later months', async () => {
  const [first] = await begin(parking(80, -2, 31), parking(95, 0));
  await post(month(0));
  expect(told(await end(first!, 0))).toEqual([
    [80, month(-2), month(-1)],
    [95, month(0), null],
  ]);
});

test('a charge that is taken off revives none that was ended the month before', async () => {
  const [first] = await begin(parking(80, -1));
  await end(first!, 1);
  const second = await add(parking(120, 1));
  expect(told(await end(second, 1))).toEqual([[80, month(-1), month(0)]]);
});

test('a charge takes the rises that are planned for it with it, and each is in the record of changes', async () => {
  const [charge] = await begin(parking(80, 1), parking(95, 1));
  const risen = await rise(charge!, 3, 100);
  await rise(risen, 5, 110);
  expect(told(await end(charge!, 2))).toEqual([
    [80, month(1), month(1)],
    [95, month(1), null],
  ]);
  const taken = (amount: number, from: number) => ({
    charge: { before: null, after: 'Parking' },
    amount: { before: amount, after: null },
    due_day: { before: 1, after: null },
    from_month: { before: month(from), after: null },
  });
  expect((await audit()).slice(0, 3).map(({ action, changes }) => [action, changes])).toEqual([
    ['charge taken off', { ...taken(110, 5) }],
    ['charge taken off', { ...taken(100, 3), to_month: { before: month(4), after: null } }],
    [
      'charge ended',
      {
        charge: { before: null, after: 'Parking' },
        amount: { before: 80, after: 80 },
        from_month: { before: month(1), after: month(1) },
        to_month: { before: month(2), after: month(1) },
      },
    ],
  ]);
});

test('a rise that is taken off leaves what was charged before as if there had been none', async () => {
  const [charge] = await begin(parking(80, 1));
  const risen = await rise(charge!, 3, 100);
  await rise(risen, 5, 110);
  expect(told(await end(risen, 3))).toEqual([[80, month(1), null]]);
  expect((await audit())[2]).toMatchObject({
    action: 'charge changed',
    changes: { charge: { after: 'Parking' }, to_month: { before: month(2), after: null } },
  });
});

test('a rise between two others ends with them', async () => {
  const [charge] = await begin(parking(80, 1));
  await rise(charge!, 5, 110);
  const between = await rise(charge!, 3, 100);
  expect(told(await end(between, 4))).toEqual([
    [80, month(1), month(2)],
    [100, month(3), month(3)],
  ]);
});

test('a rise that is posted stays, and goes on after what was before it', async () => {
  const { sql } = server.database;
  const [charge] = await begin(parking(80, 1));
  const between = await rise(charge!, 2, 90);
  const posted = await rise(between, 3, 100);
  // By the version before: a month whose charge comes to nothing is never posted.
  const [entry] = await sql<{ id: number }>`
    insert into transactions (user_id, amount, type, description) values (2, 100, 'Parking', 'Parking') returning id`;
  await sql`
    insert into lease_postings (lease_charge_id, month, transaction_id, days, proration)
    values (${posted}, ${month(3)}, ${entry!.id}, 28, 'actual_days')`;
  expect(told(await end(between, 2))).toEqual([
    [80, month(1), month(2)],
    [100, month(3), null],
  ]);
  expect(await sql`select id, follows from lease_charges order by id`).toEqual([
    { id: charge, follows: null },
    { id: posted, follows: charge },
  ]);
});
