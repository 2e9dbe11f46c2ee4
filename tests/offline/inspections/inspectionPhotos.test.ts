import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Inspection, SavedInspection } from '../../../contract/inspections/inspection.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { discard } from '../../../src/offline/engine/outbox/revise.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import type { StoredPhoto } from '../../../src/offline/engine/storedRecords.ts';
import { photosToSend, storedPhotosOf } from '../../../src/offline/subjects/photos/inspectionPhotos.ts';
import { inspectionChange } from '../../../src/offline/subjects/inspections.ts';
import { aPhoto, MANAGER } from '../../support/offline/device.ts';
import { largePhoto, lines } from '../../support/offline/outbox/photos.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';
import { ofHome, SIGNED, walk } from '../../support/server/leases/inspections.ts';
import { manager } from '../../support/server/world.ts';

const test = base.extend('person', MANAGER);
const params = { id: '1' };
const taken_at = '2026-05-26T15:12:00.000Z';

const withPhotos = (body: SavedInspection, photos: readonly StoredPhoto[]): SavedInspection => ({
  ...body,
  rooms: [
    {
      name: 'Kitchen',
      items: [
        {
          ...{ name: 'Floor', condition: 'Damaged', remark: null },
          photos: photos.map(({ sha256 }) => ({ sha256, taken_at })),
        },
      ],
    },
  ],
});
const save = (id: string, body: SavedInspection, photos: readonly StoredPhoto[]) =>
  queue({
    userId: MANAGER,
    ...inspectionChange({
      ...{ id, body, home: 'Unit 101', draft: { name: `inspection-1-${id}` } },
      photos: photosToSend(body, photos),
    }),
  });
const onServer = async (id: string) => (await ofHome()).find((each) => each.id === id);
const digests = (inspection: Inspection | undefined) => inspection?.photos?.map(({ sha256 }) => sha256);

test('a walk that was finalized without a connection arrives first, and its photos one by one, also after a kill', async () => {
  const photos = [await aPhoto(), await largePhoto()];
  const id = randomUUID();
  net.offline = true;
  await save(id, { ...withPhotos(walk(), photos), ...SIGNED }, photos);
  await phone.send();
  net.offline = false;
  await fetchAndCache(MANAGER, 'listHomeInspections', { params }, (call) => call(manager));
  net.fail(/from=\d{5,}/, 'refused');
  expect(await phone.send()).toEqual({ sent: 1, left: 'unreachable' });
  expect(await onServer(id)).toMatchObject({ awaited_photos: 1, photos: [{ sha256: photos[0]!.sha256 }] });
  const before = net.requests.length;
  expect(await phone.send()).toEqual({ sent: 0, left: 'nothing' });
  const again = net.requests.slice(before).map(({ path }) => path);
  expect(again.filter((path) => path.endsWith('from=0') || path === `/inspections/${id}`)).toEqual([]);
  expect(digests(await onServer(id))).toEqual(photos.map(({ sha256 }) => sha256));
  const kept = (await readCached(MANAGER, 'listHomeInspections', { params }))?.answer;
  expect(digests(kept?.find((each) => each.id === id))).toEqual(photos.map(({ sha256 }) => sha256));
  expect(await phone.waiting()).toEqual([]);
});

test('a walk that is saved again takes the photos of the save that was not sent along, each sent once', async () => {
  const [first, second] = [await aPhoto('teal'), await aPhoto('navy')];
  const id = randomUUID();
  const body = walk();
  net.offline = true;
  const early = await save(id, withPhotos(body, [first]), [first]);
  const there = storedPhotosOf(await phone.waiting(), id);
  await save(id, withPhotos(body, [first, second]), [...there, second]);
  await discard(early.id);
  net.offline = false;
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(digests(await onServer(id))).toEqual([first, second].map(({ sha256 }) => sha256));
  expect(lines().filter((line) => line.endsWith('/attachment'))).toHaveLength(2);
});

test('a photo that a later save took off before it was sent is not sent any more', async () => {
  const [first, second] = [await largePhoto(), await aPhoto()];
  const id = randomUUID();
  const body = walk();
  await save(id, withPhotos(body, [first, second]), [first, second]);
  net.fail(/from=\d{5,}/, 'refused');
  await phone.send();
  await save(id, withPhotos(body, [second]), storedPhotosOf(await phone.waiting(), id));
  await phone.send();
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(digests(await onServer(id))).toEqual([second.sha256]);
});
