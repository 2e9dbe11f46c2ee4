import { expect } from 'vitest';
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
