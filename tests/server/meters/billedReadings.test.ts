import { beforeEach, expect } from 'vitest';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { UtilityBillsCreated } from '../../../contract/utilities/utilityBills.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { addMeter, call, meteredEntry, metersOf, resetMeters } from '../../support/server/meters/meters.ts';
import { NOOR, ROBIN, entry, post, refused } from '../../support/server/resources/utilities.ts';
import { UNLIMITED, testServer } from '../../support/server/server.ts';
import { manager, resident, server, testWith } from '../../support/server/world.ts';

const test = testWith({ ...UNLIMITED, TIME_ZONE: 'America/New_York' });
beforeEach(resetMeters);

const history = async (id: number) =>
  (await server.call('GET', `/transactions/user-history/${id}`, { as: manager })).json<Transaction[]>();
const takeBack = async (transaction: number) => {
  await call('POST', `/transactions/${transaction}/reversal`, { reason: 'Misread' });
};
const bill = async (body: object) => {
  const answer = await post([body]);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<UtilityBillsCreated>().bills[0]!;
};
/** Lets a home be billed again in the same month. */
const monthBefore = () => server.database.sql`update utility_bills set month = month - interval '1 month'`;
/** Nothing is found but the entries whose bills the tests before removed. */
const consistent = async () => {
  const lines = await ledgerDiscrepancies(server.database);
  expect(lines.filter((line) => !line.endsWith('is a utility charge without a bill'))).toEqual([]);
};

test('a bill’s usage is the difference of two readings, and the tenant’s bill shows both with their days', async () => {
  const { id } = await addMeter(1, { measure: 'kgal', multiplier: 1000 });
  await bill(await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1001.25, read_on: '2026-11-20' }]));
  const own = await server.call('GET', '/transactions/my-history', { as: resident });
  expect(own.json<Transaction[]>()[0]).toMatchObject({
    amount: 15.63,
    description: 'Water 1,250 gal × $0.0125 = $15.63',
    utility: {
      water_usage: 1250,
      due_date: '2026-11-30',
      rate_water: 0.0125,
      readings: [
        {
          ...{ kind: 'water', serial_number: 'W-1', measure: 'kgal', multiplier: 1000, usage: 1250 },
          ...{ from_value: 1000, from_on: '2026-01-01', to_value: 1001.25, to_on: '2026-11-20' },
          ...{ estimated: false, rolled_over: false },
        },
      ],
    },
  });
  expect(await metersOf(1)).toMatchObject([{ last: { value: 1001.25 }, recent: [1250], unbilled: [] }]);
  await consistent();
});

test('a corrected multiplier does not change what an old bill shows, and holds for the next one', async () => {
  const { id } = await addMeter(1);
  await bill(await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1100 }]));
  const corrected = { serial_number: 'W-9', measure: 'gal', digits: 5, multiplier: 10 };
  expect((await call('PUT', `/meters/${id}`, corrected)).status).toBe(200);
  await monthBefore();
  await bill(await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1110 }]));
  expect((await history(ROBIN)).slice(0, 2).map(({ utility }) => utility?.readings)).toMatchObject([
    [{ serial_number: 'W-9', multiplier: 10, usage: 100 }],
    [{ serial_number: 'W-1', multiplier: 1, usage: 100 }],
  ]);
  await consistent();
});

test('the usage of a home is billed once where two processes bill the same reading at the same moment', async () => {
  const { id } = await addMeter(1);
  const other = await testServer(UNLIMITED, { database: server.database, populated: true });
  const body = [
    { ...(await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1100 }])), confirm_duplicates: true },
  ];
  const answers = await Promise.all(
    [server, other].map((by) => by.call('POST', '/utilities', { as: manager, body })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  await other.app.close();
  await consistent();
});

test('a reading that stands twice in a request is refused, whatever usage is asked for it', async () => {
  const { id } = await addMeter(1);
  const twice = await meteredEntry(ROBIN, 1, [
    { meter_id: id, value: 1100 },
    { meter_id: id, value: 1100 },
  ]);
  expect(twice.water_usage).toBe(200);
  expect(await refused([twice])).toMatchObject({ status: 409, code: 'read_since' });
  const once = await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1100 }]);
  expect(await refused([{ ...once, readings: twice.readings }])).toMatchObject({
    status: 409,
    code: 'usage_changed',
  });
  expect((await post([once])).statusCode).toBe(201);
});

test('the database itself refuses the usage from a reading on to be billed twice', async () => {
  const { id, last } = await addMeter(1);
  await bill(await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1100 }]));
  const other = await bill(entry(NOOR));
  const again = server.database.sql`
    insert into billed_usages (bill_id, meter_id, from_id, to_id, serial_number, measure, multiplier, usage)
    select ${other.id}, ${id}, ${last.id}, to_id, serial_number, measure, multiplier, usage from billed_usages`;
  await expect(again).rejects.toThrow('billed_usages_from_once');
});

test('a usage that was billed twice all the same is found by the check of the ledger', async () => {
  const { id } = await addMeter(1);
  await bill(await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1100 }]));
  await monthBefore();
  await bill(await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1200 }]));
  const { sql } = server.database;
  await sql`
    update billed_usages set from_id = (select min(from_id) from billed_usages), reversed = true
    where from_id = (select max(from_id) from billed_usages)`;
  const lines = await ledgerDiscrepancies(server.database);
  expect(lines.join('\n')).toMatch(/Bills \d+ and \d+ have the same usage of meter \d+, from 1000\.00 on/);
  expect(lines.join('\n')).toMatch(/is kept as taken back, and its bill is not/);
});

test('a bill that was counted from an older reading says up to where the meter was billed since', async () => {
  const { id } = await addMeter(1);
  const late = await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1200 }]);
  await bill(await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1100, read_on: '2026-11-20' }]));
  const { status, code, message } = await refused([{ ...late, confirm_duplicates: true }]);
  expect({ status, code }).toEqual({ status: 409, code: 'read_since' });
  expect(message).toBe(
    'The meter W-1 of Unit 101 (Maple Court) was billed since, up to 1100 on Nov 20, 2026. Please look at its reading again.',
  );
});

test('a meter rolls over only where it is said, and where its digits allow', async () => {
  const { id } = await addMeter(1, { first_value: 99_900 });
  const over = await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 50 }]);
  expect(over.water_usage).toBe(150);
  expect(await refused([over])).toMatchObject({
    status: 400,
    message: 'The meter W-1 showed 99900 on Jan 1, 2026, which is more.',
  });
  const said = await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 90_000, rolled_over: true }]);
  expect((await refused([said])).message).toContain('It cannot have rolled over since.');
  const tooLong = await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 100_001 }]);
  expect((await refused([tooLong])).message).toBe('This meter has 5 digits.');
  await bill(await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 50, rolled_over: true }]));
  expect((await history(ROBIN))[0]?.utility?.readings).toMatchObject([{ usage: 150, rolled_over: true }]);
  await consistent();
});

test('after an exchange both meters’ usage is in the bill, and taken back both are billed again', async () => {
  const { id } = await addMeter(1, { place: 'Hall' });
  const exchange = { last_value: 1040, serial_number: 'W-2', digits: 6, multiplier: 1, first_value: 7 };
  const { transaction_id } = await bill(
    await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 67, exchange }]),
  );
  expect((await history(ROBIN))[0]).toMatchObject({
    utility: {
      water_usage: 100,
      readings: [
        { serial_number: 'W-1', from_value: 1000, to_value: 1040, usage: 40 },
        { serial_number: 'W-2', from_value: 7, to_value: 67, usage: 60 },
      ],
    },
  });
  const [old, added] = await metersOf(1);
  expect(old?.removed_on).not.toBeNull();
  expect(added).toMatchObject({
    serial_number: 'W-2',
    place: 'Hall',
    replaces: id,
    recent: [100],
    digits: 6,
  });

  await takeBack(transaction_id);
  expect(await metersOf(1)).toMatchObject([
    { unbilled: [{ from: { value: 1000 }, to: { value: 1040 } }] },
    { last: { value: 7 }, recent: [] },
  ]);
  await bill(await meteredEntry(ROBIN, 1, [{ meter_id: added!.id, value: 70 }]));
  expect((await history(ROBIN))[0]?.utility).toMatchObject({
    water_usage: 103,
    readings: [{ usage: 40 }, { usage: 63 }],
  });
  await consistent();
});

test('an exchange that management enters is in the next bill, with what the removed meter counted', async () => {
  const { id } = await addMeter(1);
  const body = { last_value: 1030, serial_number: 'W-2', digits: 5, multiplier: 1, first_value: 0 };
  expect(await call('POST', `/meters/${id}/exchange`, { ...body, last_value: 900 })).toMatchObject({
    status: 400,
  });
  expect(await call('POST', `/meters/${id}/exchange`, { ...body, exchanged_on: '2020-01-01' })).toMatchObject(
    { ...{ status: 400, json: { fields: { exchanged_on: expect.any(String) as string } } } },
  );
  const { status, json } = await call('POST', `/meters/${id}/exchange`, body);
  expect(status).toBe(201);
  const unaware = {
    ...entry(ROBIN, { water_usage: 10, electric_usage: 0 }),
    readings: [{ meter_id: json.id, from: (json.last as { id: number }).id, value: 10 }],
  };
  expect(await refused([unaware])).toMatchObject({ status: 409, code: 'usage_changed' });
  await bill(await meteredEntry(ROBIN, 1, [{ meter_id: json.id as number, value: 10 }]));
  expect((await history(ROBIN))[0]?.utility).toMatchObject({ water_usage: 40 });
  expect(await call('POST', `/meters/${id}/exchange`, body)).toMatchObject({
    status: 409,
    json: { code: 'meter_removed' },
  });
  await consistent();
});

test('a bill between two others that is taken back leaves its usage to be billed again', async () => {
  const { id } = await addMeter(1);
  const first = await bill(await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1100 }]));
  await monthBefore();
  await bill(await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1150 }]));
  await monthBefore();
  await takeBack(first.transaction_id);
  expect(await metersOf(1)).toMatchObject([
    { last: { value: 1150 }, unbilled: [{ from: { value: 1000 }, to: { value: 1100 } }] },
  ]);
  await bill(await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1160 }]));
  expect((await history(ROBIN))[0]?.utility).toMatchObject({ water_usage: 110 });
  await consistent();
});

test('a usage that an app of the version before sends for a metered home counts as an estimate of its meter', async () => {
  await addMeter(1);
  await bill(entry(ROBIN, { water_usage: 120, electric_usage: 5 }));
  expect(await metersOf(1)).toMatchObject([{ last: { value: 1120, estimated: true }, recent: [120] }]);
  expect((await history(ROBIN))[0]?.utility?.readings).toMatchObject([{ usage: 120, estimated: true }]);
  await consistent();
});
