import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { expectFilesOfRows, sha256 } from '../../support/server/photos/uploads.ts';
import { photo, reportForm } from '../../support/server/server.ts';
import { neighbour, resident, server, test } from '../../support/server/world.ts';

afterEach(expectFilesOfRows);

const report = (photos: Record<string, Uint8Array>, as = resident) =>
  server.call('POST', '/maintenance', { as, form: reportForm({ information: 'Leak' }, photos) });
const update = (id: number, fields: Record<string, string>, photos: Record<string, Uint8Array> = {}) =>
  server.call('PUT', `/maintenance/${id}`, {
    as: resident,
    form: reportForm({ information: 'Leak', ...fields }, photos),
  });
const made = async (photos: Record<string, Uint8Array>, as = resident) =>
  (await report(photos, as)).json<MaintenanceRequest>();

async function several(count: number): Promise<Record<string, Uint8Array>> {
  const one = await photo();
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`photo-${index + 1}.jpg`, one]));
}

test('photos are answered in order, with the digest of the bytes sent and with addresses that open', async () => {
  const [teal, red] = [await photo('teal'), await photo('red')];
  const { photos } = await made({ 'sink.jpg': teal, 'floor.jpg': red });
  expect(photos.map((each) => each.sha256)).toEqual([sha256(teal), sha256(red)]);
  expect(photos[0]).toMatchObject({ width: 64, height: 48 });

  const shown = await server.app.inject(photos[1]!.photo_url);
  expect(shown.statusCode).toBe(200);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-porchlight': '1',
  });
  const { dominant } = await sharp(shown.rawPayload).stats();
  expect(dominant.r).toBeGreaterThan(200);
  const small = await server.app.inject(photos[1]!.thumbnail_url);
  expect((await sharp(small.rawPayload).metadata()).format).toBe('jpeg');
});

test('a photo is never compressed, even for a client that accepts compression', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 200, height: 200, channels: 3, background: 'gray', noise } as const;
  const { photos } = await made({ 'noise.jpg': await sharp({ create }).jpeg().toBuffer() });
  for (const url of [photos[0]!.photo_url, photos[0]!.thumbnail_url]) {
    const answer = await server.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(answer.rawPayload.length).toBeGreaterThan(2048);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect((await sharp(answer.rawPayload).metadata()).format).toBe('jpeg');
  }
});

test('a list keeps the addresses of its photos, so that it keeps its ETag', async () => {
  const first = await server.call('GET', '/maintenance', { as: resident });
  const second = await server.call('GET', '/maintenance', { as: resident });
  expect(second.headers.etag).toBe(first.headers.etag);
});

test('a photo that was removed, or whose request was cancelled, is not served, even while its address is valid', async () => {
  const { id, photos } = await made({ 'sink.jpg': await photo('teal'), 'floor.jpg': await photo('red') });
  const [sink, floor] = photos;
  const shown = async ({ photo_url, thumbnail_url }: typeof sink & object) => [
    (await server.app.inject(photo_url)).statusCode,
    (await server.app.inject(thumbnail_url)).statusCode,
  ];
  await update(id, { keep_photos: JSON.stringify([floor!.id]) });
  expect(await shown(sink!)).toEqual([404, 404]);
  expect(await shown(floor!)).toEqual([200, 200]);
  await server.call('DELETE', `/maintenance/${id}`, { as: resident });
  expect(await shown(floor!)).toEqual([404, 404]);
});

test('the address of a photo is refused if it was altered, is for another photo, or has no signature', async () => {
  const { photos } = await made({ 'a.jpg': await photo(), 'b.jpg': await photo('red') });
  const [first, second] = photos.map((each) => each.photo_url);
  const query = first!.split('?')[1]!;
  const forged = [
    first!.replace(/signature=.../, 'signature=AAA'),
    first!.replace(/expires=\d/, 'expires=9'),
    first!.split('?')[0]!,
    `${second!.split('?')[0]}?${query}`,
    `${first!.split('?')[0]}/thumbnail?${query}`,
  ];
  for (const url of forged) {
    const answer = await server.app.inject(url);
    expect(answer.statusCode, url).toBe(403);
    expect(answer.json<Failure>().code).toBe('expired');
    expect(answer.headers['cache-control']).not.toContain('max-age');
  }
  const twice = await server.app.inject(first!.replace('?', '?expires=1&'));
  expect(twice.json<Failure>().message).toBe('This photo’s address is not whole.');
  for (const id of ['..%2f..%2fetc%2fpasswd', 'nonsense', '%00']) {
    expect((await server.app.inject(`/api/photos/${id}?${query}`)).statusCode).toBe(404);
  }
});

test('ten photos are stored, and a report with eleven is refused with the name of the eleventh', async () => {
  expect((await made(await several(10))).photos).toHaveLength(10);
  const before = await server.database.sql`select count(*) from maintenance_requests`;
  const answer = await report(await several(11));
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Failure>().fields).toEqual({
    maintenance_photos: 'Please send at most 10 photos: "photo-11.jpg" is one too many.',
  });
  expect(await server.database.sql`select count(*) from maintenance_requests`).toEqual(before);
});

test('a report with 30 photos is refused with the same message', async () => {
  expect((await report(await several(30))).json<Failure>().message).toBe(
    'Please send at most 10 photos: "photo-11.jpg" is one too many.',
  );
});

test('a photo of 15 MiB is accepted, and one byte more is refused with its name', async () => {
  const most = 15 * 1024 * 1024;
  const large = Buffer.concat([await photo(), randomBytes(most)]);
  const answer = await report({ 'kitchen.jpg': await photo(), 'huge.jpg': large.subarray(0, most + 1) });
  expect(answer.statusCode).toBe(413);
  expect(answer.json<Failure>()).toMatchObject({
    message: '"huge.jpg" is larger than 15 MB.',
    code: 'too_large',
  });
  const { photos } = await made({ 'large.jpg': large.subarray(0, most) });
  expect(photos[0]?.sha256).toBe(sha256(large.subarray(0, most)));
});

test.each([
  ['notes.txt', Buffer.from('The sink drips.')],
  ['page.jpg', Buffer.from('<html><script>alert(1)</script></html>')],
  ['drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
])('a report with %s as a photo is refused with that name', async (name, bytes) => {
  const answer = await report({ 'good.jpg': await photo(), [name]: bytes });
  expect(answer.statusCode).toBe(415);
  expect(answer.json<Failure>().message).toBe(`"${name}" is not a photo. Use JPEG, PNG or WebP.`);
});

test('a file in another form field is refused', async () => {
  const form = reportForm({ information: 'Leak' });
  form.append('attachment', new Blob([new Uint8Array(await photo())]), 'a.jpg');
  const answer = await server.call('POST', '/maintenance', { as: resident, form });
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Failure>().message).toBe('Photos belong in the field maintenance_photos.');
});

test('a hostile file name is no path, and is shown harmlessly', async () => {
  for (const name of ['../../../etc/passwd', '<script>.jpg', 'a\u202Egpj.exe', 'x'.repeat(3000), '']) {
    const answer = await report({ [name]: await photo() });
    expect([201, 400], name.slice(0, 30)).toContain(answer.statusCode);
  }
  const refused = await report({ '../../secret\u202E.txt': Buffer.from('no photo') });
  expect(refused.json<Failure>().message).toBe('"secret.txt" is not a photo. Use JPEG, PNG or WebP.');
  const names = await server.database.sql<{ filename: string }>`select filename from photos`;
  expect(names.every(({ filename }) => filename.length <= 60 && !/[/\\\u202E]/.test(filename))).toBe(true);
});

test('an edit without keep_photos keeps all photos and appends the new ones', async () => {
  const before = await made({ 'a.jpg': await photo('teal') });
  const red = await photo('red');
  const after = (await update(before.id, {}, { 'b.jpg': red })).json<MaintenanceRequest>();
  expect(after.photos.map((each) => each.sha256)).toEqual([before.photos[0]!.sha256, sha256(red)]);
});

test('an edit with keep_photos keeps only the photos it names', async () => {
  const before = await made({
    'a.jpg': await photo('teal'),
    'b.jpg': await photo('red'),
    'c.jpg': await photo('blue'),
  });
  const [first, , third] = before.photos.map((each) => each.id);
  const after = await update(before.id, { keep_photos: JSON.stringify([third, first]) });
  expect(after.json<MaintenanceRequest>().photos.map((each) => each.id)).toEqual([first, third]);
  const none = await update(before.id, { keep_photos: '[]' });
  expect(none.json<MaintenanceRequest>().photos).toEqual([]);
});

test('keep_photos with another request’s, a removed or an unknown photo is refused', async () => {
  const mine = await made({ 'a.jpg': await photo() });
  const theirs = await made({ 'b.jpg': await photo() }, neighbour);
  for (const id of [theirs.photos[0]!.id, '00000000-0000-4000-8000-000000000000']) {
    const answer = await update(mine.id, { keep_photos: JSON.stringify([id]) });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<Failure>().fields).toEqual({
      keep_photos: 'keep_photos names a photo that this request does not have.',
    });
  }
  await update(mine.id, { keep_photos: '[]' });
  const again = await update(mine.id, { keep_photos: JSON.stringify([mine.photos[0]!.id]) });
  expect(again.statusCode).toBe(400);
});

test.each(['not json', '"one"', '{"0":1}', '[1]', '["abc"]'])(
  'keep_photos of %s is refused',
  async (keep_photos) => {
    const { id } = await made({});
    expect((await update(id, { keep_photos })).statusCode).toBe(400);
  },
);

test('an edit that would make more than ten photos is refused completely', async () => {
  const before = await made(await several(9));
  const answer = await update(before.id, { information: 'More' }, await several(2));
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Failure>().fields).toEqual({
    maintenance_photos: 'A request can have at most 10 photos: "photo-2.jpg" is one too many.',
  });
  const swapped = await update(
    before.id,
    { keep_photos: JSON.stringify(before.photos.slice(0, 8).map((each) => each.id)) },
    await several(2),
  );
  expect(swapped.json<MaintenanceRequest>().photos).toHaveLength(10);
});

test('a refused edit leaves no photos and does not change the request', async () => {
  const before = await made({ 'a.jpg': await photo() });
  const stored = await server.storedPhotos();
  const stale = await update(
    before.id,
    { updated_at: '2026-01-01T00:00:00.000Z', keep_photos: '[]' },
    { 'b.jpg': await photo('red') },
  );
  expect(stale.statusCode).toBe(409);
  expect(await server.storedPhotos()).toEqual(stored);
  const now = await server.call('GET', '/maintenance', { as: resident });
  expect(now.json<MaintenanceRequest[]>().find((each) => each.id === before.id)).toEqual(before);
});
