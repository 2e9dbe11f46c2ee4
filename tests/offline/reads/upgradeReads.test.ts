import { expect, vi } from 'vitest';
import { cachedAges, lastChecked, readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { database } from '../../../src/offline/engine/database.ts';
import { rememberUser } from '../../../src/offline/engine/deviceUser.ts';
import { outOfSpace, ROBIN } from '../../support/offline/device.ts';
import { asOf, fromVersion1 } from '../../support/offline/earlierDatabase.ts';
import { addRequests, answered, cached, KEY, onServer, refresh } from '../../support/offline/requestList.ts';
import { everythingRead } from '../../support/offline/readTables.ts';
import { net, phone, test } from '../../support/offline/world.ts';

const checked = new Date('2026-11-20T09:00:00.000Z');

const row = (id: number) => ({ id, information: `Issue ${id}` });
const rows = (from: number, count: number) => Array.from({ length: count }, (_, index) => row(from + index));

test('after an update all that was read before is there without a connection, with its times', async () => {
  await fromVersion1(
    { key: 'listProperties', answer: [{ id: 1 }], cursor: 'first' },
    { key: 'listNotifications', answer: [], etag: '"bell"' },
    { key: `list ${KEY}`, answer: ['a', 'b'], cursor: 'first' },
    { key: 'part a', answer: rows(1, 200) },
    { key: 'part b', answer: rows(201, 30) },
    { key: `checked ${KEY}`, answer: null, asOf: checked, cursor: 'second' },
  );
  expect(await cached()).toEqual({ answer: rows(1, 230), asOf });
  expect(await readCached(ROBIN, 'listProperties', {})).toEqual({ answer: [{ id: 1 }], asOf });
  expect(await lastChecked(ROBIN, KEY)).toEqual(checked);
  expect(Object.fromEntries(await cachedAges(ROBIN))).toEqual({
    listProperties: asOf,
    listNotifications: asOf,
    [KEY]: checked,
  });
  expect(await database.reads.get([ROBIN, KEY])).toMatchObject({ cursor: 'second' });
  expect(await database.reads.get([ROBIN, 'listNotifications'])).toMatchObject({ etag: '"bell"' });
  expect(await database.kept.count()).toBe(0);
});

test('after an update a list goes on from what was read before: the server is asked what changed in it', async () => {
  await addRequests(300);
  await refresh();
  const { cursor } = (await database.reads.get([ROBIN, KEY]))!;
  const list = await onServer();
  await fromVersion1(
    { key: `list ${KEY}`, answer: ['a', 'b'], cursor },
    { key: 'part a', answer: list.slice(0, 200) },
    { key: 'part b', answer: list.slice(200) },
  );
  net.delivered.length = 0;
  await refresh();
  expect(answered()).toEqual(['changes']);
  expect((await cached())?.answer).toEqual(list);
});

test('of a list that was not read to its end, or of which a part is missing, nothing is left after an update', async () => {
  await fromVersion1(
    { key: `unfinished ${KEY}`, answer: rows(1, 100), unfinished: { next: 'x', total: 900 } },
    { key: `list unfinished listUnits`, answer: ['a'], unfinished: { next: 'x', total: 900 } },
    { key: 'part a', answer: rows(1, 200) },
    { key: 'list listUsers', answer: ['a', 'gone'] },
  );
  expect(await everythingRead(database)).toEqual([]);
  expect(await database.kept.count()).toBe(0);
});

test('a list that an even older version wrote whole beside its parts is the newer one', async () => {
  await fromVersion1(
    { key: KEY, answer: [row(7)] },
    { key: `list ${KEY}`, answer: ['a'] },
    { key: 'part a', answer: rows(1, 200) },
  );
  expect((await cached())?.answer).toEqual([row(7)]);
});

test('an update of a device with ten thousand rows is quick', async () => {
  const ids = Array.from({ length: 50 }, (_, index) => `${index}`);
  await fromVersion1(
    { key: `list ${KEY}`, answer: ids },
    ...ids.map((id, index) => ({ key: `part ${id}`, answer: rows(index * 200, 200) })),
  );
  const began = performance.now();
  await database.open();
  expect(performance.now() - began).toBeLessThan(2000);
  expect((await cached())?.answer).toHaveLength(10_000);
});

test('a tab of the version before goes on beside this one, and what it wrote goes with a sign-out', async () => {
  const before = await fromVersion1({ key: KEY, answer: [row(1)] });
  await before.open();
  // The update does not wait for that tab, which is told, and opens the database again as it is then.
  const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  expect((await cached())?.answer).toEqual([row(1)]);
  expect(warned).toHaveBeenCalled();
  await before.table('kept').put({ userId: ROBIN, key: KEY, answer: [row(2)], asOf });
  expect((await cached())?.answer).toEqual([row(1)]);
  const { forgetUser } = await import('../../../src/offline/engine/deviceUser.ts');
  await forgetUser(ROBIN);
  expect(await before.table('kept').count()).toBe(0);
  expect(await everythingRead(database)).toEqual([]);
  before.close();
  await rememberUser({ id: ROBIN } as never);
});

test('on a device that is too full for it, an update gives up what was read, and keeps what waits to be sent', async () => {
  await phone.report('The tap drips.');
  await fromVersion1({ key: KEY, answer: [row(1)] });
  outOfSpace(99);
  expect(await phone.waiting()).toHaveLength(1);
  vi.restoreAllMocks();
  expect(await cached()).toBeUndefined();
  expect(await database.kept.count()).toBe(0);
  expect(await phone.send()).toEqual({ sent: 1, left: 'nothing' });
});
