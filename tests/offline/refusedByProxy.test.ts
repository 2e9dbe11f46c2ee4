import { expect, onTestFinished, vi } from 'vitest';
import { nowMs } from '../../src/browser/clock.ts';
import type { Route } from '../../contract/http/route.ts';
import { routes } from '../../contract/routes.ts';
import { callUntyped, RefusedByProxy, Unreachable } from '../../src/api/call.ts';
import { currentConnection, onConnectionChange } from '../../src/api/connection.ts';
import { checkConnection } from '../../src/offline/engine/checkConnection.ts';
import { database } from '../../src/offline/engine/database.ts';
import { findOutcome } from '../../src/offline/engine/outbox/outcomes.ts';
import { queue } from '../../src/offline/engine/outbox/outbox.ts';
import { retry } from '../../src/offline/engine/outbox/revise.ts';
import { aPhoto, ROBIN } from '../support/offline/device.ts';
import { net, phone, test } from '../support/offline/world.ts';
import { server } from '../support/server/world.ts';

const PART = /^POST \/maintenance\/\d+\/photos\/\w+\/parts/;
const uploads = () => net.requests.filter(({ method, path }) => PART.test(`${method} ${path}`));
const photosOnServer = () => server.database.sql<{ sha256: string }>`select sha256 from photos`;
const informations = async () => {
  const rows = await server.database.sql<{ information: string }>`
    select information from maintenance_requests order by information`;
  return rows.map(({ information }) => information);
};

/** A proxy answers photos with its own page, and passes on everything else, until the returned function is called. */
function refusePhotos(page: number): () => void {
  return net.failAll(PART, { page });
}

function setClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
}

/** Counts how often the offline bar comes or goes. */
function countConnectionChanges(): () => number {
  let count = 0;
  onTestFinished(onConnectionChange(() => (count += 1)));
  return () => count;
}

/**
 * Passes the time as an open app does: it looks for the server while offline, and replays by a timer, when the server answers
 * again, and when the person comes back to it, each 20 minutes.
 */
async function passTime(minutes: number, step = 5): Promise<void> {
  let before = currentConnection();
  for (let seconds = 0; seconds < minutes * 60; seconds += step) {
    if (currentConnection() === 'offline') checkConnection();
    await vi.waitFor(() => expect(net.requests.every(({ status }) => status !== undefined)).toBe(true));
    const isBack = before === 'offline' && currentConnection() === 'online';
    before = currentConnection();
    if (isBack || seconds % 1200 === 0) await phone.send(true);
    else if (seconds % 30 === 0) await phone.send(false);
    vi.setSystemTime(Date.now() + step * 1000);
  }
}

test.each([413, 403, 502])(
  'a photo that a proxy refuses with its own page (%i) is tried seldom, and what stands behind it is sent',
  async (status) => {
    setClock();
    const connectionChanges = countConnectionChanges();
    const passOn = refusePhotos(status);
    const photo = await aPhoto();
    await phone.report('The tap drips.', [photo]);
    await phone.report('The lamp flickers.');
    await passTime(4);
    expect({ tries: uploads().length, connectionChanges: connectionChanges() }).toEqual({
      tries: expect.toSatisfy((tries: number) => tries <= 5) as number,
      connectionChanges: 0,
    });
    expect(await informations()).toEqual(['The lamp flickers.', 'The tap drips.']);

    await passTime(120, 30);
    expect(uploads().length).toBeLessThanOrEqual(13);
    const bytes = uploads().reduce((sum, { body }) => sum + body.length, 0);
    expect(bytes).toBeLessThan(13 * (photo.bytes.byteLength + 2000));
    expect(connectionChanges()).toBe(0);
    expect(await phone.waiting()).toMatchObject([{ route: 'attachPhoto', photos: [photo] }]);

    passOn();
    await passTime(61, 30);
    expect(await photosOnServer()).toMatchObject([{ sha256: photo.sha256 }]);
    expect(await phone.waiting()).toEqual([]);
  },
);

test('an app that is opened again and again does not send a refused photo more often', async () => {
  refusePhotos(403);
  await phone.report('The tap drips.', [await aPhoto()]);
  for (let refusals = 1; refusals <= 5; refusals += 1) {
    await phone.send();
    const [item] = await phone.waiting();
    // All that a new start knows is what is stored.
    expect(item).toMatchObject({ proxyRefusals: refusals, patient: true });
    // As the server's time has it, which the device goes by.
    const pause = (item?.notBefore ?? 0) - nowMs();
    expect(pause).toBeGreaterThanOrEqual(15_000 * 2 ** (refusals - 1));
    for (const eager of [true, false, true]) expect((await phone.send(eager)).left).toBe('later');
    expect(uploads()).toHaveLength(refusals);
    // The pause is over.
    await database.outbox.toCollection().modify({ notBefore: 0 });
  }
});

test('changes of the same record do not wait for a photo that is refused', async () => {
  refusePhotos(413);
  await phone.report('The tap drips.', [await aPhoto()]);
  await phone.send();
  const [tap] = await phone.onServer();
  if (!tap) throw new Error('The request is not there.');
  await phone.edit(tap, 'The tap pours.');
  expect(await phone.send()).toEqual({ sent: 1, left: 'later' });
  expect(await informations()).toEqual(['The tap pours.']);
  const [edited] = await phone.onServer();
  await phone.cancel(edited ?? tap);
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await phone.waiting()).toEqual([]);
});

test('changes of the same record wait behind a refused one, in their order', async () => {
  await phone.report('The tap drips.');
  await phone.report('The lamp flickers.');
  await phone.send();
  const [lamp, tap] = await phone.onServer();
  if (!lamp || !tap) throw new Error('The requests are not there.');
  net.faultOfChange = ({ body }) => (body.includes('It pours.') ? { page: 413 } : undefined);
  await phone.edit(tap, 'It pours.');
  await phone.cancel(tap);
  await phone.edit(lamp, 'The lamp is dark.');
  expect(await phone.send()).toEqual({ sent: 1, left: 'later' });
  expect(await informations()).toEqual(['The lamp is dark.', 'The tap drips.']);
  expect((await phone.waiting()).map(({ route }) => route)).toEqual([
    'updateMaintenance',
    'cancelMaintenance',
  ]);
});

test.each<[string, number, string]>([
  [
    'a photo that is too large',
    413,
    'refuses this photo. It may go through on another network, or without the photo.',
  ],
  [
    'a photo that a firewall refuses',
    403,
    'refuses this photo. It may go through on another network, or without the photo.',
  ],
  ['a change without a photo', 403, 'refuses this. It may go through on another network.'],
])('%s says what refuses it and what the person can do', async (what, page, words) => {
  const refused = what.includes('without') ? /^POST/ : PART;
  net.failAll(refused, { page });
  const photos = what.includes('without') ? [] : [await aPhoto()];
  await phone.report('The tap drips.', photos);
  await phone.send();
  const reason = `Something between this device and Porchlight ${words}`;
  expect(await phone.waiting()).toMatchObject([{ reason }]);
  const [item] = await phone.waiting();
  expect(await findOutcome(item?.id ?? '')).toEqual({ type: 'refused on the way', reason });
});

test('a photo that is too large for a proxy can be taken out of its report, which was sent without it', async () => {
  refusePhotos(413);
  await phone.report('The tap drips.', [await aPhoto()]);
  await phone.send();
  const [item] = await phone.waiting();
  const [request] = await phone.onServer();
  const dropped_photos = item?.photos.map(({ sha256 }) => sha256);
  await queue({
    userId: ROBIN,
    route: 'updateMaintenance',
    input: { params: { id: String(request?.id) }, body: { information: 'The tap drips.', dropped_photos } },
    record: item?.record ?? '',
  });
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  expect(await phone.waiting()).toEqual([]);
  expect(await phone.onServer()).toMatchObject([{ awaited_photos: 0 }]);
  expect(await informations()).toEqual(['The tap drips.']);
});

test('a report that was stored before a proxy put its page in the answer’s place is sent again under its key', async () => {
  const { id } = await phone.report('The tap drips.', [await aPhoto()]);
  let tried = 0;
  // The first answer is lost after the server stored it.
  net.faultOfChange = () => (tried++ === 0 ? { pageAfter: 502 } : undefined);
  expect(await phone.send()).toEqual({ sent: 0, left: 'later' });
  expect(await phone.waiting()).toMatchObject([{ id, mayHaveArrived: true }]);
  await retry(id);
  expect(await phone.send(false)).toEqual({ sent: 1, left: 'nothing' });
  expect(await informations()).toEqual(['The tap drips.']);
  expect(net.sent().at(-1)?.replayed).toBe(true);
});

test('“Try now” sends a refused photo at once, and its pauses go on growing', async () => {
  refusePhotos(403);
  await phone.report('The tap drips.', [await aPhoto()]);
  await phone.send();
  await retry((await phone.waiting())[0]?.id ?? '');
  await phone.send(false);
  expect(uploads()).toHaveLength(2);
  expect(await phone.waiting()).toMatchObject([{ proxyRefusals: 2 }]);
});

test.each([200, 302, 403, 502, 511])(
  'a captive portal that answers everything with its page (%i) is no connection, and refuses no item',
  async (status) => {
    net.always = { page: status };
    await phone.report('The tap drips.', [await aPhoto()]);
    expect(await phone.send()).toEqual({ sent: 0, left: 'unreachable' });
    expect(currentConnection()).toBe('offline');
    expect(await phone.waiting()).toMatchObject([{ input: { body: { information: 'The tap drips.' } } }]);
    expect((await phone.waiting())[0]?.proxyRefusals).toBeUndefined();

    net.reset();
    expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
  },
);

test('whichever call only a proxy refuses, the connection stays as it is and the reason is said', async () => {
  const connectionChanges = countConnectionChanges();
  net.failAll(/ (?!\/health)/, { page: 403 });
  const others = Object.entries<Route>(routes).filter(
    ([, { path }]) => path !== routes.health.path && path !== routes.followChanges.path,
  );
  const taken: string[] = [];
  for (const [name, route] of others) {
    const error = await callUntyped(route, { params: {} }).catch((thrown: unknown) => thrown);
    if (!(error instanceof RefusedByProxy && error instanceof Unreachable)) taken.push(name);
    else expect(error.message).toMatch(/^Something between this device and Porchlight refuses this\./);
  }
  expect(taken).toEqual([]);
  expect(connectionChanges()).toBe(0);
});
