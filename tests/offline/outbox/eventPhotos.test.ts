import { expect } from 'vitest';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import type { RequestEvent } from '../../../contract/maintenance/requestEvents.ts';
import { database } from '../../../src/offline/engine/database.ts';
import { queue, toStoredPhoto } from '../../../src/offline/engine/outbox/outbox.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import type { StoredPhoto } from '../../../src/offline/engine/storedRecords.ts';
import { withUnsent } from '../../../src/offline/subjects/maintenance/maintenanceList.ts';
import { photosSentWords } from '../../../src/offline/subjects/photos/shownPhoto.ts';
import { eventsWithUnsent } from '../../../src/offline/subjects/maintenance/requestEvents.ts';
import type { Fault } from '../../support/offline/networkFaults.ts';
import { aPhoto, ROBIN } from '../../support/offline/device.ts';
import { largePhoto, lines } from '../../support/offline/outbox/photos.ts';
import { net, phone, test } from '../../support/offline/world.ts';
import { resident, server } from '../../support/server/world.ts';

async function reported(): Promise<MaintenanceRequest> {
  await phone.report('It drips');
  await phone.send();
  net.requests.length = 0;
  return (await phone.onServer())[0]!;
}

const reply = ({ id, information }: MaintenanceRequest, photos: StoredPhoto[]) =>
  queue({
    ...{ userId: ROBIN, route: 'addRequestEvent', record: `maintenance:${id}`, photos },
    input: { params: { id: String(id) }, body: { kind: 'reply', text: 'Here' } },
    shown: { unit: '', information, by_management: false },
  });

async function replies(id: number): Promise<RequestEvent[]> {
  const answer = await server.call('GET', `/maintenance/${id}/events`, { as: resident });
  return answer.json<RequestEvent[]>().filter(({ kind }) => kind === 'reply');
}
const digests = (photos: readonly { sha256: string }[] | undefined) =>
  (photos ?? []).map(({ sha256 }) => sha256);

test('the words of a reply leave first, and its photos follow one by one', async () => {
  const request = await reported();
  const photos = [await largePhoto(400), await aPhoto()];
  await reply(request, photos);
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  const sent = lines().filter((line) => line !== 'GET /health');
  expect(sent[0]).toBe(`POST /maintenance/${request.id}/events`);
  expect(sent.filter((line) => line.endsWith('/attachment'))).toHaveLength(2);
  expect(digests((await replies(request.id))[0]?.photos)).toEqual(digests(photos));
  expect(await phone.waiting()).toEqual([]);
});

test('a kill between the words of a reply and its photos sends neither twice', async () => {
  const request = await reported();
  const photos = [await aPhoto(), await largePhoto()];
  await reply(request, photos);
  net.fail(/from=\d{5,}/, 'refused');
  expect(await phone.send()).toEqual({ sent: 1, left: 'unreachable' });
  const [item] = await phone.waiting();
  expect(item && photosSentWords(item)).toBe('1 of 2 photos sent');
  const before = net.requests.length;
  expect(await phone.send()).toEqual({ sent: 0, left: 'nothing' });
  const again = net.requests.slice(before).map(({ path }) => path);
  expect(again.filter((path) => path.endsWith('from=0'))).toEqual([]);
  expect(again.filter((path) => path.endsWith('/events'))).toEqual([]);
  const there = await replies(request.id);
  expect(there.map((each) => digests(each.photos))).toEqual([digests(photos)]);
});

const FAULTS: Fault[] = [
  ...(['refused', 'answer lost', 'delivered twice', 'cut', 'portal page after'] as const),
  ...[{ status: 503 }, { pageAfter: 502 }],
];
const CALLS: [string, RegExp][] = [
  ['the words', /\/events$/],
  ['the beginning of a photo', /^PUT \/records\/event\/\d+\/photos\/\w+$/],
  ['a part', /\/parts/],
  ['the end of a photo', /\/attachment$/],
];
test.each(
  CALLS.flatMap(([what, on]) => FAULTS.map((fault) => [what, JSON.stringify(fault), on, fault] as const)),
)('whatever happens to %s (%s), a reply and its photos are there once', async (_, __, on, fault) => {
  const request = await reported();
  const photos = [await largePhoto(400), await aPhoto()];
  await reply(request, photos);
  net.fail(on, fault);
  for (let tries = 0; tries < 6 && (await phone.waiting()).length > 0; tries += 1) {
    await phone.send();
    // Its pause is over.
    await database.outbox.toCollection().modify({ notBefore: 0 });
  }
  expect(await phone.waiting()).toEqual([]);
  const there = await replies(request.id);
  expect(there.map((each) => digests(each.photos))).toEqual([digests(photos)]);
  expect(there[0]?.awaited_photos).toBe(0);
});

test('a photo of a reply that the server refuses is told, and holds neither the words nor the other photos', async () => {
  const request = await reported();
  const text = await toStoredPhoto(new Blob(['no photo'], { type: 'image/jpeg' }), 'note.jpg');
  const fine = await aPhoto();
  await reply(request, [text, fine]);
  await phone.send();
  const [refused, ...others] = await phone.waiting();
  expect(others).toEqual([]);
  expect(refused).toMatchObject({
    route: 'attachRecordPhoto',
    photos: [{ sha256: text.sha256 }],
    refusal: { status: 415, failure: { message: '"note.jpg" is not a photo. Use JPEG, PNG or WebP.' } },
  });
  const [there] = await replies(request.id);
  expect([digests(there?.photos), there?.awaited_photos]).toEqual([[fine.sha256], 0]);
});

test('what this device shows of a reply has its photos before, while and after they are sent, each once', async () => {
  const request = await reported();
  const params = { id: String(request.id) };
  await fetchAndCache(ROBIN, 'listMaintenance', {}, (send) => send(resident));
  await fetchAndCache(ROBIN, 'listRequestEvents', { params }, (send) => send(resident));
  const photos = [await aPhoto(), await largePhoto()];
  await reply(request, photos);
  const shown = async () => {
    const items = await phone.waiting();
    const list = (await readCached(ROBIN, 'listMaintenance', {}))?.answer ?? [];
    const [listed] = withUnsent(list, items);
    const events = (await readCached(ROBIN, 'listRequestEvents', { params }))?.answer ?? [];
    const said = eventsWithUnsent(events, listed!.unsent, request.id).filter(
      ({ event }) => event.kind === 'reply',
    );
    return said.map(({ photos: each, photosToCome }) => [
      ...each.map((photo) => ('sent' in photo ? 'sent' : 'stored')),
      photosToCome,
    ]);
  };
  expect(await shown()).toEqual([['stored', 'stored', 0]]);
  net.fail(/from=\d{5,}/, 'refused');
  await phone.send();
  expect(await shown()).toEqual([['sent', 'stored', 0]]);
  await phone.send();
  expect(await shown()).toEqual([['sent', 'sent', 0]]);
});

test('photos of a reply to a request that is cancelled here are not sent any more', async () => {
  const request = await reported();
  await reply(request, [await aPhoto(), await largePhoto()]);
  net.fail(/from=\d{5,}/, 'refused');
  await phone.send();
  await phone.cancel(request);
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
});
