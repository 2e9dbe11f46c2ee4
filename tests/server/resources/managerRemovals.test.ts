import { expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { ListedUser } from '../../../contract/users/user.ts';
import { isolatedTest, manager, resident, server } from '../../support/server/world.ts';

/** `test` with a manager who has been one for longer than a week. */
const test = isolatedTest.extend('established', { auto: true }, async () => {
  await server.database.sql`update users set manager_since = now() - interval '8 days' where is_manager`;
});

/** Makes a manager with this name, signs them in and returns id and token. */
async function addManager(username: string, days = 8): Promise<{ id: number; token: string }> {
  const [user] = await server.database.sql<{ id: number }>`
    insert into users (username, email, password_hash, first_name, last_name, is_manager, manager_since)
    select ${username}, ${`${username}@example.com`}, password_hash, ${username}, 'Stone', true,
      now() - make_interval(days => ${days})
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
  // Asked again by the other one, it is the first who confirms.
  await ask(ben.id, cleo.token);
  expect((await confirm(ben.id, cleo.token)).statusCode).toBe(403);
  expect((await confirm(ben.id, manager)).statusCode).toBe(200);
});

test('asking a second time does not make another manager’s request one’s own', async () => {
  const ben = await addManager('Ben');
  const cleo = await addManager('Cleo');
  await ask(ben.id, manager);
  const twice = await ask(ben.id, manager);
  expect(twice.statusCode).toBe(409);
  expect(twice.json()).toMatchObject({ message: 'You have asked for this already.' });
  const other = await ask(ben.id, cleo.token);
  expect(other.statusCode).toBe(409);
  expect(other.json()).toMatchObject({
    message: 'Another manager has asked for this already. You can confirm it.',
  });
  const audit = await server.call('GET', `/audit?subject=user&id=${ben.id}`, { as: manager });
  expect(audit.json<AuditEntry[]>().filter(({ action }) => action === 'asked to remove')).toHaveLength(1);
  expect((await confirm(ben.id, manager)).statusCode).toBe(403);
  expect((await confirm(ben.id, cleo.token)).statusCode).toBe(200);
});

test('a manager whom one manager alone promoted has no say in a removal, and may leave', async () => {
  const ben = await addManager('Ben');
  const puppet = await addManager('Pat', 0);
  expect((await ask(ben.id, puppet.token)).statusCode).toBe(403);
  await ask(ben.id, manager);
  expect((await confirm(ben.id, puppet.token)).json()).toMatchObject({
    message: 'Who has been a manager for 7 days or less has no say in this.',
  });
  expect((await removal('DELETE', ben.id, puppet.token)).statusCode).toBe(403);
  await ask(puppet.id, manager);
  expect((await confirm(puppet.id, puppet.token)).statusCode).toBe(200);
});

test('who is promoted, or made a manager again, is a new one', async () => {
  const ben = await addManager('Ben');
  const cleo = await addManager('Cleo');
  const { sql } = server.database;
  await sql`update users set is_manager = false where id = ${cleo.id}`;
  await sql`update users set is_manager = true where id = ${cleo.id}`;
  expect((await ask(ben.id, cleo.token)).statusCode).toBe(403);
  const promoted = await server.call('PUT', '/users/2', { as: manager, body: { isManager: true } });
  expect(promoted.statusCode).toBe(200);
  expect((await ask(ben.id, resident)).statusCode).toBe(403);
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
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const left = await server.database.sql`select 1 from users where is_manager and is_current_user`;
  expect(left).toHaveLength(1);
});

test('the last manager cannot be removed', async () => {
  const ben = await addManager('Ben');
  await ask(ben.id, manager);
  await server.database.sql`update users set is_current_user = false where id = 1`;
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

test.each([
  ['asks', ask],
  ['confirms', confirm],
  ['declines', (id: number, as: string) => removal('DELETE', id, as)],
])('a manager who is removed while their call is on its way no longer %s', async (verb, call) => {
  const ben = await addManager('Ben');
  const cleo = await addManager('Cleo');
  const dana = await addManager('Dana');
  await ask(ben.id, manager);
  if (verb !== 'asks') await ask(dana.id, manager);
  // Both are authorized before the first one's transaction.
  const [removed, late] = await Promise.all([confirm(ben.id, cleo.token), call(dana.id, ben.token)]);
  expect(removed.statusCode).toBe(200);
  expect([401, 403]).toContain(late.statusCode);
});

test('who deactivates themselves asks for nothing any more, and is not to be removed', async () => {
  const ben = await addManager('Ben');
  const cleo = await addManager('Cleo');
  await ask(ben.id, cleo.token);
  await ask(cleo.id, manager);
  await server.call('PUT', `/users/${cleo.id}`, { as: cleo.token, body: { isCurrentUser: false } });
  expect((await confirm(ben.id, manager)).statusCode).toBe(404);
  expect((await listed(ben.id)).removal).toBeNull();
  expect(await server.database.sql`select 1 from manager_removals`).toEqual([]);
});
