import { expect } from 'vitest';
import { database } from '../../../src/offline/engine/database.ts';
import { forgetUser } from '../../../src/offline/engine/deviceUser.ts';
import { toStoredPhoto } from '../../../src/offline/engine/outbox/outbox.ts';
import { keepPhotos } from '../../../src/offline/engine/outbox/photosLeft.ts';
import { discard, revise } from '../../../src/offline/engine/outbox/revise.ts';
import { replay } from '../../../src/offline/engine/outbox/replay.ts';
import { photosSentWords } from '../../../src/offline/subjects/maintenanceList.ts';
import type { Fault } from '../../support/offline/networkFaults.ts';
import { aPhoto, ROBIN } from '../../support/offline/device.ts';
import { badLine, digestsOnServer, isPart, largePhoto, lines } from '../../support/offline/outbox/photos.ts';
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

test('over a line that dies again and again, photos arrive whole with at most a tenth sent twice', async () => {
  const photos = [await largePhoto(1000), await largePhoto(1100), await largePhoto(1200)];
  const size = photos.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  // 40 kB a second for 20 seconds.
  const sent = badLine(40_000, 800_000);
  await phone.report('The ceiling leaks.', photos);
  let tries = 0;
  while ((await phone.waiting()).length > 0 && (tries += 1) < 20) await phone.send();
  net.before = undefined;
  expect(await digestsOnServer()).toEqual([photos.map(({ sha256 }) => sha256)]);
  expect(tries).toBeLessThan(10);
  expect(sent() / size).toBeLessThan(1.1);
});

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
  const edited = await revise(item.id, { body: { information: 'The tap pours.' }, photos: [first, third] });
  const { record } = (await phone.waiting()).find(({ id }) => id === edited)!;
  await keepPhotos(ROBIN, record, [first.sha256, third.sha256]);
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await phone.onServer()).toMatchObject([{ information: 'The tap pours.' }]);
  expect(await digestsOnServer()).toEqual([[first.sha256, third.sha256]]);
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
