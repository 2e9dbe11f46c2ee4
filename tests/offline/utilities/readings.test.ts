import type { Unit } from '../../../contract/units/unit.ts';
import { beforeEach, expect } from 'vitest';
import { ReadingStore } from '../../../src/features/utilities/readingStore.ts';
import { postingOf, planOf } from '../../../src/features/utilities/billPlan.ts';
import { inWalkingOrder } from '../../../src/features/utilities/walkingOrder.ts';
import { queueBills, readReadings, withdrawBills } from '../../../src/offline/subjects/bills.ts';
import { queueSkip, queueWalkingOrder, withOrder } from '../../../src/offline/subjects/meters.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { communityDay } from '../../support/days.ts';
import { MANAGER } from '../../support/offline/device.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';
import { addMeter, listMeters, meteredEntry, metersOf } from '../../support/server/meters/meters.ts';
import { resetMoves, vacancy } from '../../support/server/meters/moves.ts';
import { RATES } from '../../support/server/resources/utilities.ts';
import { manager, server } from '../../support/server/world.ts';

const test = base.extend('person', MANAGER);
beforeEach(resetMoves);

const ON = '2026-11-20';

/** The homes to read, as this device knows them. */
async function homes() {
  const kept = await readCached(MANAGER, 'listMeters', {});
  const units = (await server.call('GET', '/units', { as: manager })).json<Unit[]>();
  return inWalkingOrder(units, { readings: [], meters: kept?.answer });
}
async function cacheMeters() {
  const as = await server.token('manager');
  await fetchAndCache(MANAGER, 'listMeters', {}, (send) => send(as));
}
async function postAll() {
  const typed = await readReadings(MANAGER);
  const store = new ReadingStore(MANAGER, typed);
  const { entries, shown } = postingOf(planOf(await homes(), store.typedOf, RATES));
  return queueBills(MANAGER, entries, shown);
}
const billed = () => server.database.sql<{ usage: number }>`
  select usage from billed_usages where not reversed order by to_id`;

test('a value is stored when its field is left, not with each key', async () => {
  const { id } = await addMeter(1);
  const store = new ReadingStore(MANAGER, new Map());
  for (const text of ['1', '11', '112', '1120']) store.read(1, id, { text, on: ON });
  expect(await readReadings(MANAGER)).toEqual(new Map());
  store.store();
  await store.saved();
  expect((await readReadings(MANAGER)).get(1)?.meters).toEqual({ [id]: { text: '1120', on: ON } });
});

test('a value whose field is not left is stored once nothing was typed for a second', async () => {
  const { id } = await addMeter(1);
  const store = new ReadingStore(MANAGER, new Map());
  for (const text of ['1', '11', '1120']) store.read(1, id, { text, on: ON });
  await expect
    .poll(async () => (await readReadings(MANAGER)).get(1)?.meters, { timeout: 5000 })
    .toEqual({ [id]: { text: '1120', on: ON } });
});

test('a walk of several homes that is killed in the middle goes on, and each reading is billed once', async () => {
  const first = await addMeter(1);
  const second = await addMeter(2, { serial_number: 'W-2' });
  await cacheMeters();
  net.offline = true;
  let store = new ReadingStore(MANAGER, await readReadings(MANAGER));
  store.read(1, first.id, { text: '1100', on: ON });
  await store.saved();
  // Killed here: what was read is on the device.
  store = new ReadingStore(MANAGER, await readReadings(MANAGER));
  expect(store.typedOf(1).meters?.[first.id]?.text).toBe('1100');
  store.read(2, second.id, { text: '1050', on: ON });
  await store.saved();
  await postAll();
  // Killed again, with an answer that is lost, and sent by whoever opens the app next.
  net.offline = false;
  net.fail(/^POST \/utilities/, 'answer lost', 'cut');
  for (let attempt = 0; attempt < 3; attempt += 1) await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(await billed()).toEqual([{ usage: 100 }, { usage: 50 }]);
  expect(await readReadings(MANAGER)).toEqual(new Map());
});

test('the last reading on this device is that of the bills that were sent, without another refresh', async () => {
  const { id } = await addMeter(1);
  await cacheMeters();
  const store = new ReadingStore(MANAGER, new Map());
  store.read(1, id, { text: '1100', on: ON });
  await store.saved();
  await postAll();
  await phone.send();
  const kept = await readCached(MANAGER, 'listMeters', {});
  const [now] = await metersOf(1);
  expect(kept?.answer[0]?.last).toEqual(now?.last);
  expect(now?.last).toMatchObject({ value: 1100, read_on: ON });
});

test('an exchange that is found offline is made by the bill, and once', async () => {
  const { id } = await addMeter(1);
  await cacheMeters();
  net.offline = true;
  const store = new ReadingStore(MANAGER, new Map());
  const exchange = { last_value: '1040', serial_number: 'W-9', digits: '5', first_value: '0' };
  store.read(1, id, { text: '60', on: ON, below: 'exchanged', exchange });
  await store.saved();
  await postAll();
  net.offline = false;
  net.fail(/^POST \/utilities/, 'answer lost');
  await phone.send();
  await phone.send();
  expect(await billed()).toEqual([{ usage: 40 }, { usage: 60 }]);
  expect((await listMeters()).map(({ serial_number, removed_on }) => [serial_number, removed_on])).toEqual([
    ['W-1', ON],
    ['W-9', null],
  ]);
});

test('a meter that another phone billed since waits for the person, and its reading can be taken up again', async () => {
  const { id } = await addMeter(1);
  await cacheMeters();
  const store = new ReadingStore(MANAGER, new Map());
  store.read(1, id, { text: '1100', on: ON });
  await store.saved();
  const mine = await postAll();
  await server.call('POST', '/utilities', {
    as: manager,
    body: [await meteredEntry(2, 1, [{ meter_id: id, value: 1090 }])],
  });
  await phone.send();
  expect((await phone.waiting())[0]?.refusal?.failure.code).toBe('read_since');
  await withdrawBills(mine.id);
  expect((await readReadings(MANAGER)).get(1)?.meters?.[id]?.text).toBe('1100');
  expect(await billed()).toEqual([{ usage: 90 }]);
});

test('a skip is queued without a connection, sent once, and is the meter’s on this device', async () => {
  const { id } = await addMeter(1);
  await cacheMeters();
  net.offline = true;
  await queueSkip(MANAGER, { id, reason: 'A dog', on: ON, meter: 'Water W-1, Unit 101' });
  expect(await phone.waiting()).toHaveLength(1);
  net.offline = false;
  net.fail(/^POST \/meters/, 'answer lost');
  await phone.send();
  await phone.send();
  expect(await server.database.sql`select reason from meter_readings where kind = 'skipped'`).toEqual([
    { reason: 'A dog' },
  ]);
  const kept = await readCached(MANAGER, 'listMeters', {});
  expect(kept?.answer[0]?.skipped).toEqual({ reason: 'A dog', read_on: ON });
});

test('a reading without a bill that is queued without a connection is made once, and is the meter’s last on this device', async () => {
  const { id } = await addMeter(1);
  await cacheMeters();
  net.offline = true;
  await queue({
    userId: MANAGER,
    route: 'readMeter',
    input: { params: { id: String(id) }, body: { value: 1040, read_on: ON } },
    shown: { meter: 'Water W-1, Unit 101', unit_id: 1 },
  });
  net.offline = false;
  net.fail(/^POST \/meters/, 'answer lost');
  await phone.send();
  await phone.send();
  expect(await server.database.sql`select value from meter_readings where kind = 'read'`).toEqual([
    { value: 1040 },
  ]);
  const kept = await readCached(MANAGER, 'listMeters', {});
  expect(kept?.answer[0]?.last).toMatchObject({ value: 1040, read_on: ON });
});

test('what a meter showed at moving in is stored as it is typed, and goes with the bill', async () => {
  const { id } = await vacancy();
  await cacheMeters();
  net.offline = true;
  let store = new ReadingStore(MANAGER, new Map());
  store.read(1, id, { text: '1180', on: ON, opening: { text: '1130' } });
  await store.saved();
  // Killed here.
  store = new ReadingStore(MANAGER, await readReadings(MANAGER));
  expect(store.typedOf(1).meters?.[id]?.opening).toEqual({ text: '1130' });
  await postAll();
  net.offline = false;
  net.fail(/^POST \/utilities/, 'answer lost');
  await phone.send();
  await phone.send();
  expect(await billed()).toEqual([{ usage: 100 }, { usage: 50 }]);
});

test('a walking order that is set without a connection is sent once, and holds on this device', async () => {
  const as = await server.token('manager');
  await fetchAndCache(MANAGER, 'readWalkingOrder', {}, (send) => send(as));
  net.offline = true;
  await queueWalkingOrder(MANAGER, { id: 1, name: 'Maple Court', unitIds: [2, 1] });
  net.offline = false;
  net.fail(/^PUT \/properties/, 'answer lost');
  await phone.send();
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect((await readCached(MANAGER, 'readWalkingOrder', {}))?.answer).toEqual({ unit_ids: [2, 1] });
  expect(await server.database.sql`select unit_id from walking_order order by position`).toEqual([
    { unit_id: 2 },
    { unit_id: 1 },
  ]);
});

test('an order of some homes comes where the first of them was', () => {
  expect(withOrder([7, 1, 2, 3, 8], [3, 1, 2])).toEqual([7, 3, 1, 2, 8]);
  expect(withOrder([7], [2, 1])).toEqual([7, 2, 1]);
});

test('a meter that was installed today and is read offline today is billed, and its last value is the one read', async () => {
  const today = communityDay();
  const { id } = await addMeter(1, {
    kind: 'gas',
    serial_number: 'G-1',
    measure: 'therms',
    first_value: 100,
    installed_on: today,
  });
  await cacheMeters();
  net.offline = true;
  const store = new ReadingStore(MANAGER, await readReadings(MANAGER));
  store.read(1, id, { text: '105', on: today });
  await store.saved();
  await postAll();
  net.offline = false;
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(await billed()).toEqual([{ usage: 5 }]);
  expect((await metersOf(1))[0]?.last).toMatchObject({ value: 105, read_on: today });
});
