import { expect } from 'vitest';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { database } from '../../../src/offline/engine/database.ts';
import { forgetLastUser, forgetUser } from '../../../src/offline/engine/deviceUser.ts';
import { fetchAndCache, refreshCached } from '../../../src/offline/engine/reads/refreshCached.ts';
import { shownUnfinished, readInMemory } from '../../../src/offline/engine/reads/memoryStore.ts';
import { ROBIN } from '../../support/offline/device.ts';
import { net, phone, test } from '../../support/offline/world.ts';
import { server } from '../../support/server/world.ts';
import { everythingRead } from '../../support/offline/readTables.ts';

const KEY = 'listMaintenance';
const asRobin = async <T>(send: (token: string) => Promise<T>) =>
  send((await phone.session.token(ROBIN)) ?? 'nobody');
const refresh = () => fetchAndCache(ROBIN, KEY, {}, asRobin);
const refreshInMemory = () => refreshCached({ userId: ROBIN, name: KEY, input: {}, caller: asRobin });
const cached = async () => (await readCached(ROBIN, KEY, {}))?.answer;
const onServer = async () =>
  (await server.call('GET', '/maintenance', { as: await server.token('resident') })).json<
    MaintenanceRequest[]
  >();
/** How the list was asked for, in order: by what changed in it, or with the status of the answer. */
const answered = () =>
  net.delivered.flatMap(({ request: { path }, status }): (string | number)[] =>
    path.startsWith('/changes/rows') ? ['changes'] : path.startsWith('/maintenance') ? [status] : [],
  );

const addRequests = (count: number) => server.database.sql`
  insert into maintenance_requests (user_id, unit_id, information, created_at)
  select ${ROBIN}, 1, 'Issue ' || n, now() - make_interval(mins => n) from generate_series(1, ${count}) as n`;
const change = (issue: number) => server.database.sql`
  update maintenance_requests set information = 'Changed ' || gen_random_uuid() where information = ${`Issue ${issue}`}`;

/** The parts in which the device stores lists, by their keys, each with the number of its rows. */
async function parts(): Promise<Map<string, number>> {
  const records = (await database.readParts.toArray()).filter(({ id }) => id !== '');
  return new Map(records.map(({ id, answer }) => [id, (answer as unknown[]).length]));
}

/** The list as another page would read it from the device. */
async function storedRows(): Promise<unknown[]> {
  const list = await database.readParts.get([ROBIN, KEY, '']);
  const ids = list?.parts ?? [];
  const read = await database.readParts.bulkGet(ids.map((id): [number, string, string] => [ROBIN, KEY, id]));
  return read.flatMap((part) => part?.answer as unknown[]);
}

test('of a long list a changed row is written with its neighbours, and not the whole list', async () => {
  await addRequests(900);
  await refresh();
  const before = await parts();
  expect([...before.values()].sort()).toEqual([100, 200, 200, 200, 200]);
  await change(450);
  await refresh();
  const after = await parts();
  expect([...after.keys()].filter((key) => !before.has(key))).toHaveLength(1);
  expect(after.size).toBe(before.size);
  expect(await cached()).toEqual(await onServer());
});

test('rows that did not change are the same objects, so that nothing of them is drawn again', async () => {
  await addRequests(300);
  await refresh();
  const before = await cached();
  expect(await cached()).toBe(before);
  await change(7);
  await refresh();
  const after = await cached();
  expect(after?.filter((row) => !before?.includes(row))).toHaveLength(1);
});

test('after any changes the parts are the list, few, and nothing else is left of it', async () => {
  await addRequests(450);
  await refresh();
  for (let round = 0; round < 12; round += 1) {
    for (let issue = round + 1; issue < 450; issue += 37) await change(issue);
    await addRequests(2);
    await server.database
      .sql`update maintenance_requests set cancelled_at = now() where information = ${`Issue ${200 + round}`}`;
    await refresh();
    expect(await cached()).toEqual(await onServer());
    expect(await storedRows()).toEqual(await onServer());
    const stored = await parts();
    expect([...stored.values()].reduce((sum, count) => sum + count, 0)).toBe((await onServer()).length);
    expect(stored.size).toBeLessThanOrEqual(6);
  }
});

test('a list that grows row by row is not stored in ever more parts', async () => {
  await addRequests(300);
  await refresh();
  for (let round = 0; round < 10; round += 1) {
    await addRequests(1);
    await refresh();
    expect((await parts()).size).toBeLessThanOrEqual(4);
  }
  expect(await storedRows()).toEqual(await onServer());
});

test('a list that became short is stored in one record again', async () => {
  await addRequests(300);
  await refresh();
  await server.database
    .sql`update maintenance_requests set cancelled_at = now() where information <> 'Issue 3'`;
  await refresh();
  expect((await database.readParts.toArray()).map(({ id }) => id)).toEqual(['']);
  expect(await cached()).toEqual(await onServer());
});

test('the answer to a change that was sent is laid into a long list', async () => {
  await addRequests(300);
  await refresh();
  const before = await parts();
  await phone.report('The tap drips.');
  await phone.send();
  expect((await cached())?.[0]?.information).toBe('The tap drips.');
  expect(await cached()).toHaveLength(301);
  expect([...(await parts()).keys()]).toEqual(expect.arrayContaining([...before.keys()]));
});

/** Reads the list until its third page, which does not come. */
async function cutReading(): Promise<void> {
  let pages = 0;
  net.before = () => {
    pages += 1;
    if (pages === 3) throw new TypeError('fetch failed');
  };
  await expect(refresh()).rejects.toThrow('There is no connection to Porchlight.');
  net.before = undefined;
}

test('a long list is shown as it arrives, with how much of it has come', async () => {
  await addRequests(1700);
  await cutReading();
  expect(shownUnfinished(ROBIN, KEY)).toMatchObject({ total: 1700 });
  expect(shownUnfinished(ROBIN, KEY)?.rows).toEqual((await onServer()).slice(0, 1000));
  expect(await cached()).toBeUndefined();
});

test('a reading that was cut goes on where it ended, and is told what changed meanwhile', async () => {
  await addRequests(1700);
  await cutReading();
  await change(5);
  await change(1600);
  await server.database
    .sql`update maintenance_requests set cancelled_at = now() where information = 'Issue 20'`;
  await addRequests(1);
  net.delivered.length = 0;
  await refresh();
  // The other two pages, and what changed since the first one.
  expect(answered()).toEqual([200, 200, 'changes']);
  expect(await cached()).toEqual(await onServer());
  // Of the reading itself nothing is left.
  expect((await database.reads.get([ROBIN, KEY]))?.unfinished).toBeUndefined();
  expect([...(await parts()).values()].reduce((sum, rows) => sum + rows, 0)).toBe((await onServer()).length);
});

test('a cut reading whose place the server does not know is started again', async () => {
  await addRequests(1700);
  await cutReading();
  const head = await database.reads.get([ROBIN, KEY]);
  await database.reads.put({ ...head!, unfinished: { ...head!.unfinished!, next: 'unknown' } });
  net.delivered.length = 0;
  await refresh();
  expect(answered()).toEqual([400, 200, 200, 200, 200, 'changes']);
  expect(await cached()).toEqual(await onServer());
});

test('of a cut reading nothing is left after a sign-out, and nothing is stored where no reads are', async () => {
  await addRequests(1700);
  await cutReading();
  await forgetUser(ROBIN);
  expect(await everythingRead(database)).toEqual([]);
  await cutReading();
  expect(await everythingRead(database)).toEqual([]);
});

test('where nothing is stored, a list in the page’s memory is refreshed by what changed', async () => {
  await addRequests(300);
  await forgetLastUser();
  const first = await refreshInMemory();
  expect(await refreshInMemory()).toBeUndefined();
  await change(30);
  const second = await refreshInMemory();
  expect(second?.filter((row) => !first?.includes(row))).toHaveLength(1);
  expect(readInMemory({ userId: ROBIN, key: KEY })?.answer).toBe(second);
  expect(second).toEqual(await onServer());
  expect(answered()).toEqual([200, 'changes', 'changes']);
  expect(await everythingRead(database)).toEqual([]);
});
