import { beforeEach, expect } from 'vitest';
import type { Deposit } from '../../../contract/deposits/deposit.ts';
import { database } from '../../../src/offline/engine/database.ts';
import { saveDraftPhotos } from '../../../src/offline/engine/draftWrites.ts';
import { readDraft } from '../../../src/offline/engine/drafts.ts';
import { discardOutbox, queue, toStoredPhoto } from '../../../src/offline/engine/outbox/outbox.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import type { StoredPhoto } from '../../../src/offline/engine/storedRecords.ts';
import { aPhoto, MANAGER } from '../../support/offline/device.ts';
import { largePhoto, lines } from '../../support/offline/outbox/photos.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';
import { readAs } from '../../support/server/deposits/deposits.ts';
import { leaseOf } from '../../support/server/leases/inspections.ts';
import { manager } from '../../support/server/world.ts';

const test = base.extend('person', MANAGER);
let lease: number;
beforeEach(async () => {
  lease = await leaseOf(2);
});

const params = () => ({ id: String(lease) });
const receive = (photos: StoredPhoto[], amount = 500) =>
  queue({
    ...{ userId: MANAGER, route: 'addDepositEntry', photos },
    input: { params: params(), body: { kind: 'Received', amount } },
    shown: { name: 'Robin Hale', unit: 'Unit 101, Maple Court' },
  });
const entries = async () => (await readAs<Deposit>(`/leases/${lease}/deposit`)).entries;
const taken = (photos: readonly { sha256: string; takenAt?: string | undefined }[]) =>
  photos.map(({ sha256, takenAt }) => ({ sha256, taken_at: takenAt }));

test('an entry of a deposit arrives first and its photos one by one, with when they were taken, also after a kill', async () => {
  const photos = [await aPhoto(), await largePhoto()];
  net.offline = true;
  await receive(photos);
  await phone.send();
  net.offline = false;
  await fetchAndCache(MANAGER, 'readDeposit', { params: params() }, (call) => call(manager));
  net.fail(/from=\d{5,}/, 'refused');
  expect(await phone.send()).toEqual({ sent: 1, left: 'unreachable' });
  expect(await entries()).toMatchObject([{ amount: 500, awaited_photos: 1, photos: [{}] }]);
  const before = net.requests.length;
  expect(await phone.send()).toEqual({ sent: 0, left: 'nothing' });
  const again = net.requests.slice(before).map(({ path }) => path);
  expect(again.filter((path) => path.endsWith('from=0') || path.endsWith('/deposit'))).toEqual([]);
  expect(await entries()).toMatchObject([{ amount: 500, awaited_photos: 0, photos: taken(photos) }]);
  const kept = (await readCached(MANAGER, 'readDeposit', { params: params() }))?.answer;
  expect(kept?.entries).toMatchObject([{ awaited_photos: 0, photos: taken(photos) }]);
  expect(await phone.waiting()).toEqual([]);
});

test.each(['refused', 'answer lost', 'delivered twice', 'cut'] as const)(
  'an entry whose sending ends so (%s) is one, with its photos',
  async (fault) => {
    const photos = [await largePhoto(400), await aPhoto()];
    await receive(photos);
    net.fail(/\/deposit$/, fault);
    net.fail(/\/attachment$/, fault);
    for (let tries = 0; tries < 6 && (await phone.waiting()).length > 0; tries += 1) {
      await phone.send();
      // Its pause is over.
      await database.outbox.toCollection().modify({ notBefore: 0 });
    }
    expect(await phone.waiting()).toEqual([]);
    expect(await entries()).toMatchObject([{ amount: 500, photos: taken(photos) }]);
    expect(lines().filter((line) => line.endsWith('/deposit')).length).toBeGreaterThan(0);
  },
);

test('a photo of a deposit that the server refuses waits with the reason, and holds neither the entry nor the others', async () => {
  const text = await toStoredPhoto(new Blob(['no photo'], { type: 'image/jpeg' }), 'door.jpg');
  const fine = await aPhoto();
  await receive([text, fine]);
  await phone.send();
  expect(await phone.waiting()).toMatchObject([
    {
      route: 'attachRecordPhoto',
      photos: [{ sha256: text.sha256 }],
      refusal: { status: 415, failure: { message: '"door.jpg" is not a photo. Use JPEG, PNG or WebP.' } },
    },
  ]);
  expect(await entries()).toMatchObject([{ amount: 500, awaited_photos: 0, photos: taken([fine]) }]);
});

test('the draft of an entry keeps its photos with when they were taken', async () => {
  const photos = [await aPhoto(), await aPhoto('navy')];
  await saveDraftPhotos(MANAGER, `deposit-${lease}-applied`, photos);
  expect((await readDraft(MANAGER, `deposit-${lease}-applied`))?.photos).toEqual(photos);
});

test('an entry that waits as somebody signs out is kept with its photos and sent at the next sign-in, or discarded', async () => {
  const photos = [await aPhoto()];
  net.offline = true;
  await receive(photos);
  phone.person = undefined;
  net.offline = false;
  expect(await phone.send()).toEqual({ sent: 0, left: 'sign-in' });
  expect(await entries()).toEqual([]);
  phone.person = MANAGER;
  await phone.send();
  expect(await entries()).toMatchObject([{ photos: taken(photos) }]);
  await receive([await aPhoto('navy')], 20);
  await discardOutbox(MANAGER);
  await phone.send();
  expect(await entries()).toHaveLength(1);
});

test('an entry that the version before wrote, without when its photos were taken, is sent', async () => {
  const { takenAt: _, ...photo } = await aPhoto();
  await receive([photo]);
  await phone.send();
  const [entry] = await entries();
  expect(entry?.photos).toHaveLength(1);
  expect(entry?.photos?.[0]).not.toHaveProperty('taken_at');
});
