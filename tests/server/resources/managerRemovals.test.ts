import { expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit.ts';
import type { ListedUser } from '../../../contract/user.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';

/** Makes a manager with this name, signs them in and returns id and token. */
async function addManager(username: string): Promise<{ id: number; token: string }> {
  const [user] = await server.database.sql<{ id: number }>`
    insert into users (username, email, password_hash, first_name, last_name, is_manager)
    select ${username}, ${`${username}@example.com`}, password_hash, ${username}, 'Stone', true
    from users where username = 'manager' returning id`;
  return { id: user!.id, token: await server.token(username) };
}
const removal = (method: 'POST' | 'DELETE', id: number, as: string, path = '') =>
  server.call(method, `/users/${id}/removal${path}`, { as });
const ask = (id: number, as: string) => removal('POST', id, as);
const confirm = (id: number, as: string) => removal('POST', id, as, '/confirmation');
const listed = async (id: number) =>
  (await server.call('GET', '/users', { as: manager })).json<ListedUser[]>().find((user) => user.id === id)!;

test('a manager is removed when a second manager confirms it, and is signed out at once', async () => {
  const ben = await addManager('Ben');
  const cleo = await addManager('Cleo');
  expect((await ask(ben.id, manager)).statusCode).toBe(201);
  expect((await listed(ben.id)).removal).toMatchObject({
    requested_by: 1,
    requested_by_name: 'Morgan Reyes',
  });
  expect((await confirm(ben.id, manager)).statusCode).toBe(403);
  expect((await server.call('GET', '/users', { as: ben.token })).statusCode).toBe(200);

  const confirmed = await confirm(ben.id, cleo.token);
  expect(confirmed.json()).toEqual({ message: 'Ben Stone is no manager any more.' });
  expect(await listed(ben.id)).toMatchObject({ is_manager: false, is_current_user: false, removal: null });
  expect((await server.call('GET', '/users', { as: ben.token })).statusCode).toBe(401);
  const audit = await server.call('GET', `/audit?subject=user&id=${ben.id}`, { as: manager });
  expect(
    audit.json<AuditEntry[]>().map(({ first_name, action, changes }) => [first_name, action, changes]),
  ).toEqual([
    ['Cleo', 'changed', { is_manager: { before: true, after: false } }],
    ['Cleo', 'deactivated', {}],
    ['Morgan', 'asked to remove', {}],
  ]);
});

test('the one who leaves may confirm it, and may not decline it', async () => {
  const ben = await addManager('Ben');
  await ask(ben.id, manager);
  expect((await removal('DELETE', ben.id, ben.token)).statusCode).toBe(403);
  expect((await confirm(ben.id, ben.token)).statusCode).toBe(200);
});

test('a request that was declined, withdrawn or made a week ago cannot be confirmed', async () => {
  const ben = await addManager('Ben');
  const cleo = await addManager('Cleo');
  for (const as of [manager, cleo.token]) {
    await ask(ben.id, manager);
    expect((await removal('DELETE', ben.id, as)).json()).toEqual({ message: 'Ben Stone stays a manager.' });
    expect((await confirm(ben.id, cleo.token)).statusCode).toBe(404);
  }
  await ask(ben.id, manager);
  await server.database.sql`update manager_removals set requested_at = now() - interval '7 days 1 second'`;
  expect((await confirm(ben.id, cleo.token)).statusCode).toBe(404);
  expect((await listed(ben.id)).removal).toBeNull();
  // Asked anew by the other one, it is the first who confirms.
  await ask(ben.id, cleo.token);
  expect((await confirm(ben.id, cleo.token)).statusCode).toBe(403);
  expect((await confirm(ben.id, manager)).statusCode).toBe(200);
});

test('asking a second time does not make another manager’s request one’s own', async () => {
  const ben = await addManager('Ben');
  const cleo = await addManager('Cleo');
  await ask(ben.id, manager);
  await ask(ben.id, cleo.token);
  expect((await confirm(ben.id, manager)).statusCode).toBe(403);
  expect((await confirm(ben.id, cleo.token)).statusCode).toBe(200);
});

test('only another active manager can be removed, and only by managers', async () => {
  const ben = await addManager('Ben');
  expect((await ask(1, manager)).statusCode).toBe(403);
  expect((await ask(2, manager)).statusCode).toBe(409);
  expect((await ask(999_999, manager)).statusCode).toBe(404);
  expect((await ask(ben.id, resident)).statusCode).toBe(403);
});

test('of two managers who remove each other at once, one stays', async () => {
  const ben = await addManager('Ben');
  await ask(ben.id, manager);
  await ask(1, ben.token);
  const answers = await Promise.all([confirm(1, manager), confirm(ben.id, ben.token)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  const left = await server.database.sql`select 1 from users where is_manager and is_current_user`;
  expect(left).toHaveLength(1);
});

test('the last manager cannot be removed', async () => {
  const ben = await addManager('Ben');
  await ask(ben.id, manager);
  await server.call('PUT', '/users/1', { as: manager, body: { isCurrentUser: false } });
  const answer = await confirm(ben.id, ben.token);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ message: 'The last manager’s account must stay active.' });
});

test('what a removed manager asked for is void', async () => {
  const ben = await addManager('Ben');
  const cleo = await addManager('Cleo');
  await ask(cleo.id, ben.token);
  await ask(ben.id, manager);
  await confirm(ben.id, cleo.token);
  expect((await confirm(cleo.id, manager)).statusCode).toBe(404);
});
