import { expect } from 'vitest';
import { database } from '../../../src/offline/engine/database.ts';
import { forgetUser } from '../../../src/offline/engine/deviceUser.ts';
import { toStoredPhoto } from '../../../src/offline/engine/outbox/outbox.ts';
import { discard, revise } from '../../../src/offline/engine/outbox/revise.ts';
import { replay } from '../../../src/offline/engine/outbox/replay.ts';
import type { StoredPhoto } from '../../../src/offline/engine/storedRecords.ts';
import { photosSentWords } from '../../../src/offline/subjects/photos/shownPhoto.ts';
import type { Fault } from '../../support/offline/networkFaults.ts';
import { aPhoto, ROBIN } from '../../support/offline/device.ts';
import { digestsOnServer, isPart, largePhoto, lines, slowLine } from '../../support/offline/outbox/photos.ts';
import { net, phone, test } from '../../support/offline/world.ts';
import { reportForm } from '../../support/server/server.ts';
import { server } from '../../support/server/world.ts';

const PARTS = /\/parts/;

test('what was written in all reports leaves before any photo', async () => {
  const photos = [await aPhoto('teal'), await aPhoto('navy')];
  await phone.report('The tap drips.', photos.slice(0, 1));
  await phone.report('The lamp flickers.', photos.slice(1));
  expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
  const isWords = lines().map((line) => line === 'POST /maintenance');
  expect(isWords.slice(isWords.indexOf(true))).toEqual([true, true, ...Array<boolean>(6).fill(false)]);
  expect(await digestsOnServer()).toEqual([[photos[1]?.sha256], [photos[0]?.sha256]]);
});

test('what is written while photos are on their way goes before their next part', async () => {
  await phone.report('The tap drips.', [await largePhoto()]);
  net.after = async ({ path }) => {
    if (!path.endsWith('from=0')) return;
    await phone.report('The lamp flickers.');
  };
  expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
  const sent = lines();
  const second = sent.lastIndexOf('POST /maintenance');
  expect(sent.slice(0, second).filter(isPart)).toHaveLength(1);
  expect(sent.slice(second).filter(isPart).length).toBeGreaterThan(0);
  expect(await digestsOnServer()).toMatchObject([[], [expect.any(String)]]);
});

const bytesOf = (photos: readonly StoredPhoto[]) =>
  photos.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);

test('at 40 kB a second, what was written is there within 5 seconds, and ten photos within 1.1 times what the line needs', async () => {
  const photos: StoredPhoto[] = [];
  for (let width = 800; photos.length < 10; width += 20) photos.push(await largePhoto(width));
  const line = slowLine({ perSecond: 40_000, latency: 60 });
  let heard: number | undefined;
  net.after = ({ path }) => {
    if (path === '/maintenance') heard ??= line.seconds();
  };
  await phone.report('The ceiling leaks.', photos);
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(heard).toBeLessThan(5);
  expect(line.seconds() / (bytesOf(photos) / 40_000)).toBeLessThan(1.1);
});

/** `BAD_LINE_REPORTS=4 BAD_LINE_PHOTOS=10 BAD_LINE_WIDTH=2750` are 40 photos of 3 MB, and take minutes. */
const { BAD_LINE_REPORTS = '1', BAD_LINE_PHOTOS = '3', BAD_LINE_WIDTH = '1000' } = process.env;

test('over a line that dies every 20 seconds, photos arrive byte for byte with at most 1.1 times their size sent', async () => {
  const sent: StoredPhoto[][] = [];
  const line = slowLine({ perSecond: 40_000, diesAfter: 800_000 });
  for (let report = 0; report < Number(BAD_LINE_REPORTS); report += 1) {
    const photos: StoredPhoto[] = [];
    for (let width = Number(BAD_LINE_WIDTH); photos.length < Number(BAD_LINE_PHOTOS); width += 10)
      photos.push(await largePhoto(width));
    sent.unshift(photos);
    await phone.report(`Leak ${report}.`, photos);
  }
  let cuts = 0;
  while ((await phone.send()).left === 'unreachable') cuts += 1;
  net.before = undefined;
  const size = bytesOf(sent.flat());
  const { sql } = server.database;
  const there = await sql<{
    sha256: string;
  }>`select sha256 from photos order by maintenance_request_id desc, position`;
  expect(there.map(({ sha256 }) => sha256)).toEqual(sent.flat().map(({ sha256 }) => sha256));
  expect(await phone.waiting()).toEqual([]);
  expect(cuts).toBeGreaterThan(0);
  expect(line.sent() / size).toBeLessThan(1.1);
}, 1_200_000);

test('a photo goes on after a kill where the server has it, and the row says how many were sent', async () => {
  const photos = [await aPhoto(), await largePhoto()];
  await phone.report('The ceiling leaks.', photos);
  net.fail(/from=\d{5,}/, 'refused');
  expect(await phone.send()).toEqual({ sent: 1, left: 'unreachable' });
  const [item] = await phone.waiting();
  expect(item && photosSentWords(item)).toBe('1 of 2 photos sent');
  const before = net.requests.length;
  expect(await phone.send()).toEqual({ sent: 0, left: 'nothing' });
  const again = net.requests.slice(before).map(({ path }) => path);
  expect(again.filter((path) => path.endsWith('from=0'))).toEqual([]);
  expect(await digestsOnServer()).toEqual([photos.map(({ sha256 }) => sha256)]);
  expect(await phone.waiting()).toEqual([]);
});

const FAULTS: Fault[] = [
  ...(['refused', 'answer lost', 'delivered twice', 'cut', 'portal page', 'portal page after'] as const),
  ...[{ status: 503 }, { status: 429, retryAfter: 1 }, { page: 502 }, { pageAfter: 502 }],
];
const CALLS: [string, RegExp][] = [
  ['the words', /^POST \/maintenance$/],
  ['the beginning of a photo', /^PUT \/maintenance\/\d+\/photos\/\w+$/],
  ['a part', PARTS],
  ['the end of a photo', /\/attachment$/],
];
test.each(
  CALLS.flatMap(([what, on]) => FAULTS.map((fault) => [what, JSON.stringify(fault), on, fault] as const)),
)('whatever happens to %s (%s), a report and its photos are there once', async (_, __, on, fault) => {
  const photos = [await largePhoto(400), await aPhoto()];
  await phone.report('The ceiling leaks.', photos);
  net.fail(on, fault);
  for (let tries = 0; tries < 6 && (await phone.waiting()).length > 0; tries += 1) {
    await phone.send();
    // Its pause is over.
    await database.outbox.toCollection().modify({ notBefore: 0 });
  }
  expect(await phone.waiting()).toEqual([]);
  expect(await digestsOnServer()).toEqual([photos.map(({ sha256 }) => sha256)]);
});

test('a photo that is refused is said at once and taken out, and the others are sent', async () => {
  const text = await toStoredPhoto(new Blob(['no photo'], { type: 'image/jpeg' }), 'notes.jpg');
  const photos = [await aPhoto('teal'), await aPhoto('navy')];
  await phone.report('The ceiling leaks.', [photos[0]!, text, photos[1]!]);
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await digestsOnServer()).toEqual([photos.map(({ sha256 }) => sha256)]);
  expect(await phone.waiting()).toMatchObject([
    {
      route: 'attachPhoto',
      photos: [{ name: 'notes.jpg' }],
      refusal: { status: 415, failure: { message: '"notes.jpg" is not a photo. Use JPEG, PNG or WebP.' } },
    },
  ]);
  const [request] = await phone.onServer();
  expect(request?.awaited_photos).toBe(0);
});

test('a photo that is refused while an edit takes it off does not come back', async () => {
  const text = await toStoredPhoto(new Blob(['no photo'], { type: 'image/jpeg' }), 'notes.jpg');
  const item = await phone.report('The ceiling leaks.', [text]);
  net.after = async ({ path }) => {
    if (!path.endsWith('/attachment')) return;
    net.after = undefined;
    await revise(item.id, {
      body: { information: 'The roof leaks.', dropped_photos: [text.sha256] },
      photos: [],
    });
  };
  await phone.send();
  await phone.send();
  expect(await phone.onServer()).toMatchObject([{ information: 'The roof leaks.', awaited_photos: 0 }]);
  expect(await phone.waiting()).toEqual([]);
});

test('a report that is cancelled while its photos are on their way is gone at once, and sends no more of them', async () => {
  const item = await phone.report('The ceiling leaks.', [await largePhoto(), await aPhoto()]);
  net.fail(/from=\d{5,}/, 'refused');
  await phone.send();
  await discard(item.id);
  const before = net.requests.length;
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(lines().slice(before).filter(isPart)).toEqual([]);
  expect(await phone.onServer()).toEqual([]);
  expect(await phone.waiting()).toEqual([]);
});

test('a report that is cancelled before its answer came sends none of its photos', async () => {
  const item = await phone.report('The ceiling leaks.', [await aPhoto()]);
  net.fail(/^POST \/maintenance$/, 'answer lost');
  await phone.send();
  await discard(item.id);
  expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
  expect(lines().filter(isPart)).toEqual([]);
  expect(await phone.onServer()).toEqual([]);
});

test('an edit while photos are on their way is no conflict with them, and takes out those that it took off', async () => {
  const [first, second, third] = [await aPhoto('teal'), await aPhoto('navy'), await aPhoto('red')];
  const item = await phone.report('The tap drips.', [first, second, third]);
  net.fail(new RegExp(`${second.sha256}$`), 'refused');
  await phone.send();
  const [request] = await phone.onServer();
  expect(request?.photos).toHaveLength(1);
  // As the form does that was opened before the first photo arrived.
  const body = { information: 'The tap pours.', dropped_photos: [second.sha256] };
  await revise(item.id, { body, photos: [first, third] });
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await phone.onServer()).toMatchObject([{ information: 'The tap pours.' }]);
  expect(await digestsOnServer()).toEqual([[first.sha256, third.sha256]]);
  expect(await phone.onServer()).toMatchObject([{ awaited_photos: 0 }]);
});

test('after a sign-out no photo is sent, and the rest follows once the person is back', async () => {
  const photo = await largePhoto();
  await phone.report('The ceiling leaks.', [photo]);
  net.fail(/from=\d{5,}/, 'refused');
  await phone.send();
  await forgetUser(ROBIN);
  phone.person = undefined;
  const before = net.requests.length;
  expect((await phone.send()).left).toBe('sign-in');
  expect(
    lines()
      .slice(before)
      .filter((line) => line.includes('/photos/')),
  ).toEqual([]);
  phone.person = ROBIN;
  expect(await phone.send()).toEqual({ sent: 0, left: 'nothing' });
  expect(await digestsOnServer()).toEqual([[photo.sha256]]);
});

test('a report that an app of the version before sent whole is the same, and none of its photos is sent again', async () => {
  const photo = await aPhoto();
  const item = await phone.report('The ceiling leaks.', [photo]);
  const answer = await server.call('POST', '/maintenance', {
    as: await server.token('resident'),
    form: reportForm({ information: 'The ceiling leaks.' }, { [photo.name]: new Uint8Array(photo.bytes) }),
    headers: { 'idempotency-key': item.id, 'captured-at': item.capturedAt },
  });
  expect(answer.statusCode).toBe(201);
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(lines().filter((line) => line.includes('/photos/'))).toEqual([]);
  expect(await digestsOnServer()).toEqual([[photo.sha256]]);
});

test('a request that was deleted elsewhere meanwhile says so, and its photos can be discarded', async () => {
  await phone.report('The ceiling leaks.', [await aPhoto()]);
  net.fail(/\/photos\//, 'refused');
  await phone.send();
  const [request] = await phone.onServer();
  const as = await server.token('resident');
  expect((await server.call('DELETE', `/maintenance/${request?.id}`, { as })).statusCode).toBe(200);
  expect((await replay(phone.session, { eager: true })).left).toBe('nothing');
  const [item] = await phone.waiting();
  expect(item).toMatchObject({
    refusal: { status: 404, failure: { message: 'This request is not there any more.' } },
  });
  await discard(item?.id ?? '');
  expect(await phone.waiting()).toEqual([]);
});
