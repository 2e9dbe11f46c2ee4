import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Community } from '../../../contract/community/community.ts';
import { populate, testServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer({}, { populated: true });
});
afterEach(() => server.close());

const isSetUp = async () => (await server.call('GET', '/community')).json<Community>().is_set_up;

test('where nobody manages the community, everybody is told that it is not set up', async () => {
  expect(await isSetUp()).toBe(false);
  await populate(server.database);
  expect(await isSetUp()).toBe(true);
});

test('a community whose only manager is not active stays set up', async () => {
  await populate(server.database);
  await server.database.sql`update users set is_current_user = false where is_manager`;
  expect(await isSetUp()).toBe(true);
});
