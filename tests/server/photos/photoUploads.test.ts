import { afterEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { MAX_PHOTO_PART_BYTES } from '../../../contract/photos/photoUpload.ts';
import { deleteOldPhotoUploads } from '../../../server/photos/oldUploads.ts';
import { noise } from '../../support/server/photos/pictures.ts';
import {
  expectFilesOfRows,
  photosIn,
  reportWords,
  sender,
  sha256,
} from '../../support/server/photos/uploads.ts';
import { photo, reportForm } from '../../support/server/server.ts';
import { list } from '../../support/server/resources/maintenance.ts';
import { manager, neighbour, resident, server, test } from '../../support/server/world.ts';

/** Some 200 KB, so that it has several parts. */
let large: Buffer;
test.beforeAll(async () => {
  large = await noise(600, 450);
});

afterEach(expectFilesOfRows);

const KB = 1024;
const codeOf = (answer: { statusCode: number; body: string }) => [
  answer.statusCode,
  (JSON.parse(answer.body) as Failure).code,
];
const shown = async (id: number) => (await list(resident)).find((request) => request.id === id)!;

test('a report is there with its words, says how many photos are to come, and gets each as it arrives', async () => {
  const small = await photo('red');
  const { id, photos, awaited_photos } = await reportWords([large, small]);
  expect([photos, awaited_photos]).toEqual([[], 2]);
  const answer = await sender(id, large).send(32 * KB);
  expect(answer.statusCode).toBe(200);
  expect(answer.json<MaintenanceRequest>()).toMatchObject({
    id,
    awaited_photos: 1,
    photos: [{ sha256: sha256(large), width: 600 }],
  });
  await sender(id, small).send();
  expect(await shown(id)).toMatchObject({
    awaited_photos: 0,
    photos: [{ sha256: sha256(large) }, { sha256: sha256(small) }],
  });
  expect(await server.database.sql`select 1 from photo_upload_parts`).toEqual([]);
});

test('a photo goes on after a cut where it ended, and a part that is sent again is stored once', async () => {
  const { id } = await reportWords([large]);
  const calls = sender(id, large);
  await calls.begin();
  expect((await calls.append(0, 64 * KB)).json()).toEqual({ received: 64 * KB, attached: false });
  const again = await calls.append(0, 64 * KB);
  expect(codeOf(again)).toEqual([409, 'wrong_place']);
  expect(again.json<Failure>().detail).toEqual({ received: 64 * KB, attached: false });
  expect(codeOf(await calls.append(96 * KB))).toEqual([409, 'wrong_place']);
  expect((await calls.begin()).json()).toEqual({ received: 64 * KB, attached: false });
  await calls.append(64 * KB);
  expect(photosIn(await calls.attach())).toMatchObject([{ sha256: sha256(large) }]);
});

test('two that send the same part at the same moment store it once', async () => {
  const { id } = await reportWords([large]);
  const calls = sender(id, large);
  await calls.begin();
  const answers = await Promise.all([calls.append(0, 64 * KB), calls.append(0, 64 * KB)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  await calls.append(64 * KB);
  const attached = await Promise.all([calls.attach(), calls.attach()]);
  expect(attached.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await shown(id)).photos).toHaveLength(1);
});

test('a photo that is there is not sent again, whoever asks and however often', async () => {
  const { id } = await reportWords([large]);
  const calls = sender(id, large);
  await calls.send();
  const before = await shown(id);
  expect((await calls.begin()).json()).toEqual({ received: 0, attached: true });
  expect((await calls.attach()).statusCode).toBe(200);
  expect((await sender(id, large, manager).begin()).json()).toEqual({ received: 0, attached: true });
  expect(await shown(id)).toEqual(before);
});

test('a photo that was taken off does not come back by itself, and does where somebody adds it again', async () => {
  const { id } = await reportWords([large]);
  const calls = sender(id, large);
  const { updated_at } = (await calls.send()).json<MaintenanceRequest>();
  const edit = (body: object) =>
    server.call('PUT', `/maintenance/${id}`, { as: resident, body: { information: 'Leak', ...body } });
  expect((await edit({ keep_photos: [], updated_at })).statusCode).toBe(200);
  expect((await calls.begin()).json()).toEqual({ received: 0, attached: true });
  expect((await shown(id)).photos).toEqual([]);
  await edit({ following_photos: [sha256(large)] });
  expect(photosIn(await calls.send())).toHaveLength(1);
});

test('what does not have the digest that was named is deleted, and can be sent again', async () => {
  const { id } = await reportWords([large]);
  const calls = sender(id, large);
  await calls.begin();
  await calls.append(0, undefined, Buffer.alloc(large.length, 7));
  expect((await calls.attach()).statusCode).toBe(408);
  expect(codeOf(await calls.append(0))).toEqual([404, 'upload_gone']);
  expect(photosIn(await calls.send())).toHaveLength(1);
});

test('a photo that is not whole is not attached', async () => {
  const { id } = await reportWords([large]);
  const calls = sender(id, large);
  expect(codeOf(await calls.attach())).toEqual([404, 'upload_gone']);
  await calls.begin();
  await calls.append(0, 64 * KB);
  expect((await calls.attach()).statusCode).toBe(408);
  expect((await calls.begin()).json()).toEqual({ received: 64 * KB, attached: false });
});

test('a photo that is refused is named in words, waited for no longer, and nothing of it stays', async () => {
  const text = Buffer.from('this is no photo');
  const { id } = await reportWords([text, large]);
  const refused = await sender(id, text).send();
  expect(refused.statusCode).toBe(415);
  expect(refused.json<Failure>().message).toBe('"sink.jpg" is not a photo. Use JPEG, PNG or WebP.');
  expect(await shown(id)).toMatchObject({ awaited_photos: 1, photos: [] });
  expect(await server.database.sql`select 1 from photo_uploads where maintenance_request_id = ${id}`).toEqual(
    [],
  );
  expect(photosIn(await sender(id, large).send())).toHaveLength(1);
});

test('a part is neither too large, nor too small, nor longer than the photo', async () => {
  const { id } = await reportWords([large]);
  const calls = sender(id, large);
  expect((await calls.begin('huge.jpg', 15 * KB * KB + 1)).statusCode).toBe(400);
  await calls.begin();
  expect((await calls.append(0, undefined, Buffer.alloc(MAX_PHOTO_PART_BYTES + 1))).statusCode).toBe(413);
  expect((await calls.append(0, undefined, Buffer.alloc(large.length + 1))).statusCode).toBe(400);
  expect((await calls.append(0, 16 * KB - 1)).statusCode).toBe(400);
  expect((await calls.append(0, 0)).statusCode).toBe(400);
  expect((await calls.append(0, 16 * KB)).statusCode).toBe(200);
});

test('nobody else may send, lengthen or attach a photo of somebody’s request', async () => {
  const { id } = await reportWords([large]);
  const [mine, theirs] = [sender(id, large), sender(id, large, neighbour)];
  await mine.begin();
  await mine.append(0);
  for (const call of [theirs.begin, () => theirs.append(large.length), theirs.attach])
    expect((await call()).statusCode).toBe(404);
  // Management may add photos of its own, and what a resident sent is theirs alone.
  const asManager = sender(id, large, manager);
  expect((await asManager.begin()).json()).toEqual({ received: 0, attached: false });
  expect((await mine.attach()).statusCode).toBe(200);
});

test('a request takes ten photos, with those that are to come', async () => {
  const ten = await Promise.all(Array.from({ length: 10 }, (_, index) => photo(`rgb(${index * 25}, 0, 99)`)));
  const { id } = await reportWords(ten);
  const refused = await sender(id, large).begin();
  expect([refused.statusCode, refused.json<Failure>().message]).toEqual([
    400,
    'A request can have at most 10 photos.',
  ]);
  const edit = { information: 'Leak', following_photos: [sha256(large)] };
  expect((await server.call('PUT', `/maintenance/${id}`, { as: resident, body: edit })).statusCode).toBe(400);
  for (const each of ten) expect((await sender(id, each).send()).statusCode).toBe(200);
  expect((await sender(id, large).begin()).statusCode).toBe(400);
});

test('photos that were named still arrive once management has completed the request, and others do not', async () => {
  const { id } = await reportWords([large]);
  await server.call('PUT', `/maintenance/${id}/completion`, { as: manager, body: { completed: true } });
  expect(codeOf(await sender(id, await photo('red')).begin())).toEqual([409, 'completed']);
  expect(photosIn(await sender(id, large).send())).toHaveLength(1);
});

test('a request that was cancelled takes no photo', async () => {
  const { id } = await reportWords([large]);
  const calls = sender(id, large);
  await calls.begin();
  await server.call('DELETE', `/maintenance/${id}`, { as: resident });
  for (const call of [calls.begin, () => calls.append(0), calls.attach])
    expect((await call()).statusCode).toBe(404);
});

test('an edit of the version before a photo came is taken, and leaves that photo there', async () => {
  const { id, updated_at } = await reportWords([large]);
  const edit = (body: object, as = resident) =>
    server.call('PUT', `/maintenance/${id}`, { as, body: { information: 'Drip', keep_photos: [], ...body } });
  await sender(id, large).send();
  const edited = await edit({ updated_at });
  expect(edited.statusCode).toBe(200);
  expect(photosIn(edited)).toHaveLength(1);
  // Another edit of the first version would overwrite this one.
  expect(codeOf(await edit({ updated_at }, manager))).toEqual([409, 'stale']);
});

test('a photo that an edit took off before it came is waited for no longer, also where it came meanwhile', async () => {
  const [red, navy] = [await photo('red'), await photo('navy')];
  const { id, updated_at } = await reportWords([large, red, navy]);
  await sender(id, large).begin();
  await sender(id, red).send();
  const body = {
    ...{ information: 'Leak', keep_photos: [], updated_at },
    dropped_photos: [large, red].map(sha256),
  };
  const edited = await server.call('PUT', `/maintenance/${id}`, { as: resident, body });
  expect(edited.json()).toMatchObject({ awaited_photos: 1, photos: [] });
  expect(await server.database.sql`select 1 from photo_uploads where maintenance_request_id = ${id}`).toEqual(
    [],
  );
  expect(photosIn(await sender(id, navy).send())).toHaveLength(1);
});

test('a report whose answer was lost is the same with its photos in it and with its photos to follow', async () => {
  const key = crypto.randomUUID();
  const whole = await server.call('POST', '/maintenance', {
    as: resident,
    form: reportForm({ information: 'Leak', unit_id: '1' }, { 'sink.jpg': large }),
    headers: { 'idempotency-key': key },
  });
  const request = await reportWords([large], resident, key);
  expect(request).toEqual(whole.json());
  expect((await sender(request.id, large).begin()).json()).toEqual({ received: 0, attached: true });
});

test('parts are deleted a week after the last one, and a phone that comes back sends the photo again', async () => {
  const { sql } = server.database;
  const { id } = await reportWords([large]);
  const calls = sender(id, large);
  await calls.begin();
  await calls.append(0, 64 * KB);
  const age = (interval: string) => sql`
    with aged as (update photo_uploads set changed_at = now() - ${interval}::interval)
    update maintenance_requests set updated_at = now() - ${interval}::interval where id = ${id}`;
  await age('6 days 23 hours');
  await deleteOldPhotoUploads(server.database);
  expect((await calls.begin()).json()).toMatchObject({ received: 64 * KB });
  await age('7 days 1 hour');
  await deleteOldPhotoUploads(server.database);
  expect(await sql`select 1 from photo_upload_parts`).toEqual([]);
  expect((await shown(id)).awaited_photos).toBe(0);
  expect(codeOf(await calls.append(64 * KB))).toEqual([404, 'upload_gone']);
  expect(photosIn(await calls.send())).toHaveLength(1);
});
