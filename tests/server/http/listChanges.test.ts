import { EventEmitter, once } from 'node:events';
import { expect, vi } from 'vitest';
import { MOST_LISTS, type ChangedRows, type ListChanges } from '../../../contract/changes/changedRows.ts';
import type { Route } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import type { Sql } from '../../../server/database/database.ts';
import { deleteOldListChanges } from '../../../server/database/listChanges.ts';
import { askChanges, cursorOf } from '../../support/server/lists/listFeed.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';

type Row = Record<string, unknown>;

test.beforeAll(async () => {
  await server.database.sql`
    insert into maintenance_requests (user_id, unit_id, by_management, information)
    values (2, 1, false, 'Mine'), (3, 2, false, 'The neighbour’s'), (1, 1, true, 'Of my unit'), (1, 2, true, 'Of another')`;
});

const cursor = (path: string, as = manager) => cursorOf(server, as, path);
/** What changed in one list since a cursor: undefined where nothing did. */
const since = async (
  known: string,
  key: string,
  as = manager,
): Promise<ListChanges['lists'][string] | undefined> =>
  (await askChanges(server, as, { [known]: [key] })).lists[key];
const changesSince = async (known: string, key: string, as = manager) => {
  const changes = await since(known, key, as);
  if (changes === undefined || changes === 'whole') throw new Error(`${key}: ${String(changes)}`);
  return changes as ChangedRows;
};

test('every paged list of the contract is told of, from the cursor that came with any of them', async () => {
  const paged = Object.entries<Route>(routes).filter(([, route]) => route.paged);
  const keys = paged.map(([name, { params }]) => (params ? `${name}&id=2` : name));
  expect([...server.app.lists.keys()].sort()).toEqual(paged.map(([name]) => name).sort());
  for (const [, { path }] of paged) {
    const known = await cursor(path.replace(':id', '2'));
    expect([path, (await askChanges(server, manager, { [known]: keys })).lists]).toEqual([path, {}]);
  }
});

test('where nothing changed in any of the lists, one look tells it, and no list is named', async () => {
  const known = await cursor('/users');
  const statements = vi.spyOn(server.database, 'sql');
  const answer = await askChanges(server, manager, {
    [known]: ['listUsers', 'listUnits', 'listMaintenance'],
  });
  expect(answer.lists).toEqual({});
  // The other one finds the session.
  expect(statements).toHaveBeenCalledTimes(2);
  statements.mockRestore();
  expect(await since(answer.cursor, 'listUsers')).toBeUndefined();
});

test('of lists of several moments each is told from its own on, and all go on from one', async () => {
  const { sql } = server.database;
  const first = await cursor('/users');
  await sql`update users set first_name = 'Ronja' where id = 2`;
  const second = await cursor('/maintenance');
  await sql`update maintenance_requests set information = 'Mine, still' where information = 'Mine'`;
  const told = await askChanges(server, manager, {
    [first]: ['listUsers', 'listMaintenance'],
    [second]: ['listBalances', 'listMaintenance&completed=false'],
  });
  expect(told.lists).toMatchObject({
    listUsers: { changed: [{ row: { id: 2, first_name: 'Ronja' } }], left: [] },
    'listMaintenance&completed=false': { changed: [{ row: { information: 'Mine, still' } }] },
  });
  expect(told.lists).not.toHaveProperty('listBalances');
  const again = await askChanges(server, manager, { [told.cursor]: ['listUsers', 'listMaintenance'] });
  expect(again.lists).toEqual({});
});

test('a transaction that ends after a later one is told, too', async () => {
  const { database } = server;
  const post = (sql: Sql, text: string) => sql`
    insert into announcements (user_id, announcement, announcement_type, status)
    values (1, ${text}, 'General', 'approved')`;
  let readMeanwhile = '';
  const readLater = async () => {
    await post(database.sql, 'Later');
    readMeanwhile = await cursor('/announcements', resident);
  };
  // The embedded database has one connection, so there the transactions take turns.
  const overlap = database.kind === 'server';
  const events = new EventEmitter();
  const [posted, wasRead] = [once(events, 'posted'), once(events, 'read')];
  const earlier = database.transaction(async (sql) => {
    await post(sql, 'Earlier');
    events.emit('posted');
    if (overlap) await wasRead;
  });
  await posted;
  if (!overlap) await earlier;
  await readLater();
  events.emit('read');
  await earlier;
  const changes = await since(readMeanwhile, 'listAnnouncements', resident);
  if (overlap) {
    expect((changes as ChangedRows).changed.map(({ row }) => row.announcement)).toEqual(['Earlier']);
  } else {
    expect(changes).toBeUndefined();
  }
});

test('a manager’s new name is told beside the removals that they asked for', async () => {
  const { sql } = server.database;
  await sql`
    insert into users (username, email, password_hash, first_name, last_name, is_manager)
    values ('leaver', 'leaver@example.com', '', 'Lee', 'Aver', true)`;
  await sql`
    insert into manager_removals (user_id, requested_by)
    select leaver.id, asker.id from users as leaver, users as asker
    where leaver.username = 'leaver' and asker.username = 'manager'`;
  const known = await cursor('/users');
  await sql`update users set last_name = 'Renamed' where username = 'manager'`;
  const { changed } = await changesSince(known, 'listUsers');
  expect(changed.map(({ row }) => row.username).sort()).toEqual(
    expect.arrayContaining(['leaver', 'manager']),
  );
});

test('a cursor is of one person, role and unit', async () => {
  const { sql } = server.database;
  const known = await cursor('/maintenance', resident);
  expect(await since(known, 'listMaintenance', resident)).toBeUndefined();
  expect(await since(known, 'listMaintenance', manager)).toBe('whole');
  await sql`update users set unit = 2 where id = 2`;
  expect(await since(known, 'listMaintenance', resident)).toBe('whole');
  const moved = await cursor('/maintenance', resident);
  await sql`update users set is_manager = true where id = 2`;
  expect(await since(moved, 'listMaintenance', resident)).toBe('whole');
  await sql`update users set is_manager = false, unit = 1 where id = 2`;
});

test('a list that its reader may not read, that is none, or that is asked for in a wrong way is told to be read whole', async () => {
  const known = await cursor('/maintenance', resident);
  const keys = [
    ...['listUsers', 'listBalances', 'listUserTransactions&id=2', 'listSessions', 'listNothing', '', '&'],
    ...['listMaintenance&completed=perhaps', 'constructor', 'listMaintenance&limit=0'],
  ];
  for (const key of keys) expect([key, await since(known, key, resident)]).toEqual([key, 'whole']);
  const ledger = await cursor('/transactions/user-history/2');
  expect(await since(ledger, 'listUserTransactions&id=two')).toBe('whole');
  expect(await since(ledger, 'listUserTransactions')).toBe('whole');
});

test('a cursor that is older than the changes that are kept is told so', async () => {
  const { sql } = server.database;
  const known = await cursor('/users');
  await sql`update users set first_name = 'Rune' where id = 2`;
  await sql`update list_changes set changed_at = now() - interval '9 days'`;
  await deleteOldListChanges(server.database);
  expect(await sql`select from list_changes`).toHaveLength(0);
  expect(await since(known, 'listUsers')).toBe('whole');
  const later = await cursor('/users');
  expect(await since(later, 'listUsers')).toBeUndefined();
  // Nothing was deleted, so nothing is forgotten.
  await deleteOldListChanges(server.database);
  expect(await since(later, 'listUsers')).toBeUndefined();
});

type Written = [identity: string, snapshot: string, time: string, dependsOn: string];
const parts = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Written;
const write = (...written: unknown[]) => Buffer.from(JSON.stringify(written)).toString('base64url');

test('a cursor of another database, or of a time that is still to come, is told so', async () => {
  const { sql } = server.database;
  const [identity, snapshot, time, dependsOn] = parts(await cursor('/announcements'));
  const told = (...written: unknown[]) => since(write(...written), 'listAnnouncements');
  expect(await told(identity, snapshot, time, dependsOn)).toBeUndefined();
  expect(await told(identity, snapshot, '9999-01-01T00:00:00.000Z', dependsOn)).toBe('whole');
  await sql`alter function list_epoch() rename to former_epoch`;
  await sql`create function list_epoch() returns text language sql as $$ select 'another' $$`;
  expect(await told(identity, snapshot, time, dependsOn)).toBe('whole');
  await sql`drop function list_epoch()`;
  await sql`alter function former_epoch() rename to list_epoch`;
});

test('where the addresses of photos were signed in another way, only the lists that show photos are read whole', async () => {
  const [identity, snapshot, time] = parts(await cursor('/announcements'));
  const known = write(identity, snapshot, time, 'x'.repeat(22));
  const { lists } = await askChanges(server, manager, { [known]: ['listAnnouncements', 'listMaintenance'] });
  expect(lists).toEqual({ listMaintenance: 'whole' });
});

test('a made-up cursor is no error and shows nothing that is not one’s own', async () => {
  const [identity, , time, dependsOn] = parts(await cursor('/maintenance', resident));
  const told = (known: string) => since(known, 'listMaintenance', resident);
  for (const snapshot of ['3:2:', '5:5:5', '0:1:', '5:9:8,6', '9'.repeat(19), "1:1:'", '', null, '3:9:4,9']) {
    expect(await told(write(identity, snapshot, time, dependsOn)), String(snapshot)).toBe('whole');
  }
  for (const moment of ['now', '0000-01-01T00:00:00.000Z', '2026-02-31T00:00:00.000Z', 7, null]) {
    expect(await told(write(identity, '3:3:', moment, dependsOn)), String(moment)).toBe('whole');
  }
  for (const text of ['"', '!', '*', '[', Buffer.from('[').toString('base64url'), '"'.repeat(99)]) {
    expect(await told(text), text).toBe('whole');
  }
  const { sql } = server.database;
  await sql`delete from list_changes`;
  await sql`delete from list_changes_deleted`;
  await sql`update maintenance_requests set received_at = now()`;
  // From the beginning of time: everything that ever changed, of which only what this person may read is shown.
  const everything = write(identity, '3:3:', '2026-01-01T00:00:00.000Z', dependsOn);
  const shown = await changesSince(everything, 'listMaintenance', resident);
  const whole = (await server.call('GET', '/maintenance', { as: resident })).json<Row[]>();
  expect(shown.changed.map(({ row }) => row)).toEqual(whole);
  const [foreign] = await sql<{ ids: number[] }>`
    select array_agg(id) as ids from maintenance_requests where user_id <> 2 and unit_id <> 1`;
  expect(foreign?.ids).toHaveLength(2);
  expect(shown.left.filter((id) => foreign?.ids.includes(id))).toEqual([]);
});

test('a question that is no object of lists, or about more than are answered, is refused in words', async () => {
  const known = await cursor('/users');
  const ask = (text: string) =>
    server.call('GET', `/changes/rows?since=${encodeURIComponent(text)}`, { as: manager });
  const many = (count: number) =>
    JSON.stringify({
      [known]: Array.from({ length: count }, (_, id) => `listUserTransactions&id=${id + 1}`),
    });
  for (const text of [
    '',
    '{',
    '[]',
    'null',
    '1',
    '{"a":1}',
    '{"a":[1]}',
    '{"a":"listUsers"}',
    many(MOST_LISTS + 1),
  ]) {
    const answer = await ask(text);
    expect([text, answer.statusCode]).toEqual([text, 400]);
    expect(answer.json<{ message: string }>().message).toMatch(/^since is a JSON object/);
  }
  expect((await server.call('GET', '/changes/rows', { as: manager })).statusCode).toBe(400);
  expect((await ask(many(MOST_LISTS))).statusCode).toBe(200);
  expect((await ask('{}')).json()).toMatchObject({ lists: {} });
});
