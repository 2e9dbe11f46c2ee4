import { beforeEach, expect } from 'vitest';
import {
  addMeter,
  ask,
  bill,
  costOf,
  discrepancies,
  history,
  HOMES,
  read,
  resetCommonMeters,
} from '../../support/server/meters/commonMeters.ts';
import { NOOR, ROBIN } from '../../support/server/resources/utilities.ts';
import { manager, server, test } from '../../support/server/world.ts';

beforeEach(resetCommonMeters);

test('the cost of a common meter is shown divided, and billed to the homes as it was shown', async () => {
  const { id, serial_number } = await addMeter('equally');
  const reading = await read(id, 5001);
  const { json } = await costOf(id, reading);
  expect(json.shares.map(({ user_id }) => user_id)).toEqual([ROBIN, NOOR]);
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
    description: `Common water meter ${serial_number}: 4,001 gal of usage, 1 of 2 homes, $25.01`,
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
