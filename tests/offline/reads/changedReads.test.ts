import { expect, vi } from 'vitest';
import { applyChangedRows } from '../../../contract/changes/applyChangedRows.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { cachedAges } from '../../../src/offline/engine/reads/cachedAges.ts';
import { lastChecked, readCached, updateCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { database } from '../../../src/offline/engine/database.ts';
import { forgetLastUser, forgetUser, rememberUser } from '../../../src/offline/engine/deviceUser.ts';
import { fetchAndCache, refreshCached } from '../../../src/offline/engine/reads/refreshCached.ts';
import { ROBIN } from '../../support/offline/device.ts';
import { noteTransactions } from '../../support/offline/transactions.ts';
import { net, phone, test } from '../../support/offline/world.ts';
import { server } from '../../support/server/world.ts';

const KEY = 'listMaintenance';
const asRobin = async <T>(send: (token: string) => Promise<T>) =>
  send((await phone.session.token(ROBIN)) ?? 'nobody');
const refresh = () => fetchAndCache(ROBIN, KEY, {}, asRobin);
const cached = () => readCached(ROBIN, KEY, {});
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

test('a refresh that finds nothing new writes nothing but its time', async () => {
  await addRequests(3);
  await refresh();
  const before = await cached();
  const moment = new Date();
  expect(await refreshCached({ userId: ROBIN, name: KEY, input: {}, caller: asRobin })).toBeUndefined();
  expect(answered()).toEqual([200, 'changes']);
  expect(await cached()).toEqual(before);
  expect((await lastChecked(ROBIN, KEY))?.getTime()).toBeGreaterThanOrEqual(moment.getTime());
  expect((await cachedAges(ROBIN)).get(KEY)?.getTime()).toBeGreaterThanOrEqual(moment.getTime());
  expect(await refresh()).toEqual(before?.answer);
});

test('refreshes that are begun at once read from one transaction, and each writes in one', async () => {
  await addRequests(300);
  await refresh();
  await fetchAndCache(ROBIN, 'listNotifications', {}, asRobin);
  const transactions = await noteTransactions(database);
  const refreshBoth = () =>
    Promise.all(
      ([KEY, 'listNotifications'] as const).map((name) =>
        refreshCached({ userId: ROBIN, name, input: {}, caller: asRobin }),
      ),
    );
  await refreshBoth();
  expect(transactions.splice(0)).toEqual(['readonly', 'readwrite', 'readwrite']);
  await server.database
    .sql`update maintenance_requests set information = 'Other' where information = 'Issue 1'`;
  await refreshBoth();
  expect(transactions.splice(0)).toEqual(['readonly', 'readwrite', 'readwrite']);
  expect(answered()).toEqual([200, 'changes', 'changes']);
  expect((await cached())?.answer).toEqual(await onServer());
});

const LISTS = [KEY, 'listAnnouncements', 'listProperties', 'listMyTransactions'] as const;
const refreshLists = () =>
  Promise.all(LISTS.map((name) => refreshCached({ userId: ROBIN, name, input: {}, caller: asRobin })));

test('all lists of a screen are refreshed by one request and one transaction, also where two of them changed', async () => {
  await addRequests(3);
  await refreshLists();
  const transactions = await noteTransactions(database);
  net.delivered.length = 0;
  expect(await refreshLists()).toEqual([undefined, undefined, undefined, undefined]);
  await server.database
    .sql`update maintenance_requests set information = 'Other' where information = 'Issue 1'`;
  await server.database.sql`
    insert into transactions (user_id, amount, type, description) values (${ROBIN}, 5, 'Late Fee', 'Late')`;
  expect((await refreshLists()).map((rows) => rows?.length)).toEqual([3, undefined, undefined, 1]);
  expect(net.delivered.map(({ request: { path } }) => path.split('?')[0])).toEqual([
    '/changes/rows',
    '/changes/rows',
  ]);
  expect(transactions).toEqual(['readonly', 'readwrite', 'readonly', 'readwrite']);
  expect((await cached())?.answer).toEqual(await onServer());
});

test('lists of several moments are asked about together, and from then on are of one', async () => {
  await addRequests(3);
  await refresh();
  await fetchAndCache(ROBIN, 'listProperties', {}, asRobin);
  net.delivered.length = 0;
  const both = () =>
    Promise.all(
      ([KEY, 'listProperties'] as const).map((name) =>
        refreshCached({ userId: ROBIN, name, input: {}, caller: asRobin }),
      ),
    );
  await both();
  await both();
  const since = net.delivered.map(({ request: { path } }) =>
    Object.values(
      JSON.parse(new URLSearchParams(path.split('?')[1]).get('since') ?? '') as Record<string, string[]>,
    ),
  );
  expect(since).toEqual([[[KEY], ['listProperties']], [[KEY, 'listProperties']]]);
});

test.each([
  ['a server of the version before', { status: 404, message: 'There is no such call.' }],
  ['a server for which the question is too long', { status: 400, message: 'since is a JSON object.' }],
  ['a firewall that refuses the question', { page: 403 }],
])('with %s lists are read whole', async (_, fault) => {
  await addRequests(3);
  await refresh();
  await server.database
    .sql`update maintenance_requests set information = 'Other' where information = 'Issue 1'`;
  net.fail(/changes.rows/, fault);
  await refresh();
  expect((await cached())?.answer).toEqual(await onServer());
});

test('rows that this app does not understand are refused in the words of the whole list', async () => {
  await addRequests(3);
  await refresh();
  const cursor = (await cached())?.cursor ?? '';
  const changed = [{ after: null, row: { id: 'one' } }];
  net.fail(/changes.rows/, { status: 200, body: { cursor, lists: { [KEY]: { changed, left: [] } } } });
  await refresh();
  expect(answered().slice(-1)).toEqual([200]);
  expect((await cached())?.answer).toEqual(await onServer());
});

test('an answer that is no paged list is written once, too, while nothing in it changes', async () => {
  const read = () => fetchAndCache(ROBIN, 'listNotifications', {}, asRobin);
  const stored = () => readCached(ROBIN, 'listNotifications', {});
  await read();
  const before = await stored();
  await read();
  expect(net.delivered.at(-1)?.status).toBe(304);
  expect(await stored()).toEqual(before);
  // What was sent may be told by a later answer alone.
  await updateCached(database, ROBIN, 'listNotifications', () => []);
  await read();
  expect(net.delivered.at(-1)?.status).toBe(200);
});

test('an answer that was changed on the device is fetched whole, although the page holds one that the server still gives', async () => {
  const refreshed = () =>
    refreshCached({ userId: ROBIN, name: 'listNotifications', input: {}, caller: asRobin, inMemory });
  const inMemory = await fetchAndCache(ROBIN, 'listNotifications', {}, asRobin);
  // As the service worker does, which knows nothing of the page's memory.
  await updateCached(
    database,
    ROBIN,
    'listNotifications',
    () =>
      [
        {
          id: 1,
          kind: 'charge_posted',
          title: 'A charge',
          body: '',
          path: '/ledger',
          created_at: '',
          read_at: null,
        },
      ] as never,
  );
  expect(await refreshed()).toEqual([]);
  expect((await readCached(ROBIN, 'listNotifications', {}))?.answer).toEqual([]);
});

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
  await database.kept.put({ userId: ROBIN, key: KEY, answer: [], asOf: new Date(0) });
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
  await database.kept.clear();
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
    await database.kept.update([ROBIN, KEY], { answer: [], cursor: 'older' });
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

test('where nothing is stored, each answer is whole', async () => {
  await addRequests(3);
  await forgetLastUser();
  expect(await refresh()).toHaveLength(3);
  expect(await refresh()).toHaveLength(3);
  expect(answered()).toEqual([200, 200]);
  expect(await database.kept.count()).toBe(0);
});

test('after a sign-out nothing of a list is left, also not when it was checked', async () => {
  await addRequests(3);
  await refresh();
  await refresh();
  await forgetUser(ROBIN);
  expect(await database.kept.count()).toBe(0);
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
