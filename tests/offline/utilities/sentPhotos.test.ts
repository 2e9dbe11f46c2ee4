import { beforeEach, expect } from 'vitest';
import type { SentReading } from '../../../contract/utilities/sentReadings.ts';
import { database } from '../../../src/offline/engine/database.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import type { StoredPhoto } from '../../../src/offline/engine/storedRecords.ts';
import { photosOfSent } from '../../../src/offline/subjects/photos/sentReadingPhotos.ts';
import { aPhoto, ROBIN } from '../../support/offline/device.ts';
import { largePhoto, lines } from '../../support/offline/outbox/photos.ts';
import { net, phone, test } from '../../support/offline/world.ts';
import { addMeter, call } from '../../support/server/meters/meters.ts';
import { resetMoves } from '../../support/server/meters/moves.ts';
import { manager, resident, server } from '../../support/server/world.ts';

let meter: number;
beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from sent_readings`;
  await sql`delete from reading_requests`;
  await resetMoves();
  await sql`update users set unit_since = '2026-01-01' where id = ${ROBIN}`;
  meter = (await addMeter(1)).id;
  await call('POST', '/meter-readings/requests', { unit_ids: [1] });
  net.requests.length = 0;
});

const read = (value: number, photos: StoredPhoto[]) =>
  queue({
    ...{ userId: ROBIN, route: 'sendReading', photos, shown: { meter: 'Water W-1' } },
    input: { params: { id: String(meter) }, body: { value, read_on: '2026-11-20' } },
  });
const waiting = async () =>
  (await server.call('GET', '/meter-readings/sent', { as: manager })).json<SentReading[]>();
const digests = (photos: readonly { sha256: string }[] | undefined) =>
  (photos ?? []).map(({ sha256 }) => sha256);

async function shown(): Promise<string[]> {
  const [asked] = (await readCached(ROBIN, 'listAskedReadings', {}))!.answer;
  return photosOfSent(asked!, await phone.waiting()).map((photo) => ('sent' in photo ? 'sent' : 'stored'));
}

async function sendAll(): Promise<void> {
  for (let tries = 0; tries < 6 && (await phone.waiting()).length > 0; tries += 1) {
    await phone.send();
    // Its pause is over.
    await database.outbox.toCollection().modify({ notBefore: 0 });
  }
  expect(await phone.waiting()).toEqual([]);
}

test('what a resident reads leaves first, and its photos follow one by one and are shown all the while', async () => {
  await fetchAndCache(ROBIN, 'listAskedReadings', {}, (send) => send(resident));
  const photos = [await aPhoto(), await largePhoto()];
  await read(1080, photos);
  expect(await shown()).toEqual(['stored', 'stored']);
  net.fail(/from=\d{5,}/, 'refused');
  await phone.send();
  expect(await shown()).toEqual(['sent', 'stored']);
  await sendAll();
  expect(await shown()).toEqual(['sent', 'sent']);
  expect(lines().filter((line) => line.startsWith('POST /meters/'))).toHaveLength(1);
  expect((await waiting()).map((each) => [each.value, digests(each.photos)])).toEqual([
    [1080, digests(photos)],
  ]);
});

test('a reading that is written again before its photos were sent leaves none of them behind', async () => {
  await fetchAndCache(ROBIN, 'listAskedReadings', {}, (send) => send(resident));
  const [wrong, right] = [await largePhoto(), await aPhoto()];
  await read(1800, [wrong]);
  net.fail(/from=\d{5,}/, 'refused');
  await phone.send();
  await read(1080, [right]);
  expect(await shown()).toEqual(['stored']);
  await sendAll();
  expect(await shown()).toEqual(['sent']);
  expect((await waiting()).map((each) => [each.value, digests(each.photos), each.awaited_photos])).toEqual([
    [1080, digests([right]), 0],
  ]);
});
