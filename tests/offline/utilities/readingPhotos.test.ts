import type { Unit } from '../../../contract/units/unit.ts';
import type { MeterReading } from '../../../contract/utilities/installedMeter.ts';
import { beforeEach, expect } from 'vitest';
import { ReadingStore } from '../../../src/features/utilities/readingStore.ts';
import { postingOf, planOf } from '../../../src/features/utilities/billPlan.ts';
import { inWalkingOrder } from '../../../src/features/utilities/walkingOrder.ts';
import { queueBills, readReadings, withdrawBills } from '../../../src/offline/subjects/bills.ts';
import { readReadingPhotos } from '../../../src/offline/subjects/photos/readingPhotos.ts';
import { toStoredPhoto } from '../../../src/offline/engine/outbox/outbox.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { MANAGER } from '../../support/offline/device.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';
import { addMeter } from '../../support/server/meters/meters.ts';
import { resetMoves } from '../../support/server/meters/moves.ts';
import { RATES } from '../../support/server/resources/utilities.ts';
import { photo } from '../../support/server/server.ts';
import { manager, server } from '../../support/server/world.ts';

const test = base.extend('person', MANAGER);
beforeEach(resetMoves);
const ON = '2026-11-20';

const taken = async (color: string) =>
  toStoredPhoto(new Blob([new Uint8Array(await photo(color))], { type: 'image/jpeg' }), `${color}.jpg`);
async function cacheMeters() {
  const as = await server.token('manager');
  await fetchAndCache(MANAGER, 'listMeters', {}, (send) => send(as));
}
async function postAll(store: ReadingStore) {
  const kept = await readCached(MANAGER, 'listMeters', {});
  const units = (await server.call('GET', '/units', { as: manager })).json<Unit[]>();
  const homes = inWalkingOrder(units, { readings: [], meters: kept?.answer });
  const { entries, shown } = postingOf(planOf(homes, store.typedOf, RATES));
  return queueBills(MANAGER, entries, shown);
}
const photosAt = async (meter: number) => {
  const answer = await server.call('GET', `/meters/${meter}/readings`, { as: manager });
  return answer.json<MeterReading[]>()[0]?.photos?.map(({ sha256 }) => sha256);
};

test('photos of a walk survive a kill, follow their own reading, and arrive once each although answers are lost', async () => {
  const first = await addMeter(1);
  const second = await addMeter(2, { serial_number: 'W-2' });
  await cacheMeters();
  const [red, green, blue] = [await taken('red'), await taken('green'), await taken('blue')];
  net.offline = true;
  let store = new ReadingStore(MANAGER, await readReadings(MANAGER));
  store.read(1, first.id, { text: '1100', on: ON });
  await store.keepPhoto(1, first.id, red);
  await store.keepPhoto(1, first.id, green);
  // Killed here: what was taken is on the device.
  store = new ReadingStore(MANAGER, await readReadings(MANAGER));
  expect((await readReadingPhotos(MANAGER, [1])).map(({ name }) => name).sort()).toEqual([
    'green.jpg',
    'red.jpg',
  ]);
  store.read(2, second.id, { text: '1050', on: ON });
  await store.keepPhoto(2, second.id, blue);
  await store.saved();
  await postAll(store);
  expect(await readReadingPhotos(MANAGER, [1, 2])).toEqual([]);
  net.offline = false;
  net.fail(/^POST \/utilities/, 'answer lost');
  net.fail(/^PUT .*attachment/, 'answer lost');
  for (let attempt = 0; attempt < 6; attempt += 1) await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect((await photosAt(first.id))?.sort()).toEqual([red.sha256, green.sha256].sort());
  expect(await photosAt(second.id)).toEqual([blue.sha256]);
});

test('withdrawn bills give the photos back to their readings', async () => {
  const { id } = await addMeter(1);
  await cacheMeters();
  const red = await taken('red');
  net.offline = true;
  const store = new ReadingStore(MANAGER, new Map());
  store.read(1, id, { text: '1100', on: ON });
  await store.keepPhoto(1, id, red);
  await store.saved();
  await withdrawBills((await postAll(store)).id);
  expect((await readReadings(MANAGER)).get(1)?.meters?.[id]?.photos).toEqual([red.sha256]);
  expect(await readReadingPhotos(MANAGER, [1])).toMatchObject([{ sha256: red.sha256 }]);
});
