import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import { routes } from '../../../contract/routes.ts';
import type { Route } from '../../../contract/http/route.ts';
import type { OneTimePassword } from '../../../contract/users/account.ts';
import type { User } from '../../../contract/users/user.ts';
import { manager, server, testWith } from '../../support/server/world.ts';

const MANAGER = 1;
const RESIDENT = 2;
const NEIGHBOUR = 3;
const KEY = '5f8b4c1e-9d0a-4b7e-8c2f-1a2b3c4d5e6f';

const test = testWith({ LOG_LEVEL: 'debug', SIGN_IN_FAILURES_PER_ACCOUNT: '3' });
let porchlight: string;
test.beforeAll(async () => {
  const [found] = await server.database.sql<{ password_hash: string }>`
    select password_hash from users where id = ${RESIDENT}`;
  porchlight = found!.password_hash;
});
beforeEach(async () => {
  const { sql } = server.database;
  await sql`
    update users set password_hash = ${porchlight}, must_change_password = false, one_time_until = null,
      is_manager = id = ${MANAGER}, is_current_user = true`;
  await sql`delete from attempts`;
});

const reset = (id = RESIDENT, headers: Record<string, string> = {}, as = manager) =>
  server.call('POST', `/users/${id}/password-reset`, { as, headers });
const login = (password: string) =>
  server.call('POST', '/users/login', { body: { username: 'resident', password } });
const choose = (as: string, current_password: string, new_password: string) =>
  server.call('PUT', `/users/${RESIDENT}/password`, { as, body: { current_password, new_password } });

async function given(id?: number): Promise<OneTimePassword> {
  const answer = await reset(id);
  expect(answer.statusCode).toBe(201);
  return answer.json<OneTimePassword>();
}

/** The token of the resident, signed in with a one-time password. */
async function signedInOnce(): Promise<{ token: string; password: string }> {
  const { one_time_password: password } = await given();
  return { token: (await login(password)).json<{ token: string }>().token, password };
}

test('a one-time password is twelve characters in groups, none easily confused, and never repeats', async () => {
  const passwords = await Promise.all([given(), given(NEIGHBOUR)]);
  for (const { one_time_password } of passwords) {
    expect(one_time_password).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}$/);
  }
  expect(passwords[0].one_time_password).not.toBe(passwords[1].one_time_password);
});

test('a one-time password is valid for seven days, and is stored only as a hash', async () => {
  const { one_time_password, expires_at } = await given();
  const days = (Date.parse(expires_at) - Date.now()) / (24 * 60 * 60 * 1000);
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThanOrEqual(7);
  const answer = await login(one_time_password);
  expect(answer.statusCode).toBe(200);
  expect(answer.json<{ user: User }>().user.must_change_password).toBe(true);
  expect((await login('porchlight')).statusCode).toBe(401);
  const { sql } = server.database;
  const [user] = await sql<{
    password_hash: string;
  }>`select password_hash from users where id = ${RESIDENT}`;
  expect(user!.password_hash).toMatch(/^\$argon2id\$/);
  const kept = JSON.stringify([await sql`select * from audit`, await sql`select * from idempotency_keys`]);
  expect(kept + server.log.join()).not.toContain(one_time_password);
  expect(server.log.join()).toContain('/password-reset');
});

test('a password reset ends all sessions of the resident', async () => {
  const before = await server.token('resident');
  await given();
  expect((await server.call('GET', `/users/${RESIDENT}`, { as: before })).statusCode).toBe(401);
});

test('an expired one-time password is refused, and only whoever enters it is told that it expired', async () => {
  const { one_time_password } = await given();
  await server.database
    .sql`update users set one_time_until = now() - interval '1 minute' where id = ${RESIDENT}`;
  const late = await login(one_time_password);
  expect(late.statusCode).toBe(401);
  expect(late.json<Failure>()).toMatchObject({
    code: 'one_time_expired',
    message: 'This one-time password has expired. Ask management for a new one.',
  });
  expect((await login('another one')).json<Failure>().message).toBe('Invalid username or password.');
});

test('a second password reset replaces the first, also under the same key, since its answer is not stored', async () => {
  const first = (await reset(RESIDENT, { 'idempotency-key': KEY })).json<OneTimePassword>();
  const second = (await reset(RESIDENT, { 'idempotency-key': KEY })).json<OneTimePassword>();
  expect(second.one_time_password).not.toBe(first.one_time_password);
  expect((await login(first.one_time_password)).statusCode).toBe(401);
  expect((await login(second.one_time_password)).statusCode).toBe(200);
  expect(await server.database.sql`select 1 from idempotency_keys`).toEqual([]);
});

test('a password reset clears the failed sign-ins of the account', async () => {
  for (const guess of ['one', 'two', 'three']) await login(guess);
  expect((await login('porchlight')).statusCode).toBe(429);
  const { one_time_password } = await given();
  expect((await login(one_time_password)).statusCode).toBe(200);
});

test('a manager’s password cannot be reset, not even by a manager', async () => {
  await server.database.sql`update users set is_manager = true where id = ${NEIGHBOUR}`;
  for (const id of [MANAGER, NEIGHBOUR]) {
    const answer = await reset(id);
    expect(answer.statusCode).toBe(403);
    expect(answer.json<Failure>().message).toBe('A manager’s password is changed only by its owner.');
  }
  expect(await server.token('neighbour')).toMatch(/\./);
});

test('the password of an inactive account cannot be reset', async () => {
  await server.database.sql`update users set is_current_user = false where id = ${RESIDENT}`;
  const answer = await reset();
  expect(answer.statusCode).toBe(409);
  expect(answer.json<Failure>().message).toBe('This account is not active. Activate it first.');
});

test('a password reset for an unknown user is refused with 404, and one by a resident with 403', async () => {
  expect((await reset(999)).statusCode).toBe(404);
  expect((await reset(NEIGHBOUR, {}, await server.token('resident'))).statusCode).toBe(403);
});

const others = Object.entries<Route>(routes).filter(
  ([name, { who }]) => who !== 'anyone' && name !== 'changePassword',
);

test('someone who signed in with a one-time password can make no other call before choosing a new password', async () => {
  const { token } = await signedInOnce();
  for (const [name, { method, path, body }] of others) {
    const answer = await server.call(method, path.replace(/:\w+/, String(RESIDENT)), {
      as: token,
      ...(body ? { body: {} } : {}),
    });
    expect(answer.statusCode, name).toBe(403);
    expect(answer.json<Failure>(), name).toMatchObject({
      code: 'must_change_password',
      message: 'Please choose a password of your own first.',
    });
  }
});

test('someone with a one-time password who was made a manager meanwhile cannot create users', async () => {
  const { token } = await signedInOnce();
  await server.database.sql`update users set is_manager = true where id = ${RESIDENT}`;
  const answer = await server.call('POST', '/users/register', {
    as: token,
    body: {
      username: 'x',
      password: 'a lamp at dusk',
      firstName: 'X',
      lastName: 'Y',
      email: 'x@example.com',
    },
  });
  expect(answer.statusCode).toBe(403);
  expect(answer.json<Failure>().code).toBe('must_change_password');
});

test('someone who signed in with a one-time password can renew the session and sign out', async () => {
  const { token } = await signedInOnce();
  const renewed = await server.call('POST', '/users/refresh', { as: token });
  expect(renewed.json<{ user: User }>().user.must_change_password).toBe(true);
  expect((await server.call('POST', '/users/logout', { as: token })).statusCode).toBe(200);
  expect((await server.call('POST', '/users/refresh', { as: token })).statusCode).toBe(401);
});

test('choosing a new password allows all calls again, and the new password does not expire', async () => {
  const { token, password } = await signedInOnce();
  const chosen = await choose(token, password, 'a lamp at dusk');
  expect(chosen.statusCode).toBe(200);
  const as = chosen.json<{ token: string }>().token;
  const read = await server.call('GET', `/users/${RESIDENT}`, { as });
  expect(read.json<User>()).toMatchObject({ username: 'resident', must_change_password: false });
  const [user] = await server.database.sql`select one_time_until from users where id = ${RESIDENT}`;
  expect(user).toEqual({ one_time_until: null });
  expect((await login(password)).statusCode).toBe(401);
  expect((await login('a lamp at dusk')).statusCode).toBe(200);
});

test('the one-time password itself is refused as the new password', async () => {
  const { token, password } = await signedInOnce();
  const answer = await choose(token, password, password);
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Failure>().fields).toEqual({
    new_password: 'This is the password you have. Please choose another one.',
  });
});
