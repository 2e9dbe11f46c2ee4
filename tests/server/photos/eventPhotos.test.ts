import { afterEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { RequestEvent } from '../../../contract/maintenance/requestEvents.ts';
import type { RecordPhotos } from '../../../contract/photos/recordPhotos.ts';
import { deleteOldPhotoUploads } from '../../../server/photos/oldUploads.ts';
import { deleteAbandonedUploads } from '../../../server/photos/pendingUploads.ts';
import { noise } from '../../support/server/photos/pictures.ts';
import { expectFilesOfRows, reportWords, senderTo, sha256 } from '../../support/server/photos/uploads.ts';
import { add, added, eventsOf } from '../../support/server/resources/requestEvents.ts';
import { photo } from '../../support/server/server.ts';
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
const said = (photos: readonly Buffer[], more: object = {}) => ({
  ...{ kind: 'reply', text: 'It drips here' },
  following_photos: photos.map(sha256),
  ...more,
});

async function reply(photos: readonly Buffer[], { as = resident, more = {}, to = 0 } = {}) {
  const request = to || (await reportWords([])).id;
  const event = await added(as, request, said(photos, more));
  const sender = (bytes: Buffer, by = as) => senderTo(`/records/event/${event.id}`, bytes, by);
  const shown = async (by = as) => (await eventsOf(by, request)).find(({ id }) => id === event.id);
  return { request, event, sender, shown };
}

test('a reply is there with its words, says how many photos are to come, and gets each as it arrives', async () => {
  const small = await photo('red');
  const { event, sender, shown } = await reply([large, small]);
  expect(event).toMatchObject({ photos: [], awaited_photos: 2 });
  await sender(small).send();
  expect(await shown(manager)).toMatchObject({ awaited_photos: 1, photos: [{ sha256: sha256(small) }] });
  const answer = await sender(large).send(32 * KB);
  // In the order in which they were taken, whichever came first.
  expect(answer.json<RecordPhotos>()).toMatchObject({
    ...{ kind: 'event', id: String(event.id), awaited_photos: 0 },
    photos: [{ sha256: sha256(large), width: 600 }, { sha256: sha256(small) }],
  });
  const [first] = (await shown())?.photos ?? [];
  const picture = await server.app.inject({ method: 'GET', url: first!.photo_url });
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(await server.database.sql`select 1 from photo_uploads`).toEqual([]);
});

test('a photo of a reply goes on after a cut where it ended, and is there once however often it is sent', async () => {
  const { sender, shown } = await reply([large]);
  const calls = sender(large);
  await calls.begin();
  await calls.append(0, 64 * KB);
  expect(codeOf(await calls.append(0, 64 * KB))).toEqual([409, 'wrong_place']);
  expect((await calls.begin()).json()).toEqual({ received: 64 * KB, attached: false });
  await calls.append(64 * KB);
  const attached = await Promise.all([calls.attach(), calls.attach()]);
  expect(attached.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await calls.begin()).json()).toEqual({ received: 0, attached: true });
  expect((await shown())?.photos).toHaveLength(1);
});

test('a completion has photos of what was done, which the resident sees', async () => {
  const { sender, request } = await reply([large], { as: manager, more: { kind: 'done', text: '' } });
  await sender(large).send();
  const events = await eventsOf(resident, request);
  expect(events.at(-1)).toMatchObject({ kind: 'done', photos: [{ sha256: sha256(large) }] });
});

test('a photo of management’s note is shown to management alone', async () => {
  const { sender, request, event } = await reply([large], { as: manager, more: { kind: 'note' } });
  await sender(large).send();
  expect(JSON.stringify(await eventsOf(resident, request))).not.toContain(sha256(large));
  const calls = sender(large, resident);
  for (const call of [calls.begin, () => calls.append(0), calls.attach])
    expect((await call()).statusCode).toBe(404);
  expect((await eventsOf(manager, request)).find(({ id }) => id === event.id)?.photos).toHaveLength(1);
});

test('only who wrote a reply sends its photos, and only those that it names', async () => {
  const { sender } = await reply([large]);
  await sender(large).begin();
  for (const [by, status] of [
    [neighbour, 404],
    [manager, 403],
  ] as const) {
    const calls = sender(large, by);
    for (const call of [calls.begin, () => calls.append(0), calls.attach])
      expect((await call()).statusCode).toBe(status);
  }
  expect(codeOf(await sender(await photo('red')).begin())).toEqual([409, 'not_named']);
});

test('a photo that is refused is named in words, waited for no longer, and the others come', async () => {
  const text = Buffer.from('this is no photo');
  const { sender, shown } = await reply([text, large]);
  const refused = await sender(text).send();
  expect([refused.statusCode, refused.json<Failure>().message]).toEqual([
    415,
    '"sink.jpg" is not a photo. Use JPEG, PNG or WebP.',
  ]);
  expect(await shown()).toMatchObject({ photos: [], awaited_photos: 1 });
  await sender(large).send();
  expect(await shown()).toMatchObject({ photos: [{ sha256: sha256(large) }], awaited_photos: 0 });
});

test('a reply takes ten photos, and what is no reply, note or completion takes none', async () => {
  const { id } = await reportWords([]);
  const eleven = Array.from({ length: 11 }, (_, index) => index.toString(16).padStart(64, '0'));
  const tooMany = await add(resident, id, said([], { following_photos: eleven }));
  expect([tooMany.statusCode, tooMany.json<Failure>().message]).toEqual([
    400,
    'There can be at most 10 photos.',
  ]);
  const started = await add(manager, id, { kind: 'started', following_photos: [sha256(large)] });
  expect(started.statusCode).toBe(400);
});

test('a reply that is sent again names its photos once', async () => {
  const { id } = await reportWords([]);
  const key = crypto.randomUUID();
  const first = await added(resident, id, said([large]), { key });
  expect(await added(resident, id, said([large]), { key })).toEqual(first);
  const named = await server.database.sql`select 1 from named_photos where record_id = ${String(first.id)}`;
  expect(named).toHaveLength(1);
});

test('photos of a request that was cancelled are neither taken nor served', async () => {
  const small = await photo('red');
  const { request, sender, shown } = await reply([small, large]);
  await sender(small).send();
  const [there] = (await shown())!.photos!;
  await server.call('DELETE', `/maintenance/${request}`, { as: resident });
  expect((await sender(large).begin()).statusCode).toBe(404);
  expect((await server.app.inject({ method: 'GET', url: there!.photo_url })).statusCode).toBe(404);
});

test('the files of a reply whose request is deleted are deleted with it', async () => {
  const { request, event, sender, shown } = await reply([large]);
  await sender(large).send();
  const { id } = (await shown())!.photos![0]!;
  const { sql } = server.database;
  await sql`delete from maintenance_requests where id = ${request}`;
  expect(await sql`select 1 from named_photos where record_id = ${String(event.id)}`).toEqual([]);
  expect(await sql`select 1 from photos where id = ${id}`).toEqual([]);
  await deleteAbandonedUploads(server.app.context);
  expect(await server.storedPhotos()).not.toContain(`${id}.jpg`);
});

test('a photo that does not come within a week is waited for no longer, and is taken when it comes', async () => {
  const { sql } = server.database;
  const { sender, shown } = await reply([large]);
  const calls = sender(large);
  await calls.begin();
  await calls.append(0, 64 * KB);
  await sql`update named_photos set named_at = now() - interval '8 days'`;
  await deleteOldPhotoUploads(server.database);
  expect((await shown())?.awaited_photos).toBe(1);
  await sql`update photo_uploads set changed_at = now() - interval '8 days'`;
  await deleteOldPhotoUploads(server.database);
  expect(await sql`select 1 from photo_upload_parts`).toEqual([]);
  expect((await shown())?.awaited_photos).toBe(0);
  await calls.send();
  expect((await shown())?.photos).toHaveLength(1);
});

test('who looks at a request is told that a photo of a reply came', async () => {
  const { sender } = await reply([large], { as: manager });
  const { sql } = server.database;
  const told = async () =>
    (
      await sql<{ count: number }>`
        select count(*)::int as count from list_changes where list = 'maintenance_events' and scope <> 'management'`
    )[0]!.count;
  const before = await told();
  await sender(large).send();
  expect(await told()).toBeGreaterThan(before);
});

test('the report itself says nothing of photos of what was said later', async () => {
  const { request, sender } = await reply([large]);
  await sender(large).send();
  const [reported] = await eventsOf(resident, request);
  expect(reported).toMatchObject<Partial<RequestEvent>>({ kind: 'reported', photos: [], awaited_photos: 0 });
});
