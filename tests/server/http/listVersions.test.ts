import { EventEmitter, once } from 'node:events';
import { expect, vi } from 'vitest';
import type { ChangedRows } from '../../../contract/changes/changedRows.ts';
import type { Sql } from '../../../server/database/database.ts';
import { deleteOldListChanges } from '../../../server/database/listChanges.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';

type Row = Record<string, unknown>;

test.beforeAll(async () => {
  await server.database.sql`
    insert into maintenance_requests (user_id, unit_id, by_management, information)
    values (2, 1, false, 'Mine'), (3, 2, false, 'The neighbour’s'), (1, 1, true, 'Of my unit'), (1, 2, true, 'Of another')`;
});

const read = (path: string, etag: unknown, as = manager, headers: Record<string, string> = {}) =>
  server.call('GET', path, { as, headers: { 'if-none-match': String(etag), ...headers } });
const etagOf = async (path: string, as = manager) =>
  String((await server.call('GET', path, { as })).headers.etag);
const rows = { 'a-im': 'rows' };

test('an unchanged list is answered with 304 and no body, by one look at what changed', async () => {
  const etag = await etagOf('/users');
  expect(etag).toMatch(/^W\/"/);
  const statements = vi.spyOn(server.database, 'sql');
  const answer = await read('/users', `"other", ${etag.slice('W/'.length)}`);
  expect([answer.statusCode, answer.body]).toEqual([304, '']);
  expect(answer.headers['content-length']).toBeUndefined();
  // The other one finds the session.
  expect(statements).toHaveBeenCalledTimes(2);
  statements.mockRestore();
  expect(await etagOf('/users')).toBe(etag);
});

test('a client that does not ask for changed rows gets the whole list', async () => {
  const etag = await etagOf('/users');
  await server.database.sql`update users set first_name = 'Ronja' where id = 2`;
  expect((await read('/users', etag)).statusCode).toBe(200);
  const changed = await read('/users', etag, manager, rows);
  expect(changed.statusCode).toBe(226);
  expect(changed.headers.im).toBe('rows');
  expect(changed.json()).toMatchObject({ changed: [{ row: { id: 2, first_name: 'Ronja' } }], left: [] });
});

test('a transaction that ends after a later one is told, too', async () => {
  const { database } = server;
  const post = (sql: Sql, text: string) => sql`
    insert into announcements (user_id, announcement, announcement_type, status)
    values (1, ${text}, 'General', 'approved')`;
  let readMeanwhile = '';
  const readLater = async () => {
    await post(database.sql, 'Later');
    readMeanwhile = await etagOf('/announcements', resident);
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
  const answer = await read('/announcements', readMeanwhile, resident, rows);
  if (overlap) {
    const { changed } = answer.json<ChangedRows>();
    expect(changed.map(({ row }) => row.announcement)).toEqual(['Earlier']);
  }
  expect(answer.statusCode).toBe(overlap ? 226 : 304);
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
  const etag = await etagOf('/users');
  await sql`update users set last_name = 'Renamed' where username = 'manager'`;
  const { changed } = (await read('/users', etag, manager, rows)).json<ChangedRows>();
  expect(changed.map(({ row }) => row.username).sort()).toEqual(
    expect.arrayContaining(['leaver', 'manager']),
  );
});

test('a version is of one list, filter, person, role and unit', async () => {
  const { sql } = server.database;
  const etag = await etagOf('/maintenance', resident);
  expect((await read('/maintenance', etag, resident, rows)).statusCode).toBe(304);
  expect((await read('/maintenance?completed=true', etag, resident, rows)).statusCode).toBe(200);
  expect((await read('/announcements', etag, resident, rows)).statusCode).toBe(200);
  expect((await read('/maintenance', etag, manager, rows)).statusCode).toBe(200);
  await sql`update users set unit = 2 where id = 2`;
  expect((await read('/maintenance', etag, resident, rows)).statusCode).toBe(200);
  const moved = await etagOf('/maintenance', resident);
  await sql`update users set is_manager = true where id = 2`;
  expect((await read('/maintenance', moved, resident, rows)).statusCode).toBe(200);
  await sql`update users set is_manager = false, unit = 1 where id = 2`;
});

test('a version that is older than the changes that are kept is answered whole', async () => {
  const { sql } = server.database;
  const etag = await etagOf('/users');
  await sql`update users set first_name = 'Rune' where id = 2`;
  await sql`update list_changes set changed_at = now() - interval '9 days'`;
  await deleteOldListChanges(server.database);
  expect(await sql`select from list_changes`).toHaveLength(0);
  expect((await read('/users', etag, manager, rows)).statusCode).toBe(200);
  const later = await etagOf('/users');
  expect((await read('/users', later, manager, rows)).statusCode).toBe(304);
  // Nothing was deleted, so nothing is forgotten.
  await deleteOldListChanges(server.database);
  expect((await read('/users', later, manager, rows)).statusCode).toBe(304);
});

test('a version of another database, or of a time that is still to come, is answered whole', async () => {
  const { sql } = server.database;
  const [identity, snapshot, time] = JSON.parse(
    Buffer.from((await etagOf('/announcements')).slice('W/"'.length, -1), 'base64url').toString(),
  ) as string[];
  const etag = (...version: unknown[]) =>
    `W/"${Buffer.from(JSON.stringify([...version, ''])).toString('base64url')}"`;
  const status = async (known: string) => (await read('/announcements', known, manager, rows)).statusCode;
  expect(await status(etag(identity, snapshot, time))).toBe(304);
  expect(await status(etag(identity, snapshot, '9999-01-01T00:00:00.000Z'))).toBe(200);
  await sql`alter function list_epoch() rename to former_epoch`;
  await sql`create function list_epoch() returns text language sql as $$ select 'another' $$`;
  expect(await status(etag(identity, snapshot, time))).toBe(200);
  await sql`drop function list_epoch()`;
  await sql`alter function former_epoch() rename to list_epoch`;
});

test('a made-up version is no error and shows nothing that is not one’s own', async () => {
  const own = JSON.parse(
    Buffer.from((await etagOf('/maintenance', resident)).slice('W/"'.length, -1), 'base64url').toString(),
  ) as string[];
  const etag = (version: unknown) => `W/"${Buffer.from(JSON.stringify(version)).toString('base64url')}"`;
  for (const snapshot of ['3:2:', '5:5:5', '0:1:', '5:9:8,6', '9'.repeat(19), "1:1:'", '', null, '3:9:4,9']) {
    const answer = await read('/maintenance', etag([own[0], snapshot, null, '']), resident, rows);
    expect(answer.statusCode, String(snapshot)).toBe(200);
  }
  for (const time of ['now', '0000-01-01T00:00:00.000Z', '2026-02-31T00:00:00.000Z', 7]) {
    expect((await read('/maintenance', etag([own[0], '3:3:', time, '']), resident, rows)).statusCode).toBe(
      200,
    );
  }
  for (const text of ['"', 'W/"!"', '*', `W/"${Buffer.from('[').toString('base64url')}"`, '"'.repeat(99)]) {
    expect((await read('/maintenance', text, resident, rows)).statusCode, text).toBe(200);
  }
  const { sql } = server.database;
  await sql`delete from list_changes`;
  await sql`delete from list_changes_deleted`;
  await sql`update maintenance_requests set received_at = now()`;
  // From the beginning of time: everything that ever changed, of which only what this person may read is shown.
  const everything = await read('/maintenance', etag([own[0], '3:3:', null, '']), resident, rows);
  const whole = (await server.call('GET', '/maintenance', { as: resident })).json<Row[]>();
  const shown = everything.json<ChangedRows>();
  expect(shown.changed.map(({ row }) => row)).toEqual(whole);
  const [foreign] = await sql<{ ids: number[] }>`
    select array_agg(id) as ids from maintenance_requests where user_id <> 2 and unit_id <> 1`;
  expect(foreign?.ids).toHaveLength(2);
  expect(shown.left.filter((id) => foreign?.ids.includes(id))).toEqual([]);
});
