import { expect, vi } from 'vitest';
import type { LastMeterPhoto } from '../../../contract/utilities/readingPhotos.ts';
import { forgetLastUser } from '../../../src/offline/engine/deviceUser.ts';
import { forgetPhotos } from '../../../src/offline/engine/storage/photoCache.ts';
import { keepMeterPhotos, MOST_METER_PHOTO_BYTES } from '../../../src/offline/subjects/photos/meterPhotos.ts';
import { test } from '../../support/offline/world.ts';

/** A device that stores photos, and a server whose thumbnails each have this many bytes. Returns what is stored. */
function deviceWithPhotos(bytes: number): Map<string, Response> {
  const stored = new Map<string, Response>();
  const cache = {
    match: (key: string) => Promise.resolve(stored.get(key)),
    put: (key: string, response: Response) => Promise.resolve(stored.set(key, response)),
  };
  vi.stubGlobal('caches', {
    open: () => Promise.resolve(cache),
    delete: () => Promise.resolve(stored.clear()),
  });
  vi.stubGlobal('location', { origin: 'https://porchlight.test' });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('', { headers: { 'content-length': String(bytes) } })),
  );
  return stored;
}

const last = (meter_id: number): LastMeterPhoto => ({
  ...{ meter_id, value: 1050, read_on: '2026-05-20' },
  photo: {
    ...{ id: String(meter_id), width: 4, height: 3, sha256: 'a'.repeat(64) },
    photo_url: `/api/photos/${meter_id}?signed`,
    thumbnail_url: `/api/photos/${meter_id}/thumbnail?signed`,
  },
});

test('the last photo of each meter is kept small on the device, and gone once somebody signs out', async () => {
  const stored = deviceWithPhotos(20_000);
  await keepMeterPhotos([last(1), last(2)]);
  expect([...stored.keys()]).toEqual(['/api/photos/1/thumbnail', '/api/photos/2/thumbnail']);
  await forgetPhotos();
  expect(stored.size).toBe(0);
  await forgetLastUser();
  await keepMeterPhotos([last(1)]);
  expect(stored.size).toBe(0);
});

test('no more photos of meters are kept than 15 MB, with those that are there already', async () => {
  const stored = deviceWithPhotos(MOST_METER_PHOTO_BYTES / 3);
  const all = [1, 2, 3, 4, 5].map(last);
  await keepMeterPhotos(all);
  expect(stored.size).toBe(3);
  await keepMeterPhotos(all);
  expect(stored.size).toBe(3);
});
