import { expect } from 'vitest';
import type { ListedUser } from '../../../contract/users/user.ts';
import { manager, server, test } from '../../support/server/world.ts';

const list = async () => (await server.call('GET', '/users', { as: manager })).json<ListedUser[]>();

test('a manager lists all users by name, with property, unit, claim, role and activity', async () => {
  await server.database.sql`
    insert into users (username, email, password_hash, first_name, last_name, unit, is_current_user)
    values ('gone', 'gone@example.com', '', 'Gil', 'aziz', 4, false)`;
  const users = await list();
  expect(users.map(({ username }) => username)).toEqual([
    'gone',
    'neighbour',
    'newcomer',
    'resident',
    'manager',
  ]);
  expect(users[0]).toMatchObject({
    is_current_user: false,
    unit: 4,
    unit_number: '101',
    property_name: 'Harbor House',
  });
  expect(users[2]).toMatchObject({ unit: null, unit_number: null, property_name: null, unit_claim: '201' });
  expect(users[3]).toEqual({
    id: 2,
    username: 'resident',
    first_name: 'Robin',
    last_name: 'Hale',
    email: 'resident@example.com',
    phone: null,
    unit: 1,
    unit_number: '101',
    unit_claim: null,
    property_name: 'Maple Court',
    is_manager: false,
    is_current_user: true,
    must_change_password: false,
    has_password: true,
    invited_at: null,
    access_since: null,
    removal: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
  });
  expect(users[4]).toMatchObject({ is_manager: true });
});

test('a resident cannot list users', async () => {
  const answer = await server.call('GET', '/users', { as: await server.token('resident') });
  expect(answer.statusCode).toBe(403);
});

test('ten thousand users fit into one answer, and an unchanged list is answered with 304', async () => {
  await server.database.sql`
    insert into users (username, email, password_hash, first_name, last_name, unit)
    select 'p' || n, 'p' || n || '@example.com', '', 'First' || n, 'Last' || n, 1 + n % 5
    from generate_series(1, 10000) as n`;
  const answer = await server.call('GET', '/users', { as: manager });
  expect(answer.json<ListedUser[]>().length).toBeGreaterThan(10_000);
  const etag = String(answer.headers.etag);
  const again = await server.call('GET', '/users', { as: manager, headers: { 'if-none-match': etag } });
  expect(again.statusCode).toBe(304);
});
