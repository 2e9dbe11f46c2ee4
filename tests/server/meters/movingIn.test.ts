import { beforeEach, expect } from 'vitest';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { UtilityBillsCreated } from '../../../contract/utilities/utilityBills.ts';
import { ledgerDiscrepancies } from '../../../server/resources/ledger/discrepancies.ts';
import { addMeter, call, meteredEntry, metersOf } from '../../support/server/meters/meters.ts';
import {
  leased,
  monthBefore,
  MOVING_IN,
  resetMoves,
  since,
  vacancy,
} from '../../support/server/meters/moves.ts';
import { entry, post, refused, ROBIN } from '../../support/server/resources/utilities.ts';
import { UNLIMITED } from '../../support/server/server.ts';
import { manager, server, testWith } from '../../support/server/world.ts';

const test = testWith({ ...UNLIMITED, TIME_ZONE: 'America/New_York' });
beforeEach(resetMoves);

const bill = async (body: object) => {
  const answer = await post([body]);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<UtilityBillsCreated>().bills[0]!;
};
const lastBill = async (user = ROBIN) =>
  (await server.call('GET', `/transactions/user-history/${user}`, { as: manager })).json<Transaction[]>()[0];
const consistent = async () => {
  const lines = await ledgerDiscrepancies(server.database);
  expect(lines.filter((line) => !line.endsWith('is a utility charge without a bill'))).toEqual([]);
};

test('a tenant who moves in is never billed for usage of before their lease, which asks for the reading of that day', async () => {
  const { id } = await vacancy();
  const asked = await refused([
    await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1180, read_on: '2026-11-20' }]),
  ]);
  expect(asked).toMatchObject({
    status: 409,
    code: 'opening_needed',
    message:
      'The meter W-1 of Unit 101 (Maple Court) was read last on Sep 30, 2026, before they moved in on Nov 5, 2026. Please say what it showed then.',
  });
  const given = { meter_id: id, value: 1180, read_on: '2026-11-20', opening: MOVING_IN };
  const said = await meteredEntry(ROBIN, 1, [given]);
  expect(said.water_usage).toBe(50);
  await bill(said);
  expect((await lastBill())?.utility?.readings).toMatchObject([
    { from_value: 1130, from_on: '2026-11-05', to_value: 1180, usage: 50 },
  ]);
  // What was used while the home was empty is nobody's, in the next bill too.
  await monthBefore();
  const next = await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1200, read_on: '2026-11-21' }]);
  expect(next.water_usage).toBe(20);
  await bill(next);
  await consistent();
});

test('a reading at moving in without a bill is what the first bill counts from', async () => {
  const { id } = await vacancy();
  const read = await call('POST', `/meters/${id}/readings`, { value: 1130, read_on: '2026-11-04' });
  expect(read).toMatchObject({ status: 201, json: { last: { value: 1130, read_on: '2026-11-04' } } });
  const first = await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1180 }]);
  expect(first.water_usage).toBe(50);
  await bill(first);
  expect((await call('GET', `/meters/${id}/readings`)).json).toMatchObject([
    { kind: 'read', value: 1180, usage: 50 },
    { kind: 'read', value: 1130, usage: null },
    { kind: 'read', value: 1100, usage: 100 },
    { kind: 'installed' },
  ]);
  await consistent();
});

test('a reading in the middle of a tenancy is in the next bill together with what came before it', async () => {
  await leased(ROBIN, '2026-01-01');
  const { id } = await addMeter(1);
  expect((await call('POST', `/meters/${id}/readings`, { value: 1040 })).status).toBe(201);
  const next = await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1100 }]);
  expect(next.water_usage).toBe(100);
  await bill(next);
  expect((await lastBill())?.utility?.readings).toMatchObject([{ usage: 40 }, { usage: 60 }]);
  await consistent();
});

test('a reading without a bill is refused below the last one, of an earlier day and of a removed meter', async () => {
  const { id } = await addMeter(1, { first_value: 99_900 });
  const read = (body: object) => call('POST', `/meters/${id}/readings`, body);
  expect(await read({ value: 50 })).toMatchObject({
    status: 400,
    json: { fields: { value: 'The meter W-1 showed 99900 on Jan 1, 2026, which is more.' } },
  });
  expect((await read({ value: 99_950, read_on: '2025-12-31' })).json.fields).toHaveProperty('read_on');
  expect(await read({ value: 50, rolled_over: true })).toMatchObject({
    status: 201,
    json: { last: { value: 50 } },
  });
  await call('POST', `/meters/${id}/removal`, { last_value: 60 });
  expect(await read({ value: 70 })).toMatchObject({ status: 409, json: { code: 'meter_removed' } });
});

test('a bill of who moved out that is taken back is not billed to who lives there now', async () => {
  const { id, transaction_id } = await vacancy();
  await call('POST', `/transactions/${transaction_id}/reversal`, { reason: 'Misread' });
  const given = { meter_id: id, value: 1180, read_on: '2026-11-20', opening: MOVING_IN };
  const first = await meteredEntry(ROBIN, 1, [given]);
  expect(first.water_usage).toBe(50);
  await bill(first);
  await consistent();
});

test('the usage of a bill that is taken back and given up is billed to nobody, and the next bill goes on after it', async () => {
  await leased(ROBIN, '2026-01-01');
  const { id } = await addMeter(1);
  const { transaction_id } = await bill(await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1100 }]));
  const back = { reason: 'A leak that was ours', give_up_usage: true };
  expect((await call('POST', `/transactions/${transaction_id}/reversal`, back)).status).toBe(201);
  expect(await metersOf(1)).toMatchObject([{ last: { value: 1100 }, unbilled: [] }]);
  const next = await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1120 }]);
  expect(next.water_usage).toBe(20);
  await bill(next);
  await consistent();
});

test('who renews their lease, or goes on living there between two, is asked for no reading at moving in', async () => {
  await since(ROBIN, '2026-01-01');
  await leased(ROBIN, '2026-01-01', '2026-05-31');
  await leased(ROBIN, '2026-06-01', '2026-10-31');
  await leased(ROBIN, '2026-11-10');
  await addMeter(1);
  expect(await metersOf(1)).toMatchObject([{ lived_in_since: '2026-01-01' }]);
  // Back after the home was empty.
  await since(ROBIN, '2026-11-10');
  expect(await metersOf(1)).toMatchObject([{ lived_in_since: '2026-11-10' }]);
});

test('who was billed already before their first lease was entered is billed on from there', async () => {
  await since(ROBIN, '2026-01-01');
  const { id } = await addMeter(1);
  await bill(await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1100, read_on: '2026-10-31' }]));
  await leased(ROBIN, '2026-11-15');
  const next = await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1120 }]);
  await monthBefore();
  expect(next.water_usage).toBe(20);
  await bill(next);
});

test('a home without leases that another person was billed for asks for the reading at moving in', async () => {
  const { id } = await vacancy();
  await server.database
    .sql`delete from lease_tenants where lease_id in (select id from leases where unit_id = 1)`;
  const later = await meteredEntry(ROBIN, 1, [{ meter_id: id, value: 1180 }]);
  expect(await refused([later])).toMatchObject({ code: 'opening_needed' });
});

test('a reading at moving in that cannot be, or is not asked for any more, is refused in words', async () => {
  const { id } = await vacancy();
  const given = { meter_id: id, value: 1180, read_on: '2026-11-20' };
  const opened = (opening: object) =>
    meteredEntry(ROBIN, 1, [{ ...given, opening: { ...MOVING_IN, ...opening } }]);
  expect((await refused([await opened({ read_on: '2026-11-01' })])).message).toBe(
    'A reading at moving in is not of a day before that.',
  );
  expect((await refused([await opened({ value: 1090 })])).message).toContain('showed 1100 on Sep 30, 2026');
  expect((await refused([await opened({ value: 1190 })])).message).toContain('showed 1190 on Nov 5, 2026');
  await call('POST', `/meters/${id}/readings`, { value: 1130, read_on: '2026-11-05' });
  expect(await refused([await opened({})])).toMatchObject({ status: 409, code: 'usage_changed' });
});

test('a usage that an app of the version before sends after a move counts from where the meter was read last', async () => {
  const { id } = await vacancy();
  await bill(entry(ROBIN, { water_usage: 30, electric_usage: 0 }));
  expect((await lastBill())?.utility?.readings).toMatchObject([
    { from_value: 1100, from_on: '2026-11-05', to_value: 1130, estimated: true },
  ]);
  expect(await metersOf(1)).toMatchObject([{ id, recent: [30, 100] }]);
  await consistent();
});
