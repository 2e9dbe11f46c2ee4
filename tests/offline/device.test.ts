import { Dexie } from 'dexie';
import { expect, vi } from 'vitest';
import { digestOf } from '../../src/offline/engine/storage/bytes.ts';
import { database, withDatabase, withTransaction } from '../../src/offline/engine/database.ts';
import { readDraft } from '../../src/offline/engine/drafts.ts';
import { saveDraft, saveDraftPhotos } from '../../src/offline/engine/draftWrites.ts';
import { queue } from '../../src/offline/engine/outbox/outbox.ts';
import { discard, revise } from '../../src/offline/engine/outbox/revise.ts';
import { OutOfSpace, writeMakingRoom } from '../../src/offline/engine/storage/storageQuota.ts';
import { aPhoto, outOfSpace, ROBIN } from '../support/offline/device.ts';
import { net, phone, test } from '../support/offline/world.ts';
import { server } from '../support/server/world.ts';
import { everythingRead, storeRead } from '../support/offline/readTables.ts';

const submit = (information: string, draft: string, photos = [] as Awaited<ReturnType<typeof aPhoto>>[]) =>
  queue({
    userId: ROBIN,
    route: 'createMaintenance',
    input: { body: { information } },
    photos,
    draft: { name: draft },
  });

test('on a full device cached reads are deleted to make room for a report', async () => {
  await storeRead(database, { userId: ROBIN, key: 'listMaintenance', answer: [] });
  outOfSpace(1);
  await phone.report('The tap drips.');
  expect(await everythingRead(database)).toEqual([]);
  expect(await phone.waiting()).toHaveLength(1);
});

test('on a device without any space the person is told, the draft stays and nothing is half written', async () => {
  const photos = [await aPhoto()];
  await saveDraft(ROBIN, 'new', { information: 'The tap drips.' });
  await saveDraftPhotos(ROBIN, 'new', photos);
  outOfSpace(99);
  await expect(submit('The tap drips.', 'new', photos)).rejects.toThrow(OutOfSpace);
  vi.restoreAllMocks();
  expect(await phone.waiting()).toEqual([]);
  expect(await readDraft(ROBIN, 'new')).toEqual({ value: { information: 'The tap drips.' }, photos });
});

test('on a full device a further photo of a draft is refused with a message, and the earlier ones stay', async () => {
  const [first, second] = [await aPhoto('teal'), await aPhoto('navy')];
  await saveDraftPhotos(ROBIN, 'new', [first]);
  outOfSpace(99);
  await expect(saveDraftPhotos(ROBIN, 'new', [first, second])).rejects.toThrow(
    'This device is out of space, so this could not be saved. Free some space and try again.',
  );
  vi.restoreAllMocks();
  expect((await readDraft(ROBIN, 'new'))?.photos).toEqual([first]);
});

test('on a full device cached reads are deleted to save an edit and to apply an answer', async () => {
  const item = await phone.report('The tap drips.');
  await storeRead(database, { userId: ROBIN, key: 'listMaintenance', answer: [] });
  outOfSpace(1);
  await revise(item.id, { body: { information: 'The tap pours.' }, photos: [] });
  vi.restoreAllMocks();
  await storeRead(database, { userId: ROBIN, key: 'listMaintenance', answer: [] });
  outOfSpace(1);
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await everythingRead(database)).toEqual([]);
  expect(await phone.onServer()).toMatchObject([{ information: 'The tap pours.' }]);
});

test('a report that may have arrived keeps its newest text if the device is too full to discard it', async () => {
  const item = await phone.report('The tap drips.');
  net.fail(/^POST \/maintenance/, 'answer lost');
  await phone.send();
  await revise(item.id, { body: { information: 'The tap pours.' }, photos: [] });
  outOfSpace(99);
  await expect(discard(item.id)).rejects.toThrow(OutOfSpace);
  vi.restoreAllMocks();
  await phone.send();
  expect(await phone.onServer()).toMatchObject([{ information: 'The tap pours.' }]);
});

test('a replay on a full device goes on when there is space again, and sends each item once', async () => {
  await phone.report('The tap drips.');
  net.before = () => outOfSpace(99);
  expect(await phone.send()).toEqual({ sent: 0, left: 'later' });
  vi.restoreAllMocks();
  net.before = undefined;
  const [item] = await phone.waiting();
  expect(item).toMatchObject({ mayHaveArrived: true });
  expect(item?.refusal).toBeUndefined();
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await phone.onServer()).toHaveLength(1);
});

const quota = new DOMException('No room.', 'QuotaExceededError');
test.each<[string, Error]>([
  ['as the browser says it', quota],
  ['when the transaction was aborted for it', new Dexie.AbortError('Aborted.', quota)],
  ['for one row of many', new Dexie.BulkError('1 of 2 failed.', { 0: quota })],
])('a full device is recognised %s', async (_, error) => {
  await expect(writeMakingRoom(() => Promise.reject(error))).rejects.toThrow(OutOfSpace);
});

test('an error other than a full device is passed on unchanged', async () => {
  await expect(writeMakingRoom(() => Promise.reject(new Error('A bug.')))).rejects.toThrow('A bug.');
});

test('a photo that does not read back as written is reported as not saved, and the draft stays', async () => {
  const photo = await aPhoto();
  await saveDraft(ROBIN, 'new', { information: 'The tap drips.' });
  const damaged = { ...photo, bytes: new ArrayBuffer(8) };
  await expect(submit('The tap drips.', 'new', [damaged])).rejects.toThrow(OutOfSpace);
  expect(await phone.waiting()).toEqual([]);
  expect(await readDraft(ROBIN, 'new')).toMatchObject({ value: { information: 'The tap drips.' } });
});

test('a photo whose bytes are lost is flagged, and what was written is sent', async () => {
  const item = await phone.report('The tap drips.', [await aPhoto('teal'), await aPhoto('navy')]);
  await database.outbox
    .where({ id: item.id })
    .modify((row) => row.photos.slice(0, 1).forEach((photo) => (photo.bytes = new ArrayBuffer(3))));
  await phone.report('The lamp flickers.');
  expect(await phone.send()).toEqual({ sent: 2, left: 'nothing' });
  expect(await phone.onServer()).toMatchObject([
    { information: 'The lamp flickers.' },
    { information: 'The tap drips.', photos: [{ sha256: item.photos[1]?.sha256 }] },
  ]);
  expect(await phone.waiting()).toMatchObject([
    { route: 'attachPhoto', refusal: { failure: { code: 'photo_unreadable' } } },
  ]);
});

test('photos are copied at capture, so that later changes of the file do not matter', async () => {
  const photo = await aPhoto();
  expect(await digestOf(photo.bytes)).toBe(photo.sha256);
});

test('after an answer that lacks a photo the item is kept and sent again', async () => {
  const [first, second] = [await aPhoto('teal'), await aPhoto('navy')];
  await phone.report('The tap drips.', [first, second]);
  // As from a server that lost one: it is taken out between writing and answering.
  const real = server.app.inject.bind(server.app);
  const spy = vi.spyOn(server.app, 'inject').mockImplementation((async (options: never) => {
    const answer = await real(options);
    await server.database.sql`delete from photos where sha256 = ${second.sha256}`;
    const body = answer.json<{ photos?: { sha256: string }[] }>();
    if (!body.photos) return answer;
    body.photos = body.photos.filter(({ sha256 }) => sha256 !== second.sha256);
    return {
      ...answer,
      statusCode: answer.statusCode,
      headers: answer.headers,
      cookies: [],
      rawPayload: Buffer.from(JSON.stringify(body)),
    };
  }) as never);
  await phone.send();
  spy.mockRestore();
  const [left] = await phone.waiting();
  expect(left).toMatchObject({ refusal: { failure: { code: 'photos_unconfirmed' } } });
  const { retry } = await import('../../src/offline/engine/outbox/revise.ts');
  await retry(left?.id ?? '');
  expect(await phone.send()).toEqual({ sent: 0, left: 'nothing' });
  const [request] = await phone.onServer();
  expect(request?.photos.map(({ sha256 }) => sha256)).toEqual([first.sha256, second.sha256]);
});

test('a database that the browser closed is reopened, also for many reads at once', async () => {
  await phone.report('One.');
  database.close({ disableAutoOpen: true });
  await Promise.all([phone.report('Two.'), phone.report('Three.'), phone.waiting()]);
  expect(await phone.waiting()).toHaveLength(3);
});

test('a write that was committed although its connection was lost is not repeated', async () => {
  await saveDraft(ROBIN, 'new', { information: 'One.' });
  const real = database.transaction.bind(database) as (...args: never[]) => Promise<unknown>;
  let lost = false;
  vi.spyOn(database, 'transaction').mockImplementation(((...args: never[]) =>
    real(...args).then((value) => {
      if (lost) return value;
      lost = true;
      throw Object.assign(new Error('Connection to Indexed Database server lost.'), { name: 'UnknownError' });
    })) as never);
  await submit('One.', 'new');
  vi.restoreAllMocks();
  expect(await phone.waiting()).toHaveLength(1);
});

test('a change is written whole or not at all, also where the page ran long between its writes', async () => {
  const turn = async () => undefined;
  const change = withTransaction('rw', ['device'], async (db) => {
    await db.device.put({ key: 'joined', value: true });
    // After a hundred such turns Dexie no longer knows which transaction this code was called from.
    for (let turns = 0; turns < 1000; turns += 1) await turn();
    await db.device.put({ key: 'install-offered', value: true });
    throw new Error('The rest went wrong.');
  });
  await expect(change).rejects.toThrow('The rest went wrong.');
  expect(await database.device.bulkGet(['joined', 'install-offered'])).toEqual([undefined, undefined]);
});

test('an error other than a lost connection is not retried', async () => {
  const work = vi.fn(() => Promise.reject(new Error('A bug.')));
  await expect(withDatabase(work)).rejects.toThrow('A bug.');
  expect(work).toHaveBeenCalledTimes(1);
});
