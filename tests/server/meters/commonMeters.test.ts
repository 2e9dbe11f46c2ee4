import { beforeEach, expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { CommonCost, CommonMeter } from '../../../contract/utilities/commonMeters.ts';
import type { SharedBy } from '../../../contract/utilities/commonShares.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { resetMeters } from '../../support/server/meters/meters.ts';
import { NOOR, ROBIN } from '../../support/server/resources/utilities.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';

const PROPERTY = 1;
const HOMES = [1, 2];

beforeEach(async () => {
  await resetMeters();
  const { sql } = server.database;
  await sql`delete from lease_tenants`;
  await sql`delete from leases`;
  await sql`update users set unit_since = '2025-01-01' where unit is not null`;
  await sql`update units set area = case id when 1 then 850.5 else 1200 end`;
});

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = manager) => {
  const answer = await server.call(method, path, { as, ...(body ? { body } : {}) });
  return { status: answer.statusCode, json: answer.json<Failure & CommonMeter & CommonCost>() };
};

let number = 117;

async function addMeter(shared_by: SharedBy, unit_ids = HOMES): Promise<CommonMeter> {
  const { status, json } = await ask('POST', `/properties/${PROPERTY}/common-meters`, {
    ...{ kind: 'water', serial_number: String((number += 1)), measure: 'gal', digits: 6, multiplier: 1 },
    ...{ first_value: 1000, installed_on: '2026-01-01', shared_by, unit_ids },
  });
  if (status !== 201) throw new Error(JSON.stringify(json));
  return json;
}

async function read(meter: number, value: number, read_on = '2026-02-01') {
  const { status, json } = await ask('POST', `/common-meters/${meter}/readings`, { value, read_on });
  if (status !== 201) throw new Error(JSON.stringify(json));
  return json.readings[0]!.id;
}
const costOf = (meter: number, reading: number) =>
  ask('GET', `/common-meters/${meter}/readings/${reading}/shares`);
const bill = (meter: number, reading: number, shares: CommonCost['shares']) =>
  ask('POST', `/common-meters/${meter}/readings/${reading}/bill`, {
    shares: shares.map(({ unit_id, amount }) => ({ unit_id, amount })),
  });
const history = async () =>
  (await server.call('GET', '/transactions/my-history', { as: resident })).json<Transaction[]>();
const discrepancies = async () =>
  (await ledgerDiscrepancies(server.database)).filter(
    (line) => line.includes('common') || line.includes('utility charge without'),
  );

test('the cost of a common meter is shown divided, and billed to the homes as it was shown', async () => {
  const { id } = await addMeter('equally');
  const reading = await read(id, 5001);
  const { json } = await costOf(id, reading);
  // 4,001 gal at 0.0125 come to $50.01.
  expect(json).toMatchObject({ usage: 4001, cost: 50.01, all: 2 });
  expect(json.shares.map(({ amount, kept }) => [amount, kept])).toEqual([
    [25.01, null],
    [25, null],
  ]);
  const { status, json: billed } = await bill(id, reading, json.shares);
  expect(status).toBe(201);
  expect(billed.readings[0]).toMatchObject({ billed: true });
  expect((await history())[0]).toMatchObject({
    amount: 25.01,
    description: 'Common water meter 118: 4,001 gal of usage, 1 of 2 homes, $25.01',
  });
  expect(await discrepancies()).toEqual([]);
  expect(await bill(id, reading, json.shares)).toMatchObject({
    status: 409,
    json: { code: 'already_billed' },
  });
});

test('a cost is divided by the area of the homes, and not where a home has none', async () => {
  const { id } = await addMeter('area');
  const reading = await read(id, 5001);
  expect((await costOf(id, reading)).json.shares.map(({ weight, amount }) => [weight, amount])).toEqual([
    [850.5, 20.74],
    [1200, 29.27],
  ]);
  await server.database.sql`update units set area = null where id = 1`;
  expect(await costOf(id, reading)).toMatchObject({ status: 409, json: { code: 'not_shared' } });
});

test('a home counts as many people as live there on the day of the reading, those who do not sign in among them', async () => {
  const { sql } = server.database;
  await sql`
    with lease as (
      insert into leases (unit_id, starts, proration, occupants) values (1, '2025-01-01', 'actual_days', '{Kim,Lee}') returning id
    )
    insert into lease_tenants (lease_id, user_id, position) select id, ${ROBIN}, 1 from lease`;
  const { id } = await addMeter('people');
  const reading = await read(id, 5000);
  expect((await costOf(id, reading)).json).toMatchObject({
    all: 4,
    shares: [
      { weight: 3, amount: 37.5 },
      { weight: 1, amount: 12.5 },
    ],
  });
});

test('the share of a vacant home stays with the property, as does that of who moved in meanwhile', async () => {
  const { sql } = server.database;
  await sql`update users set unit = null where id = ${NOOR}`;
  const { id } = await addMeter('equally');
  const reading = await read(id, 5001);
  const { json } = await costOf(id, reading);
  expect(json.shares.map(({ kept }) => kept)).toEqual([null, 'vacant']);
  await sql`update users set unit = 2, unit_since = '2026-01-15' where id = ${NOOR}`;
  expect((await costOf(id, reading)).json.shares.map(({ kept }) => kept)).toEqual([null, 'moved_in']);
  expect((await bill(id, reading, json.shares)).status).toBe(201);
  expect(
    await sql`select unit_id from common_shares join common_bills on common_bills.id = bill_id
      where reading_id = ${reading} and transaction_id is not null`,
  ).toEqual([{ unit_id: 1 }]);
  expect(await discrepancies()).toEqual([]);
});

test('what is not what was shown is not billed', async () => {
  const { id } = await addMeter('equally');
  const reading = await read(id, 5001);
  const { json } = await costOf(id, reading);
  await ask('PUT', `/common-meters/${id}`, { shared_by: 'area', unit_ids: HOMES });
  expect(await bill(id, reading, json.shares)).toMatchObject({
    status: 409,
    json: { code: 'shares_changed' },
  });
});

test('a reading is billed again once each of its shares was taken back', async () => {
  const { id } = await addMeter('equally', [1]);
  const reading = await read(id, 5001);
  const { json } = await costOf(id, reading);
  await bill(id, reading, json.shares);
  const [entry] = await history();
  const reversal = await server.call('POST', `/transactions/${entry!.id}/reversal`, {
    as: manager,
    body: { reason: 'A wrong reading' },
  });
  expect(reversal.statusCode, reversal.body).toBeLessThan(300);
  expect((await bill(id, reading, json.shares)).status).toBe(201);
  expect(await discrepancies()).toEqual([]);
});

test('a reading below the last one, and a home of another property, are refused where they were entered', async () => {
  const { id } = await addMeter('equally');
  expect(await ask('POST', `/common-meters/${id}/readings`, { value: 900 })).toMatchObject({
    ...{ status: 400, json: { fields: { value: 'This meter showed 1000 on Jan 1, 2026, which is more.' } } },
  });
  expect(
    await ask('PUT', `/common-meters/${id}`, { shared_by: 'equally', unit_ids: [1, 9999] }),
  ).toMatchObject({
    ...{ status: 400, json: { fields: { unit_ids: 'A home is not of this property.' } } },
  });
});

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
