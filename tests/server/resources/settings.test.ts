import { expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Settings } from '../../../contract/utilities/rates.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';

const read = () => server.call('GET', '/settings', { as: resident });
const set = (body: object, as = manager) => server.call('PUT', '/settings', { as, body });

test('utility rates that were never set are 0', async () => {
  const answer = await read();
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ rate_water: 0, rate_electric: 0, rate_gas: 0 });
});

test('the utility rates are exactly those in force now, not earlier or future ones', async () => {
  await server.database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at) values
      (0.009, 0.17, 1.2, now() - interval '2 months'),
      (0.0105, 0.185, 1.35, now() - interval '1 month'),
      (0.02, 0.3, 2, now() + interval '1 month')`;
  expect((await read()).json()).toEqual({ rate_water: 0.0105, rate_electric: 0.185, rate_gas: 1.35 });
});

test('of two sets of utility rates from the same moment the later one applies', async () => {
  await server.database.sql`
    insert into utility_rates (rate_water, rate_electric, rate_gas, effective_at) values
      (0.01, 0.1, 1, '2100-01-01'), (0.02, 0.2, 2, '2100-01-01')`;
  await server.database
    .sql`update utility_rates set effective_at = now() - interval '1 hour' where effective_at = '2100-01-01'`;
  expect((await read()).json()).toEqual({ rate_water: 0.02, rate_electric: 0.2, rate_gas: 2 });
});

test('utility rates are refused to someone who is not signed in', async () => {
  expect((await server.call('GET', '/settings')).statusCode).toBe(401);
});

test('new utility rates apply at once, and the earlier ones stay on record with their author', async () => {
  await server.database.sql`delete from utility_rates`;
  const answer = await set({ rate_water: 0.0125, rate_electric: 0.2, rate_gas: 1.5 });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ rate_water: 0.0125, rate_electric: 0.2, rate_gas: 1.5 });
  await set({ rate_water: 0, rate_electric: 0.21, rate_gas: 1.5 });
  expect((await read()).json()).toEqual({ rate_water: 0, rate_electric: 0.21, rate_gas: 1.5 });
  const history = await server.database.sql`select rate_electric, created_by from utility_rates order by id`;
  expect(history).toEqual([
    { rate_electric: 0.2, created_by: 1 },
    { rate_electric: 0.21, created_by: 1 },
  ]);
});

test('a change of utility rates has an audit entry, and setting the same rates again has none', async () => {
  await set({ rate_water: 0.01, rate_electric: 0.2, rate_gas: 1 });
  await set({ rate_water: 0.01, rate_electric: 0.25, rate_gas: 1.1 });
  await set({ rate_water: 0.01, rate_electric: 0.25, rate_gas: 1.1 });
  const answer = await server.call('GET', '/audit?subject=rates&id=1', { as: manager });
  expect(answer.json<AuditEntry[]>()[0]).toMatchObject({
    action: 'changed',
    first_name: 'Morgan',
    changes: {
      rate_electric: { before: 0.2, after: 0.25 },
      rate_gas: { before: 1, after: 1.1 },
    },
  });
});

test.each([
  ['rate_water', -0.001, 'Water rate must be a valid positive number.'],
  ['rate_electric', '0.2', 'Electric rate must be a valid positive number.'],
  ['rate_gas', null, 'Gas rate must be a valid positive number.'],
  ['rate_water', undefined, 'Water rate must be a valid positive number.'],
  ['rate_electric', undefined, 'Electric rate must be a valid positive number.'],
  ['rate_gas', undefined, 'Gas rate must be a valid positive number.'],
  ['rate_gas', 1.00005, 'Gas rate can have at most 4 decimals.'],
  ['rate_water', 10_001, 'Water rate can be at most 10,000.'],
])('the utility rate %s cannot be %j', async (field, value, message) => {
  const answer = await set({ rate_water: 0.01, rate_electric: 0.2, rate_gas: 1, [field]: value });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ message, fields: { [field]: message } });
});

test('no rates at all are refused, each at its field, and nothing is changed', async () => {
  const before = (await read()).json<Settings>();
  const answer = await set({});
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<Failure>().fields ?? {})).toEqual([
    'rate_water',
    'rate_electric',
    'rate_gas',
  ]);
  expect((await read()).json()).toEqual(before);
});

test('of the rates that were shown, those that are sent as they were shown stay as they are now', async () => {
  const shown = { rate_water: 0.01, rate_electric: 0.2, rate_gas: 1 };
  await set({ ...shown, rate_gas: 1.2 });
  await set({ ...shown, rate_water: 0.03, shown });
  expect((await read()).json()).toEqual({ rate_water: 0.03, rate_electric: 0.2, rate_gas: 1.2 });
  await set({ ...shown, rate_water: 0.03 });
  expect((await read()).json()).toEqual({ rate_water: 0.03, rate_electric: 0.2, rate_gas: 1 });
});

test('a resident cannot set utility rates', async () => {
  const answer = await set({ rate_water: 0, rate_electric: 0, rate_gas: 0 }, resident);
  expect(answer.statusCode).toBe(403);
});
