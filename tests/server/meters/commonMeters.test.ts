import { beforeEach, expect } from 'vitest';
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

const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, as = manager) => {
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
