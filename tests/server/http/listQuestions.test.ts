import { expect, vi } from 'vitest';
import { statementOf } from '../../../server/database/statement.ts';
import { askChanges, cursorOf } from '../../support/server/lists/listFeed.ts';
import { manager, server, test } from '../../support/server/world.ts';

test('a list has an ETag of its bytes, a page that a header asked for has none', async () => {
  const whole = await server.call('GET', '/users', { as: manager });
  const known = (headers: Record<string, string>) => server.call('GET', '/users', { as: manager, headers });
  const etag = String(whole.headers.etag);
  expect((await known({ 'if-none-match': etag })).statusCode).toBe(304);
  // As the app of the version before asks, which takes the first page's ETag for the list's.
  const before = { 'a-im': 'rows', 'page-limit': '2' };
  const page = await known(before);
  expect([page.statusCode, page.headers.etag]).toEqual([200, undefined]);
  const only = await known({ ...before, 'page-limit': '1000' });
  expect(
    (await known({ ...before, 'page-limit': '1000', 'if-none-match': String(only.headers.etag) })).statusCode,
  ).toBe(304);
  await server.database.sql`update users set first_name = 'Other' where id = 2`;
  expect((await known({ 'if-none-match': etag })).statusCode).toBe(200);
  expect(
    (await known({ ...before, 'page-limit': '1000', 'if-none-match': String(only.headers.etag) })).statusCode,
  ).toBe(200);
});

test('what changed is told of each list once, and of no page of it', async () => {
  const known = await cursorOf(server, manager, '/users');
  await server.database.sql`update users set first_name = 'Again' where id = 2`;
  const sql = vi.spyOn(server.database, 'sql');
  const { lists } = await askChanges(server, manager, {
    [known]: ['listUsers', 'listUsers', 'listUsers&limit=1', 'listUsers&after=x'],
  });
  expect(lists).toMatchObject({ 'listUsers&limit=1': 'whole', 'listUsers&after=x': 'whole' });
  expect(lists.listUsers).toMatchObject({ changed: [{ row: { id: 2 } }] });
  const texts = sql.mock.calls.map(([strings]) => strings.join(''));
  expect(texts.filter((text) => text.includes('with noted as materialized'))).toHaveLength(1);
});

test('a question of any lists in any order leaves no prepared statement on the database', async () => {
  const known = await cursorOf(server, manager, '/users');
  const sql = vi.spyOn(server.database, 'sql');
  await askChanges(server, manager, { [known]: ['listUnits', 'listUsers'] });
  const look = sql.mock.calls.find(([strings]) => strings.join('').includes('list_changes_deleted'));
  const [strings, ...values] = look!;
  expect(statementOf(strings, values).name).toBeUndefined();
});
