import { expect } from 'vitest';
import {
  cachedAges,
  lastChecked,
  readCached,
  updateCached,
} from '../../../src/offline/engine/reads/cachedReads.ts';
import { database } from '../../../src/offline/engine/database.ts';
import { fetchAndCache, refreshCached } from '../../../src/offline/engine/reads/refreshCached.ts';
import { ROBIN } from '../../support/offline/device.ts';
import { noteTransactions } from '../../support/offline/transactions.ts';
import { net, test } from '../../support/offline/world.ts';
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

test('refreshes that are started at once read from one transaction, and each writes in one', async () => {
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
  const cursor = (await database.reads.get([ROBIN, KEY]))?.cursor ?? '';
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

test('an answer that was changed on the device is fetched whole, although the server still gives the one that was fetched', async () => {
  const refreshed = () =>
    refreshCached({ userId: ROBIN, name: 'listNotifications', input: {}, caller: asRobin });
  await fetchAndCache(ROBIN, 'listNotifications', {}, asRobin);
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
