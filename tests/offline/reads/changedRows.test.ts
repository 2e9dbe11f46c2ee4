import { expect, vi } from 'vitest';
import { applyChangedRows } from '../../../contract/changes/applyChangedRows.ts';
import { database } from '../../../src/offline/engine/database.ts';
import { forgetLastUser, forgetUser, rememberUser } from '../../../src/offline/engine/deviceUser.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { ROBIN } from '../../support/offline/device.ts';
import { phone, test } from '../../support/offline/world.ts';
import { server } from '../../support/server/world.ts';
import {
  addRequests,
  answered,
  asRobin,
  cached,
  KEY,
  onServer,
  refresh,
} from '../../support/offline/requestList.ts';
import { everythingRead, storeRead } from '../../support/offline/readTables.ts';
import { forgetInMemory } from '../../../src/offline/engine/reads/memoryStore.ts';

test('of a long list only the rows that changed are fetched, and take their places', async () => {
  await addRequests(700);
  await refresh();
  const { sql } = server.database;
  const list = await onServer();
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  await sql`update maintenance_requests set information = 'Longer' where id = ${list[350]!.id}`;
  await sql`update maintenance_requests set cancelled_at = now() where id = any(${ids(list.slice(10, 12))}::int[])`;
  await sql`
    update maintenance_requests set created_at = created_at - interval '100 minutes' where id = ${list[20]!.id}`;
  await sql`
    insert into maintenance_requests (user_id, information, created_at)
    select ${ROBIN}, 'New', now() - make_interval(mins => 500) from generate_series(1, 3)`;
  await refresh();
  expect(answered()).toEqual([200, 200, 'changes']);
  expect((await cached())?.answer).toEqual(await onServer());
  await refresh();
  expect(answered().at(-1)).toBe('changes');
});

test('more changed rows than are told apart are fetched with the whole list', async () => {
  await addRequests(5);
  await refresh();
  await addRequests(600);
  await refresh();
  expect(answered()).toEqual([200, 'changes', 200, 200]);
  expect((await cached())?.answer).toHaveLength(605);
});

test('a list that the version before cached is fetched whole', async () => {
  await addRequests(3);
  await storeRead(database, { userId: ROBIN, key: KEY, answer: [], asOf: new Date(0) });
  await refresh();
  expect(answered()).toEqual([200]);
  expect((await cached())?.answer).toEqual(await onServer());
});

test('a list that an app of another contract cached is fetched whole, since that app may not know all its fields', async () => {
  await addRequests(3);
  vi.stubEnv('VITE_CONTRACT_HASH', 'before');
  await refresh();
  vi.stubEnv('VITE_CONTRACT_HASH', 'after');
  await refresh();
  await refresh();
  expect(answered()).toEqual([200, 200, 'changes']);
});

test('a list that was deleted to make room is fetched whole', async () => {
  await addRequests(3);
  await refresh();
  await Promise.all([database.reads.clear(), database.readParts.clear()]);
  await refresh();
  expect(answered()).toEqual([200, 200]);
  expect((await cached())?.answer).toEqual(await onServer());
});

test('what changed is not laid over a list that another tab cached meanwhile', async () => {
  await addRequests(3);
  await refresh();
  await server.database
    .sql`update maintenance_requests set information = 'Other' where information = 'Issue 1'`;
  await fetchAndCache(ROBIN, KEY, {}, async (send) => {
    const answer = await asRobin(send);
    await database.reads.update([ROBIN, KEY], { cursor: 'older' });
    await database.readParts.update([ROBIN, KEY, ''], { answer: [] });
    return answer;
  });
  expect(answered()).toEqual([200, 'changes', 200]);
  expect((await cached())?.answer).toEqual(await onServer());
});

test('what changed is not laid over a change that was sent meanwhile', async () => {
  await addRequests(3);
  await refresh();
  await phone.report('The tap drips.');
  await server.database
    .sql`update maintenance_requests set information = 'Other' where information = 'Issue 1'`;
  let first = true;
  await fetchAndCache(ROBIN, KEY, {}, async (send) => {
    const answer = await asRobin(send);
    if (first) await phone.send();
    first = false;
    return answer;
  });
  expect((await cached())?.answer.map(({ information }) => information)).toEqual([
    ...['The tap drips.', 'Other', 'Issue 2', 'Issue 3'],
  ]);
  expect((await cached())?.answer).toEqual(await onServer());
});

test('where nothing is stored, a page that is loaded again reads the whole list', async () => {
  await addRequests(3);
  await forgetLastUser();
  expect(await refresh()).toHaveLength(3);
  expect(await refresh()).toHaveLength(3);
  forgetInMemory(() => true);
  expect(await refresh()).toHaveLength(3);
  expect(answered()).toEqual([200, 'changes', 200]);
  expect(await everythingRead(database)).toEqual([]);
});

test('after a sign-out nothing of a list is left, also not when it was checked', async () => {
  await addRequests(3);
  await refresh();
  await refresh();
  await forgetUser(ROBIN);
  expect(await everythingRead(database)).toEqual([]);
  await rememberUser({ id: ROBIN } as never);
  await refresh();
  expect(answered()).toEqual([200, 'changes', 200]);
});

const rows = (...ids: number[]) => ids.map((id) => ({ id }));
const after = (place: number | null, id: number) => ({ after: place, row: { id } });

test.each([
  ['nothing', { changed: [], left: [] }, [1, 2, 3]],
  ['a new first row', { changed: [after(null, 9)], left: [] }, [9, 1, 2, 3]],
  ['neighbours', { changed: [after(1, 8), after(8, 9)], left: [] }, [1, 8, 9, 2, 3]],
  ['a row that moved to the end', { changed: [after(3, 1)], left: [] }, [2, 3, 1]],
  ['rows that left', { changed: [], left: [1, 3, 7] }, [2]],
  ['a row that changed in its place', { changed: [after(1, 2)], left: [] }, [1, 2, 3]],
  ['everything', { changed: [after(null, 5), after(5, 6)], left: [1, 2, 3] }, [5, 6]],
  ['a row after one that is not there', { changed: [after(7, 9)], left: [] }, undefined],
  ['a row after one that left', { changed: [after(2, 9)], left: [2] }, undefined],
  ['two rows in one place', { changed: [after(1, 8), after(1, 9)], left: [] }, undefined],
] as const)('of changed rows, %s', (_, changes, result) => {
  const list = applyChangedRows(
    rows(1, 2, 3),
    { changed: [...changes.changed], left: [...changes.left] },
    'id',
  );
  expect(list?.map(({ id }) => id)).toEqual(result);
});
