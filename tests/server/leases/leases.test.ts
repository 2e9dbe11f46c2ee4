import { expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { Lease, OwnLease } from '../../../contract/leases/lease.ts';
import { addMonths, monthName, monthOf } from '../../../contract/values/calendar.ts';
import { isolatedTest as test, manager, neighbour, resident, server } from '../../support/server/world.ts';
import { communityDay } from '../../support/days.ts';

const today = communityDay();
const month = (count: number) => addMonths(monthOf(today), count);

const rent = { kind: 'rent', amount: 1200, due_day: 1, from_month: month(1) };
const lease = {
  unit_id: 1,
  starts: month(1),
  proration: 'actual_days',
  tenant_ids: [2],
  charges: [rent],
};

const create = (changes: object = {}) =>
  server.call('POST', '/leases', { as: manager, body: { ...lease, ...changes } });
const created = async (changes: object = {}) => (await create(changes)).json<Lease>();
const listed = async () => (await server.call('GET', '/leases', { as: manager })).json<Lease[]>();
const put = (path: string, body: object) => server.call('PUT', path, { as: manager, body });

test('a lease is made with its tenants and charges, and is listed', async () => {
  const answer = await create({ tenant_ids: [3, 2], charges: [rent, { ...rent, kind: 'pet', amount: 25 }] });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({
    id: 1,
    unit_id: 1,
    property_id: 1,
    late_fees: [],
    payment_policy: 'full_balance',
    accepts_since: null,
    unit_number: '101',
    property_name: 'Maple Court',
    starts: month(1),
    ends: null,
    proration: 'actual_days',
    paused: false,
    shares_in: null,
    guarantors: [],
    occupants: [],
    deposit_required: null,
    tenants: [
      { id: 3, first_name: 'Noor', last_name: 'Aziz', lives_there: false, share: null },
      { id: 2, first_name: 'Robin', last_name: 'Hale', lives_there: true, share: null },
    ],
    charges: [
      { id: 1, ...rent, description: null, to_month: null, posted_through: null },
      { id: 2, ...rent, kind: 'pet', amount: 25, description: null, to_month: null, posted_through: null },
    ],
  });
  expect(await listed()).toEqual([answer.json()]);
});

test('tenants read their own leases, and nobody else does', async () => {
  await create();
  const mine = async (token: string) =>
    (await server.call('GET', '/leases/my-leases', { as: token })).json<OwnLease[]>();
  expect(await mine(resident)).toMatchObject([{ id: 1, billed: true, charges: [{ amount: 1200 }] }]);
  expect((await mine(resident))[0]).not.toHaveProperty('tenants');
  await put('/leases/1', { tenant_ids: [4, 2] });
  expect(await mine(resident)).toMatchObject([{ id: 1, billed: false }]);
  expect(await mine(neighbour)).toEqual([]);
  expect((await server.call('GET', '/leases', { as: resident })).statusCode).toBe(403);
});

test.each([
  [{ unit_id: 99 }, 400, { unit_id: 'There is no such unit.' }],
  [{ tenant_ids: [] }, 400, { tenant_ids: 'Please choose who is billed.' }],
  [{ tenant_ids: [99] }, 400, { tenant_ids: 'There is no such person.' }],
  [{ tenant_ids: [2, 2] }, 400, { tenant_ids: 'Somebody is named twice.' }],
  [{ starts: 'soon' }, 400, { starts: 'Please enter the first day.' }],
  [{ charges: [rent, rent] }, 400, { charges: 'A lease charges one rent.' }],
  [{ ends: '2020-01-01' }, 400, { ends: 'The last day must not be before the first.' }],
  [
    { charges: [{ ...rent, amount: 0 }] },
    400,
    { 'charges.0.amount': 'Please enter a valid positive amount.' },
  ],
  [
    { charges: [{ ...rent, due_day: 32 }] },
    400,
    { 'charges.0.due_day': 'The due day is a whole number from 1 to 31.' },
  ],
  [
    { charges: [{ ...rent, kind: 'other' }] },
    400,
    { 'charges.0.description': 'Please say what this charge is for.' },
  ],
  [
    { charges: [{ ...rent, from_month: today.slice(0, 8) + '02' }] },
    400,
    { 'charges.0.from_month': 'Please choose the first month.' },
  ],
  [
    { charges: [{ ...rent, from_month: month(-13) }] },
    400,
    { 'charges.0.from_month': 'Charges can begin at most 12 months ago.' },
  ],
])('a lease with %j is refused at its field', async (changes, status, fields) => {
  const answer = await create(changes);
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ fields });
  expect(await listed()).toEqual([]);
});

test('a unit has one lease at a time', async () => {
  await create({ ends: `${month(3).slice(0, 8)}15` });
  const refused = await create({ starts: month(3) });
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'lease_overlaps' });
  const next = await created({ starts: `${month(3).slice(0, 8)}16` });
  expect((await put('/leases/1', { ends: null })).json()).toMatchObject({ code: 'lease_overlaps' });
  expect((await put(`/leases/${next.id}`, { ends: month(6) })).statusCode).toBe(200);
});

test('a lease that is sent again after it was changed is answered as at first, and is one', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const send = () => server.call('POST', '/leases', { as: manager, body: lease, headers });
  const first = await send();
  await put('/leases/1', { ends: month(6), tenant_ids: [3] });
  const again = await send();
  expect([again.statusCode, again.body]).toEqual([201, first.body]);
  expect(await listed()).toMatchObject([{ ends: month(6), tenants: [{ id: 3 }] }]);
});

test('a charge that never began is taken off, and one that did is ended', async () => {
  const { charges } = await created({ charges: [{ ...rent, kind: 'storage' }, rent] });
  const [first, storage] = charges;
  expect(
    (await put(`/leases/1/charges/${storage!.id}/end`, { from_month: month(1) })).json<Lease>().charges,
  ).toEqual([first]);
  expect(
    (await put(`/leases/1/charges/${first!.id}/end`, { from_month: month(4) })).json<Lease>().charges,
  ).toEqual([{ ...first, to_month: month(3) }]);
  const late = await put(`/leases/1/charges/${first!.id}`, { from_month: month(5), amount: 1, due_day: 1 });
  expect(late.json()).toMatchObject({
    fields: { from_month: expect.stringMatching(/^This charge ends with/) as string },
  });
  expect(
    (await put('/leases/1/charges/99', { from_month: month(5), amount: 1, due_day: 1 })).statusCode,
  ).toBe(404);
});

test('a planned rise that is taken back leaves the rent as it was, and one that is ended takes the rise with it', async () => {
  const { charges } = await created();
  const change = (charge: number, from: number) =>
    put(`/leases/1/charges/${charge}`, { from_month: month(from), amount: 1300, due_day: 1 });
  const end = (charge: number, from: number) =>
    put(`/leases/1/charges/${charge}/end`, { from_month: month(from) });
  const rise = (await change(1, 4)).json<Lease>().charges[1]!;
  expect((await end(rise.id, 4)).json<Lease>().charges).toEqual(charges);
  await change(1, 4);
  expect((await end(1, 3)).json<Lease>().charges).toEqual([{ ...charges[0], to_month: month(2) }]);
});

test('a lease charges rent once a month', async () => {
  await create();
  const add = (body: object) => server.call('POST', '/leases/1/charges', { as: manager, body });
  const second = await add({ ...rent, from_month: month(2) });
  expect(second.statusCode).toBe(409);
  expect(second.json()).toMatchObject({
    fields: { kind: 'This lease charges rent in these months already. Change that charge instead.' },
  });
  await put('/leases/1/charges/1/end', { from_month: month(2) });
  expect((await add({ ...rent, from_month: month(2) })).statusCode).toBe(201);
});

test('the tenants of a lease can change, and the first one is billed', async () => {
  await create();
  const answer = await put('/leases/1', { tenant_ids: [3, 2] });
  expect(answer.json<Lease>().tenants.map(({ id }) => id)).toEqual([3, 2]);
});

test('every change is in the record of changes', async () => {
  await create();
  await put('/leases/1/charges/1', { from_month: month(2), amount: 1250, due_day: 1 });
  await put('/leases/1', { ends: month(4), paused: true });
  const entries = (await server.call('GET', '/audit?subject=lease&id=1', { as: manager })).json<
    AuditEntry[]
  >();
  expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
    ['changed', { ends: { before: null, after: month(4) }, paused: { before: false, after: true } }],
    [
      'charge changed',
      {
        charge: { before: null, after: 'Rent' },
        amount: { before: 1200, after: 1250 },
        from_month: { before: month(1), after: month(2) },
      },
    ],
    ['charge added', expect.objectContaining({ amount: { before: null, after: 1200 } })],
    ['created', expect.objectContaining({ unit: { before: null, after: '101, Maple Court' } })],
  ]);
});

test('units with tenants and a rent amount get a lease each, once, that charges nothing of the past', async () => {
  const begin = () =>
    server.call('POST', '/leases/from-units', {
      as: manager,
      body: { unit_ids: [1, 2, 3, 4], from_month: month(1), due_day: 3, proration: 'days_of_year' },
    });
  expect((await begin()).json()).toEqual({ message: '2 leases created.' });
  expect(await listed()).toMatchObject(
    [
      { unit_id: 1, tenants: [{ id: 2 }], amount: 1200 },
      { unit_id: 2, tenants: [{ id: 3 }], amount: 1250 },
    ].map(({ amount, ...each }) => ({
      ...each,
      ends: null,
      proration: 'days_of_year',
      charges: [
        { kind: 'rent', amount, due_day: 3, from_month: month(1), to_month: null, posted_through: null },
      ],
    })),
  );
  expect((await begin()).statusCode).toBe(409);
  expect(await listed()).toHaveLength(2);
});

test('a lease from a unit begins when its tenant came, and never charges the past', async () => {
  await server.database
    .sql`update users set unit_since = ${`${month(1).slice(0, 8)}15T12:00:00Z`} where unit = 1`;
  const begin = (from_month: string) =>
    server.call('POST', '/leases/from-units', {
      as: manager,
      body: { unit_ids: [1], from_month, due_day: 1, proration: 'actual_days' },
    });
  const refused = await begin(month(-1));
  expect(refused.json()).toMatchObject({
    fields: { from_month: `Choose ${monthName(month(0))} or a later month.` },
  });
  await begin(month(1));
  expect(await listed()).toMatchObject([{ starts: `${month(1).slice(0, 8)}15` }]);
});

test('a unit with a lease cannot be deleted', async () => {
  await create({ unit_id: 3 });
  const answer = await server.call('DELETE', '/units/3', { as: manager });
  expect(answer.statusCode).toBe(409);
  expect(answer.json<{ message: string }>().message).toContain('1 lease');
});
