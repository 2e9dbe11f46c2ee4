import { beforeEach, expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import {
  addMeter,
  ask,
  bill,
  costOf,
  discrepancies,
  history,
  PROPERTY,
  read,
  resetCommonMeters,
} from '../../support/server/meters/commonMeters.ts';
import { manager, server, test } from '../../support/server/world.ts';

beforeEach(resetCommonMeters);

const correct = (meter: number, reading: number, value: number) =>
  ask('PUT', `/common-meters/${meter}/readings/${reading}`, { value });
const remove = (meter: number, reading: number) =>
  ask('DELETE', `/common-meters/${meter}/readings/${reading}`);

test('a wrong reading is corrected, or removed, as long as no bill has it', async () => {
  const { id, readings } = await addMeter('equally');
  const reading = await read(id, 50_010);
  expect((await correct(id, reading, 5001)).json.readings[0]).toMatchObject({ value: 5001 });
  expect(await correct(id, reading, 900)).toMatchObject({
    status: 400,
    json: { fields: { value: expect.any(String) as string } },
  });
  const wrong = await read(id, 9000, '2026-02-02');
  expect((await remove(id, wrong)).json.readings.map(({ value }) => value)).toEqual([5001, 1000]);
  expect(await remove(id, readings[0]!.id)).toMatchObject({ status: 409, json: { code: 'first_reading' } });
  const { json } = await costOf(id, reading);
  expect((await bill(id, reading, json.shares)).status).toBe(201);
  const billed = { status: 409, json: { code: 'reading_billed' } };
  expect(await correct(id, reading, 5002)).toMatchObject(billed);
  expect(await remove(id, reading)).toMatchObject(billed);
  // The bill counts from this one.
  expect(await correct(id, readings[0]!.id, 1001)).toMatchObject(billed);
});

test('a reading whose bill was taken back is corrected and billed again as it is, and not removed', async () => {
  const { id } = await addMeter('equally', [1]);
  const reading = await read(id, 5001);
  await bill(id, reading, (await costOf(id, reading)).json.shares);
  const [entry] = await history();
  await ask('POST', `/transactions/${entry!.id}/reversal`, { reason: 'A wrong reading' });
  expect(await remove(id, reading)).toMatchObject({ status: 409, json: { code: 'reading_billed' } });
  expect((await correct(id, reading, 1800)).status).toBe(200);
  const { json } = await costOf(id, reading);
  expect(json).toMatchObject({ usage: 800, cost: 10 });
  expect((await bill(id, reading, json.shares)).status).toBe(201);
  expect(await discrepancies()).toEqual([]);
});

test('who added, changed and read a common meter is recorded, and what each reading was corrected to', async () => {
  const { id } = await addMeter('equally');
  await ask('PUT', `/common-meters/${id}`, { shared_by: 'area', unit_ids: [1] });
  const reading = await read(id, 5001);
  await correct(id, reading, 5000);
  await remove(id, reading);
  const answer = await server.call('GET', `/audit?subject=common_meter&id=${id}`, { as: manager });
  const entries = answer.json<AuditEntry[]>().map(({ action, changes }) => ({ action, changes }));
  expect(entries).toMatchObject([
    { action: 'changed', changes: { reading: { before: 5000, after: null } } },
    { action: 'changed', changes: { reading: { before: 5001, after: 5000 } } },
    { action: 'read', changes: { reading: { before: null, after: 5001 } } },
    {
      ...{ action: 'changed' },
      changes: {
        shared_by: { before: 'equally', after: 'area' },
        unit_ids: { before: '1, 2', after: '1' },
      },
    },
    { action: 'created', changes: { reading: { before: null, after: 1000 } } },
  ]);
});

test('a unit whose share stayed with the property is not deleted, and says why', async () => {
  const { sql } = server.database;
  await sql`insert into units (property_id, unit_number, rent_amount) values (${PROPERTY}, 'Attic', 0)`;
  const [attic] = await sql<{ id: number }>`select id from units where unit_number = 'Attic'`;
  const { id } = await addMeter('equally', [1, attic!.id]);
  const reading = await read(id, 5001);
  await bill(id, reading, (await costOf(id, reading)).json.shares);
  const { status, json } = await ask('DELETE', `/units/${attic!.id}`);
  expect([status, json.message]).toEqual([
    409,
    'Unit Attic cannot be deleted: it has 1 share of a common meter that was not billed.',
  ]);
});

test('a property has 200 common meters at most, and a meter 10 readings of one day', async () => {
  const { id } = await addMeter('equally');
  for (let value = 1001; value <= 1010; value += 1) await read(id, value);
  expect(
    await ask('POST', `/common-meters/${id}/readings`, { value: 2000, read_on: '2026-02-01' }),
  ).toMatchObject({
    status: 400,
    json: {
      fields: {
        read_on: 'A common meter has at most 10 readings of one day. Please correct one of them.',
      },
    },
  });
  await server.database.sql`
    insert into common_meters (property_id, kind, serial_number, measure, digits, multiplier, shared_by)
    select ${PROPERTY}, 'gas', 'many ' || number, 'therm', 6, 1, 'equally'
    from generate_series((select count(*) from common_meters where property_id = ${PROPERTY}) + 1, 200) as number`;
  await expect(addMeter('equally')).rejects.toThrow('A property has at most 200 common meters.');
});

test.each([
  ['a person’s home', 'PUT', '/users/3', { unit: 3 }],
  ['the area of a home', 'PATCH', '/units/1', { area: 900 }],
  ['the rates', 'PUT', '/settings', { rate_water: 0.02, rate_electric: 0.2, rate_gas: 1 }],
] as const)('the shares that a device keeps are old once %s changes', async (_, method, path, body) => {
  const headers = { prefer: 'stale-reads' };
  const answer = await server.call(method, path, { as: manager, headers, body });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['stale-reads']?.toString().split(',')).toContain('readCommonCost');
});
