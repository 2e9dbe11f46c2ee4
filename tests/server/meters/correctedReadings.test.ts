import { beforeEach, expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { MeterReading } from '../../../contract/utilities/installedMeter.ts';
import { addMeter, call, meteredEntry, metersOf } from '../../support/server/meters/meters.ts';
import { leased, resetMoves } from '../../support/server/meters/moves.ts';
import { post, ROBIN } from '../../support/server/resources/utilities.ts';
import { UNLIMITED } from '../../support/server/server.ts';
import { manager, server, testWith } from '../../support/server/world.ts';

const test = testWith({ ...UNLIMITED, TIME_ZONE: 'America/New_York' });
beforeEach(resetMoves);

const readingsOf = async (id: number) =>
  (await server.call('GET', `/meters/${id}/readings`, { as: manager })).json<MeterReading[]>();
const NEW = { serial_number: 'W-2', digits: 5, multiplier: 1, first_value: 7 };
async function exchanged() {
  await leased(ROBIN, '2026-01-01');
  const { id } = await addMeter(1);
  const { json } = await call('POST', `/meters/${id}/exchange`, { last_value: 1400, ...NEW });
  return { old: id, added: json.id as number };
}

test('the last value of a removed meter and the first of the new one are corrected, and the next bill counts them so', async () => {
  const { old, added } = await exchanged();
  const [last] = await readingsOf(old);
  const [first] = await readingsOf(added);
  expect(last).toMatchObject({ kind: 'removed', billed: false, correctable: true });
  expect((await call('PUT', `/meters/${old}/readings/${last!.id}`, { value: 1040 })).status).toBe(200);
  expect((await call('PUT', `/meters/${added}/readings/${first!.id}`, { value: 0 })).status).toBe(200);
  const next = await meteredEntry(ROBIN, 1, [{ meter_id: added, value: 60 }]);
  expect(next.water_usage).toBe(100);
  expect((await post([next])).statusCode).toBe(201);
  const audit = await server.call('GET', `/audit?subject=meter&id=${old}`, { as: manager });
  expect(audit.json<AuditEntry[]>()[0]?.changes).toEqual({ reading: { before: 1400, after: 1040 } });
});

test('a reading that a bill has is not corrected, and once the bill is taken back it is', async () => {
  const { old, added } = await exchanged();
  const body = [await meteredEntry(ROBIN, 1, [{ meter_id: added, value: 60 }])];
  const [bill] = (await post(body)).json<{ bills: { transaction_id: number }[] }>().bills;
  const [last] = await readingsOf(old);
  expect(last).toMatchObject({ billed: true, correctable: false });
  const correct = () => call('PUT', `/meters/${old}/readings/${last!.id}`, { value: 1040 });
  expect(await correct()).toMatchObject({
    status: 409,
    json: {
      code: 'reading_billed',
      error:
        'A bill has this reading. To correct it, take that bill back in the ledger first; its usage is then billed again as it is corrected.',
    },
  });
  await call('POST', `/transactions/${bill!.transaction_id}/reversal`, { reason: 'Misread' });
  expect((await correct()).status).toBe(200);
  expect((await metersOf(1))[0]?.unbilled).toMatchObject([{ from: { value: 1000 }, to: { value: 1040 } }]);
});

test('a corrected reading lies between those before and after it, and is one of its meter', async () => {
  const { old, added } = await exchanged();
  const [last, first] = await readingsOf(old);
  const put = (id: number, reading: number, value: number) =>
    call('PUT', `/meters/${id}/readings/${reading}`, { value });
  expect((await put(old, last!.id, 900)).json.fields).toEqual({
    value: 'The meter W-1 cannot have gone from 1000 to 900.',
  });
  expect((await put(old, first!.id, 1500)).status).toBe(400);
  expect((await put(old, last!.id, 100_000)).json.fields).toEqual({ value: 'This meter has 5 digits.' });
  expect((await put(added, last!.id, 10)).status).toBe(404);
});
