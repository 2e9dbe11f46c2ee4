import { beforeEach, expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import type { SignedIn, User } from '../../../contract/users/user.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';

const KEY = '5f8b4c1e-9d0a-4b7e-8c2f-1a2b3c4d5e6f';
const RESIDENT = 2;
const NEWCOMER = 4;

beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from idempotency_keys`;
  await sql`update users set unit = null, unit_claim = '201', is_current_user = true where id = ${NEWCOMER}`;
});

const ida = {
  username: 'ida',
  password: 'a lamp at dusk',
  firstName: 'Ida',
  lastName: 'Brandt',
  email: 'ida@example.com',
};
const register = (body: object, as?: string, headers: Record<string, string> = {}) =>
  server.call('POST', '/users/register', { body, headers, ...(as ? { as } : {}) });
const change = (id: number, body: object, as = manager) => server.call('PUT', `/users/${id}`, { as, body });
const recorded = async (id: number) =>
  (await server.call('GET', `/audit?subject=user&id=${id}`, { as: manager })).json<AuditEntry[]>();
const latest = async (id: number) => {
  const [entry] = await recorded(id);
  return { action: entry?.action, changes: entry?.changes };
};

test('a user created twice with one key is created once and answered the same', async () => {
  const key = { 'idempotency-key': KEY };
  const first = await register({ ...ida, unit: 5 }, manager, key);
  expect(first.statusCode).toBe(201);
  const again = await register({ ...ida, unit: 5 }, manager, key);
  expect(again.statusCode).toBe(201);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.json()).toEqual(first.json());
  const other = await register({ ...ida, firstName: 'Ada', unit: 5 }, manager, key);
  expect(other.statusCode).toBe(422);
  expect((await register({ ...ida, unit: 5 }, manager)).json<Failure>().fields).toEqual({
    username: 'This username is taken.',
  });
});

test('the password of a created user is not stored with the key, not even in a digest', async () => {
  const key = { 'idempotency-key': KEY };
  await register({ ...ida, username: 'noa', email: 'noa@example.com' }, manager, key);
  const another = { ...ida, username: 'noa', email: 'noa@example.com', password: 'a lamp at dawn' };
  // Another password makes the same digest, so that a digest that leaked cannot tell a guess from the password.
  expect((await register(another, manager, key)).headers['idempotency-replayed']).toBe('true');
  const login = (password: string) =>
    server.call('POST', '/users/login', { body: { username: 'noa', password } });
  expect((await login('a lamp at dusk')).statusCode).toBe(200);
  expect((await login('a lamp at dawn')).statusCode).toBe(401);
  const kept = await server.database.sql`select * from idempotency_keys`;
  expect(JSON.stringify(kept)).not.toContain('a lamp at dusk');
});

test('someone created with must_change_password chooses a password of their own at the first sign-in', async () => {
  const key = { 'idempotency-key': KEY };
  const eva = { ...ida, username: 'eva', email: 'eva@example.com', must_change_password: true };
  const made = await register(eva, manager, key);
  expect(made.json<{ user: User }>().user.must_change_password).toBe(true);
  expect((await register(eva, manager, key)).headers['idempotency-replayed']).toBe('true');
  expect((await register({ ...eva, must_change_password: false }, manager, key)).statusCode).toBe(422);

  // Unlike one that the server made up, it stays valid: when it is handed over, management knows best.
  const [stored] = await server.database.sql`select one_time_until from users where username = 'eva'`;
  expect(stored).toEqual({ one_time_until: null });
  const login = async (password: string) =>
    (await server.call('POST', '/users/login', { body: { username: 'eva', password } })).json<SignedIn>();
  const { token, user } = await login(ida.password);
  const read = () => server.call('GET', '/announcements', { as: token });
  expect((await read()).json<Failure>().code).toBe('must_change_password');
  const body = { current_password: ida.password, new_password: 'a lamp at dawn' };
  expect((await server.call('PUT', `/users/${user.id}/password`, { as: token, body })).statusCode).toBe(200);
  expect((await login('a lamp at dawn')).user.must_change_password).toBe(false);
});

test('someone created without must_change_password keeps the password, as over the API before', async () => {
  const made = await register({ ...ida, username: 'una', email: 'una@example.com' }, manager);
  expect(made.json<{ user: User }>().user.must_change_password).toBe(false);
});

test.each([true, false])(
  'must_change_password %s is refused without a manager’s token, so that an expired one is renewed and opens no session',
  async (must_change_password) => {
    const body = { ...ida, username: 'sly', email: 'sly@example.com', must_change_password };
    expect((await register(body)).statusCode).toBe(401);
    const expired = server.app.jwt.sign({ sub: '1', sid: 'none', exp: 1 });
    expect((await register(body, expired)).statusCode).toBe(401);
    expect((await register(body, resident)).statusCode).toBe(403);
    expect(await server.database.sql`select 1 from users where username = 'sly'`).toEqual([]);
  },
);

test('a created user has an audit entry without the password', async () => {
  const answer = await register({ ...ida, username: 'kim', email: 'kim@example.com', unit: 4 }, manager);
  const { id } = answer.json<{ user: User }>().user;
  expect(await recorded(id)).toMatchObject([
    {
      action: 'created',
      first_name: 'Morgan',
      changes: {
        first_name: { before: null, after: 'Ida' },
        last_name: { before: null, after: 'Brandt' },
        username: { before: null, after: 'kim' },
        email: { before: null, after: 'kim@example.com' },
        unit_number: { before: null, after: '101' },
        property_name: { before: null, after: 'Harbor House' },
      },
    },
  ]);
  expect(JSON.stringify(await recorded(id))).not.toContain('lamp');
});

test('a confirmed claim has an audit entry with the unit and property', async () => {
  await change(NEWCOMER, { unit: 5 });
  expect(await latest(NEWCOMER)).toEqual({
    action: 'confirmed',
    changes: {
      unit_claim: { before: '201', after: null },
      unit_number: { before: null, after: '201' },
      property_name: { before: null, after: 'Harbor House' },
    },
  });
});

test('a declined claim has an audit entry', async () => {
  await change(NEWCOMER, { unit_claim: null });
  expect(await latest(NEWCOMER)).toEqual({
    action: 'declined',
    changes: { unit_claim: { before: '201', after: null } },
  });
});

test('deactivating and activating have audit entries of their own, beside those of other changes', async () => {
  await change(NEWCOMER, { isCurrentUser: false });
  expect(await latest(NEWCOMER)).toEqual({ action: 'deactivated', changes: {} });
  await change(NEWCOMER, { isCurrentUser: true, firstName: 'Niko' });
  const [changed, activated] = await recorded(NEWCOMER);
  expect(activated).toMatchObject({ action: 'activated', changes: {} });
  expect(changed).toMatchObject({
    action: 'changed',
    changes: { first_name: { before: 'Nico', after: 'Niko' } },
  });
});

test('a move between two properties has an audit entry, even if the unit numbers are equal', async () => {
  await change(RESIDENT, { unit: 4 });
  expect(await latest(RESIDENT)).toEqual({
    action: 'changed',
    changes: { property_name: { before: 'Maple Court', after: 'Harbor House' } },
  });
});

test('a password reset has an audit entry without the password', async () => {
  await server.call('POST', `/users/${NEWCOMER}/password-reset`, { as: manager });
  expect(await latest(NEWCOMER)).toEqual({ action: 'reset', changes: {} });
});

test('an unchanged save, a refused change and a resident’s own change leave no audit entry', async () => {
  const before = await recorded(RESIDENT);
  await change(RESIDENT, { firstName: 'Robin' });
  await change(RESIDENT, { unit: 77, firstName: 'Rob' });
  await change(RESIDENT, { lastName: 'Hale-Berg' }, resident);
  expect(await recorded(RESIDENT)).toEqual(before);
});
