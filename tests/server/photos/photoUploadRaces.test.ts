import { afterEach, expect, vi } from 'vitest';
import { MAX_PHOTO_PART_BYTES } from '../../../contract/photos/photoUpload.ts';
import { EXCLUDED_TABLES } from '../../../server/backup/tables.ts';
import { noise } from '../../support/server/photos/pictures.ts';
import { expectFilesOfRows, reportWords, sender, sha256 } from '../../support/server/photos/uploads.ts';
import { photo, reportForm } from '../../support/server/server.ts';
import { list } from '../../support/server/resources/maintenance.ts';
import { resident, server, test } from '../../support/server/world.ts';

// What happens while a photo is decoded, and what is left of photos that do not arrive.

/** Some 2 MB, so that it takes a while to decode. */
let large: Buffer;
test.beforeAll(async () => {
  large = await noise(2000, 1500);
});

afterEach(async () => {
  await expectFilesOfRows();
  expect(await server.database.sql`select id from announced_photos`).toEqual([]);
});

/** A request whose one photo is here and not attached. */
async function received() {
  const { id, updated_at } = await reportWords([large]);
  const calls = sender(id, large);
  await calls.begin();
  for (let from = 0; from < large.length; from += MAX_PHOTO_PART_BYTES) {
    await calls.append(from, Math.min(large.length, from + MAX_PHOTO_PART_BYTES));
  }
  return { id, updated_at, calls };
}

/** Attaches a photo, and makes another call once it is being decoded. */
async function whileDecoded(
  { attach }: ReturnType<typeof sender>,
  call: Parameters<typeof server.call>,
): Promise<number[]> {
  const attached = attach();
  await vi.waitFor(
    async () => expect(await server.database.sql`select id from announced_photos`).not.toEqual([]),
    { interval: 1 },
  );
  const other = await server.call(...call);
  return [other.statusCode, (await attached).statusCode];
}

test('a photo that an edit drops while it is decoded is not added', async () => {
  const { id, updated_at, calls } = await received();
  const body = { information: 'Leak', keep_photos: [], dropped_photos: [sha256(large)], updated_at };
  const edit = { as: resident, body };
  expect(await whileDecoded(calls, ['PUT', `/maintenance/${id}`, edit])).toEqual([200, 404]);
  const request = (await list(resident)).find((each) => each.id === id);
  expect(request).toMatchObject({ awaited_photos: 0, photos: [] });
});

test('of a photo whose request is cancelled while it is decoded no file stays, and no part', async () => {
  const { id, calls } = await received();
  expect(await whileDecoded(calls, ['DELETE', `/maintenance/${id}`, { as: resident }])).toEqual([200, 404]);
  expect(await server.database.sql`select id from photo_uploads`).toEqual([]);
});

test('a report takes ten photos, with those in its form and those that follow', async () => {
  const names = Array.from({ length: 10 }, (_, index) => sha256(Buffer.from(String(index))));
  const form = reportForm(
    { information: 'Leak', unit_id: '1', following_photos: JSON.stringify(names) },
    { 'sink.jpg': await photo('red') },
  );
  const answer = await server.call('POST', '/maintenance', { as: resident, form });
  expect(answer.statusCode).toBe(400);
  expect(answer.body).toContain('at most 10 photos');
});

test('an empty part is refused in words, also at the end of a photo', async () => {
  const { calls } = await received();
  for (const from of [large.length, large.length]) {
    expect((await calls.append(from)).statusCode).toBe(400);
  }
  await calls.attach();
});

test('photos that are on their way are in no backup', () => {
  expect(EXCLUDED_TABLES).toEqual(expect.arrayContaining(['photo_uploads', 'photo_upload_parts']));
});
