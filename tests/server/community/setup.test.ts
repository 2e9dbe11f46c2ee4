import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { SignedIn } from '../../../contract/users/user.ts';
import { makeSetupLink } from '../../../server/resources/community/setupLink.ts';
import { populate, testServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await testServer({ LOG_LEVEL: 'debug' }, { populated: true });
});
afterEach(() => server.close());

const GIVEN = {
  communityName: 'Linden Grove',
  timeZone: 'America/Denver',
  propertyName: 'Linden House',
  address: '1 Linden Way',
  firstName: 'Ada',
  lastName: 'Park',
  email: 'ada@example.com',
  username: 'ada',
  password: 'a long walk home',
};

async function link(): Promise<string> {
  const token = await makeSetupLink(server.database);
  expect(token).toBeDefined();
  return token!;
}
const setUp = (token: string, changes: object = {}) =>
  server.call('POST', '/setup', { body: { ...GIVEN, token, ...changes } });
const counts = async () => {
  const { sql } = server.database;
  const [found] = await sql<{ users: number; properties: number }>`
    select (select count(*) from users) as users, (select count(*) from properties) as properties`;
  return found;
};

test('a set-up stores the community, its property and its manager, and signs the manager in', async () => {
  const answer = await setUp(await link());
  expect(answer.statusCode, answer.body).toBe(201);
  const { token, user } = answer.json<SignedIn>();
  expect(user).toMatchObject({ username: 'ada', is_manager: true, must_change_password: false });
  const community = await server.call('GET', '/community');
  expect(community.json()).toMatchObject({ name: 'Linden Grove', time_zone: 'America/Denver', logo: null });
  const properties = await server.call('GET', '/properties', { as: token });
  expect(properties.json()).toMatchObject([{ property_name: 'Linden House', address: '1 Linden Way' }]);
  const signIn = await server.call('POST', '/users/login', {
    body: { username: 'ada', password: GIVEN.password },
  });
  expect(signIn.statusCode).toBe(200);
});

test('the link tells the time zone of the settings, and none where they name none', async () => {
  const opened = await server.call('POST', '/setup/link', { body: { token: await link() } });
  expect(opened.json()).toEqual({ time_zone: null });
  const inTexas = await testServer({ TIME_ZONE: 'America/Chicago' }, { populated: true });
  const token = await makeSetupLink(inTexas.database);
  const told = await inTexas.call('POST', '/setup/link', { body: { token } });
  expect(told.json()).toEqual({ time_zone: 'America/Chicago' });
  await inTexas.close();
});

test('the link is stored only as a hash', async () => {
  const token = await link();
  const [row] = await server.database.sql<{ text: string }>`
    select setup_links::text || encode(token_hash, 'escape') as text from setup_links`;
  expect(row!.text).not.toContain(token);
});

test('a link that was used, made up, or replaced by the next start is not valid', async () => {
  const first = await link();
  const second = await link();
  expect((await setUp(first)).statusCode).toBe(404);
  expect((await setUp('m'.repeat(32))).statusCode).toBe(404);
  expect((await setUp('short')).json<Failure>().fields).toHaveProperty('token');
  expect((await setUp(second)).statusCode).toBe(201);
  const again = await setUp(second, { username: 'eve', email: 'eve@example.com' });
  expect(again.statusCode).toBe(410);
  expect(again.json<Failure>().message).toBe('This community is set up already. Please sign in.');
});

test('a link expires after a day', async () => {
  const token = await link();
  await server.database.sql`update setup_links set expires_at = now() - interval '1 second'`;
  expect((await server.call('POST', '/setup/link', { body: { token } })).statusCode).toBe(404);
  expect((await setUp(token)).statusCode).toBe(404);
  expect(await counts()).toEqual({ users: 0, properties: 0 });
});

test('of two set-ups at once one is made', async () => {
  const token = await link();
  const answers = await Promise.all([
    setUp(token),
    setUp(token, { username: 'eve', email: 'eve@example.com', propertyName: 'Other' }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 410]);
  expect(await counts()).toEqual({ users: 1, properties: 1 });
});

test('what is refused stores nothing, and the link stays valid', async () => {
  const token = await link();
  const weak = await setUp(token, { password: 'password1' });
  expect(weak.statusCode).toBe(400);
  expect(weak.json<Failure>().fields).toHaveProperty('password');
  const blank = await setUp(token, {
    communityName: ' ',
    timeZone: 'Mars/Base',
    propertyName: '',
    email: 'ada',
  });
  expect(Object.keys(blank.json<Failure>().fields ?? {}).toSorted()).toEqual([
    'communityName',
    'email',
    'propertyName',
    'timeZone',
  ]);
  await server.database.sql`
    insert into users (username, email, password_hash, first_name, last_name)
    values ('ada', 'other@example.com', '', 'Other', 'Ada')`;
  const taken = await setUp(token);
  expect(taken.statusCode).toBe(409);
  expect(taken.json<Failure>().fields).toHaveProperty('username');
  expect(await counts()).toEqual({ users: 1, properties: 0 });
  expect((await setUp(token, { username: 'ada.park' })).statusCode).toBe(201);
});

test('where there is a manager, also an inactive one, there is no link and no set-up', async () => {
  const token = await link();
  await populate(server.database);
  await server.database.sql`update users set is_current_user = false`;
  expect(await makeSetupLink(server.database)).toBeUndefined();
  expect((await server.call('POST', '/setup/link', { body: { token } })).statusCode).toBe(410);
  expect((await setUp(token)).statusCode).toBe(410);
});

test('an address that tries too many links has to wait', async () => {
  const limited = await testServer({ SIGN_IN_FAILURES_PER_ADDRESS: '3' }, { populated: true });
  try {
    const statuses: number[] = [];
    for (let each = 0; each < 4; each += 1) {
      const answer = await limited.call('POST', '/setup/link', { body: { token: 'm'.repeat(32) } });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([404, 404, 404, 429]);
  } finally {
    await limited.close();
  }
});

test('neither the token nor the password is logged', async () => {
  const token = await link();
  await setUp(token);
  expect(server.log.join('')).toContain('/api/setup');
  expect(server.log.join('')).not.toContain(token);
  expect(server.log.join('')).not.toContain(GIVEN.password);
});
