import { expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { User } from '../../../contract/users/user.ts';
import { testServer } from '../../support/server/server.ts';
import { server, test } from '../../support/server/world.ts';
import { ida, register } from '../../support/server/resources/register.ts';

test('a person registers with a claim for a unit number, and is signed in', async () => {
  const answer = await register({ ...ida, unit: 201 });
  expect(answer.statusCode).toBe(201);
  const { token, user } = answer.json<{ token: string; user: User }>();
  expect(user).toMatchObject({
    username: 'ida',
    first_name: 'Ida',
    last_name: 'Brandt',
    email: 'ida@example.com',
    unit: null,
    unit_number: null,
    unit_claim: '201',
    is_manager: false,
    is_current_user: true,
  });
  const self = await server.call('GET', `/users/${user.id}`, { as: token });
  expect(self.json<{ unit: unknown }>().unit).toBeNull();
});

test('a registration with an empty unit makes no claim', async () => {
  const answer = await register({ ...ida, username: 'jo', email: 'jo@example.com', unit: null });
  expect(answer.json<{ user: User }>().user.unit_claim).toBeNull();
});

test('a unit number below 1 is refused at registration', async () => {
  const answer = await register({ ...ida, username: 'kim', email: 'kim@example.com', unit: 0 });
  expect(answer.json<Failure>().fields).toEqual({ unit: 'Unit number must be 1 or more.' });
});

test('each missing field of a registration has its own message', async () => {
  const answer = await register({ username: ' ', firstName: '', lastName: ' ', email: '', password: '' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Failure>().fields).toEqual({
    username: 'Username is required',
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Email is required',
    password: 'Password must be at least 7 characters',
  });
});

test('a password must have 7 to 128 characters', async () => {
  const six = await register({ ...ida, username: 'lee', email: 'lee@example.com', password: 'sixsix' });
  expect(six.json<Failure>().fields).toEqual({ password: 'Password must be at least 7 characters' });
  const long = await register({
    ...ida,
    username: 'lee',
    email: 'lee@example.com',
    password: 'x'.repeat(129),
  });
  expect(long.json<Failure>().fields).toEqual({ password: 'Password must be at most 128 characters' });
  const seven = await register({ ...ida, username: 'lee', email: 'lee@example.com', password: 'a lamp1' });
  expect(seven.statusCode).toBe(201);
  const most = await register({
    ...ida,
    username: 'mo',
    email: 'mo@example.com',
    password: 'a lamp! '.repeat(16),
  });
  expect(most.statusCode).toBe(201);
});

test('a taken username or email is refused at its field, whatever its capitals', async () => {
  const name = await register({ ...ida, username: 'Resident', email: 'new@example.com' });
  expect(name.statusCode).toBe(409);
  expect(name.json<Failure>().fields).toEqual({ username: 'This username is taken.' });
  const email = await register({ ...ida, username: 'new', email: 'RESIDENT@example.com' });
  expect(email.statusCode).toBe(409);
  expect(email.json<Failure>().fields).toEqual({ email: 'This email address is in use.' });
});

test('nobody can register as a manager, whatever they send', async () => {
  const answer = await register({
    ...ida,
    username: 'sly',
    email: 'sly@example.com',
    is_manager: true,
    isManager: true,
  });
  expect(answer.json<{ user: User }>().user.is_manager).toBe(false);
});

test('a character that the database cannot store is refused with a message', async () => {
  const answer = await register({ ...ida, username: 'nul', email: 'nul@example.com', firstName: 'I\0da' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Failure>().fields).toEqual({
    firstName: 'This text contains a character that cannot be stored.',
  });
});

test('a resident created by a manager has a confirmed unit and no session', async () => {
  const manager = await server.token('manager');
  const answer = await register(
    { ...ida, username: 'noa', email: 'noa@example.com', unit: 5, keep_signed_in: true },
    manager,
  );
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).not.toHaveProperty('token');
  expect(answer.headers['set-cookie']).toBeUndefined();
  const { user } = answer.json<{ user: User }>();
  expect(user).toMatchObject({ unit: 5, unit_number: '201', unit_claim: null, is_manager: false });
  expect(await server.database.sql`select 1 from sessions where user_id = ${user.id}`).toEqual([]);
});

test('a manager cannot create a resident with an unknown unit id', async () => {
  const answer = await register(
    { ...ida, username: 'ola', email: 'ola@example.com', unit: 77 },
    await server.token('manager'),
  );
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Failure>().fields).toEqual({ unit: 'There is no such unit.' });
});

test('a registration with a resident’s token is still a self-registration', async () => {
  const answer = await register(
    { ...ida, username: 'pat', email: 'pat@example.com', unit: 102 },
    await server.token('resident'),
  );
  expect(answer.json()).toMatchObject({
    token: expect.any(String) as unknown,
    user: { unit: null, unit_claim: '102' },
  });
});

test('registrations from one address are limited, taken names included, and a manager’s are not', async () => {
  const guarded = await testServer({ REGISTRATIONS_PER_ADDRESS: '3' });
  const from = (body: object, as?: string) =>
    guarded.call('POST', '/users/register', { body, ...(as ? { as } : {}) });
  expect((await from(ida)).statusCode).toBe(201);
  expect((await from(ida)).statusCode).toBe(409);
  expect((await from({ ...ida, username: 'ike' })).statusCode).toBe(409);
  const refused = await from({ ...ida, username: 'jan', email: 'jan@example.com' });
  expect(refused.statusCode).toBe(429);
  expect(refused.json<Failure>().message).toBe('Too many attempts. Please try again in 60 minutes.');
  const manager = await guarded.token('manager');
  expect((await from({ ...ida, username: 'jan', email: 'jan@example.com' }, manager)).statusCode).toBe(201);
  await guarded.close();
});

test('whoever looks the same as somebody is the same account, in each form of Unicode', async () => {
  const zoe = { ...ida, username: 'zoë ash', email: 'zoë@example.com' };
  expect((await register(zoe)).statusCode).toBe(201);
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) {
    const named = await register({
      ...zoe,
      username: 'Zoë\u00a0Ash'.normalize(form),
      email: 'other@example.com',
    });
    expect(named.json<Failure>().fields).toEqual({ username: 'This username is taken.' });
    const addressed = await register({
      ...zoe,
      username: 'other',
      email: `<Zoë@example.com>,`.normalize(form),
    });
    expect(addressed.json<Failure>().fields).toEqual({ email: 'This email address is in use.' });
  }
});
