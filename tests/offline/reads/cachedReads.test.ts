import { expect } from 'vitest';
import { withUnsent } from '../../../src/offline/subjects/maintenance/maintenanceList.ts';
import { Unreachable } from '../../../src/api/call.ts';
import { forgetUser, lastUser, rememberUser } from '../../../src/offline/engine/deviceUser.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { revise } from '../../../src/offline/engine/outbox/revise.ts';
import { aPhoto, allItems, NOOR, ROBIN } from '../../support/offline/device.ts';
import { net, phone, test } from '../../support/offline/world.ts';

const refresh = (userId = ROBIN) =>
  fetchAndCache(userId, 'listMaintenance', {}, async (send) =>
    send((await phone.session.token(userId)) ?? 'nobody'),
  );
const kept = async (userId = ROBIN) => (await readCached(userId, 'listMaintenance', {}))?.answer;
const shown = async () => withUnsent((await kept()) ?? [], await phone.waiting());

test('the last answer is available offline, with its time', async () => {
  await phone.report('The tap drips.');
  await phone.send();
  const before = Date.now();
  await refresh();
  net.offline = true;
  await expect(refresh()).rejects.toThrow(Unreachable);
  expect(await kept()).toMatchObject([{ information: 'The tap drips.' }]);
  expect((await readCached(ROBIN, 'listMaintenance', {}))?.asOf.getTime()).toBeGreaterThanOrEqual(before);
});

test('a new answer replaces the cached one', async () => {
  await refresh();
  expect(await kept()).toEqual([]);
  await phone.report('The tap drips.');
  await phone.send();
  await refresh();
  expect(await kept()).toMatchObject([{ information: 'The tap drips.' }]);
});

test('the answer to a sent change updates the cached list without another call', async () => {
  await refresh();
  await phone.report('The tap drips.');
  await phone.send();
  expect(await kept()).toMatchObject([{ information: 'The tap drips.' }]);
  const [request] = await phone.onServer();
  if (!request) throw new Error('The request is not there.');
  await phone.edit(request, 'The tap pours.');
  await phone.send();
  expect(await kept()).toMatchObject([{ information: 'The tap pours.' }]);
  await phone.cancel(request);
  await phone.send();
  expect(await kept()).toEqual([]);
  expect(net.requests.filter(({ method, path }) => method === 'GET' && path === '/maintenance')).toHaveLength(
    1,
  );
});

test('an answer requested before a change was applied does not hide that change', async () => {
  await refresh();
  await phone.report('The tap drips.');
  let first = true;
  await fetchAndCache(ROBIN, 'listMaintenance', {}, async (send) => {
    const answer = await send((await phone.session.token(ROBIN)) ?? '');
    // The change is made and laid while this older answer is still on its way.
    if (first) await phone.send();
    first = false;
    return answer;
  });
  expect(await kept()).toMatchObject([{ information: 'The tap drips.' }]);
});

test('one person does not see another’s cached reads', async () => {
  await phone.report('Robin’s.');
  await phone.send();
  await refresh();
  phone.person = NOOR;
  await rememberUser({ id: NOOR } as never);
  await refresh(NOOR);
  expect(await kept(NOOR)).toEqual([]);
  expect(await kept(ROBIN)).toMatchObject([{ information: 'Robin’s.' }]);
});

test('deleting one person’s cached reads keeps their unsent items and other people’s cached reads', async () => {
  await phone.report('Unsent.');
  await refresh();
  phone.person = NOOR;
  await rememberUser({ id: NOOR } as never);
  await refresh(NOOR);
  await forgetUser(ROBIN);
  expect(await kept(ROBIN)).toBeUndefined();
  expect(await kept(NOOR)).toEqual([]);
  expect((await lastUser())?.id).toBe(NOOR);
  expect(await allItems()).toHaveLength(1);
});

test('a refresh from the server does not hide unsent changes', async () => {
  const photo = await aPhoto();
  await phone.report('Sent.');
  await phone.send();
  const [request] = await phone.onServer();
  if (!request) throw new Error('The request is not there.');
  await phone.edit(request, 'Sent, then edited.', [photo]);
  await phone.report('Unsent.');
  await refresh();
  expect(await shown()).toMatchObject([
    { information: 'Unsent.', request: undefined, unsent: [{ route: 'createMaintenance' }] },
    { information: 'Sent, then edited.', photos: [{ stored: { sha256: photo.sha256 } }] },
  ]);
});

test('a queued cancelling or completion is shown on its request', async () => {
  await phone.report('One.');
  await phone.send();
  await refresh();
  const [request] = await phone.onServer();
  if (!request) throw new Error('The request is not there.');
  await phone.complete(request);
  expect(await shown()).toMatchObject([{ completed: true }]);
  await phone.cancel(request);
  expect(await shown()).toMatchObject([{ cancelling: true }]);
});

test('other queued changes are not listed as maintenance requests', async () => {
  await queue({
    userId: ROBIN,
    route: 'submitAnnouncement',
    input: { body: { announcement: 'Bike for sale' } },
  });
  expect(await phone.waiting()).toHaveLength(1);
  expect(await shown()).toEqual([]);
});

test('the answer to a sent change is applied to every cached list of its route, and to no other', async () => {
  const open = { query: { completed: 'false' as const } };
  const as = async <T>(send: (token: string) => Promise<T>) =>
    send((await phone.session.token(ROBIN)) ?? 'nobody');
  await refresh();
  await fetchAndCache(ROBIN, 'listMaintenance', open, as);
  await fetchAndCache(ROBIN, 'listProperties', {}, as);
  await phone.report('The tap drips.');
  await phone.send();
  const said = [{ information: 'The tap drips.' }];
  expect(await kept()).toMatchObject(said);
  expect((await readCached(ROBIN, 'listMaintenance', open))?.answer).toMatchObject(said);
  expect((await readCached(ROBIN, 'listProperties', {}))?.answer).toHaveLength(2);
});

test('a report is shown exactly once at every moment from writing to sent', async () => {
  await refresh();
  const photo = await aPhoto();
  const item = await phone.report('One.', [photo]);
  expect(await shown()).toHaveLength(1);
  net.fail(/^POST/, 'answer lost');
  await phone.send();
  await revise(item.id, { body: { information: 'Two.' }, photos: [photo] });
  expect(await shown()).toMatchObject([{ information: 'Two.', photos: [{ stored: photo }] }]);
  net.fail(/^PUT/, 'refused');
  await phone.send();
  expect(await shown()).toMatchObject([
    { information: 'Two.', photos: [{ stored: { sha256: photo.sha256 } }] },
  ]);
  await phone.send();
  expect(await shown()).toMatchObject([
    { information: 'Two.', photos: [{ sent: { sha256: photo.sha256 } }], unsent: [] },
  ]);
});
