import { expect } from 'vitest';
import { isSameDoor } from '../../../contract/units/doorNumber.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import type { SignedIn, User, UserWithUnit } from '../../../contract/users/user.ts';
import { testServer } from '../../support/server/server.ts';
import { server, test } from '../../support/server/world.ts';

const ida = {
  username: 'ida',
  password: 'a lamp at dusk',
  firstName: 'Ida',
  lastName: 'Brandt',
  email: 'ida@example.com',
};
let count = 0;
const register = (body: object, as?: string) =>
  server.call('POST', '/users/register', { body, ...(as ? { as } : {}) });

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

test.each([999, '2C', '0999'])(
  'a claim for a unit number that no property has, %j, is kept as typed, gives nothing, and the person is told',
  async (typed) => {
    const name = `nowhere${count++}`;
    const answer = await register({ ...ida, username: name, email: `${name}@example.com`, unit: typed });
    expect(answer.statusCode, answer.body).toBe(201);
    const { token, user } = answer.json<SignedIn>();
    expect(user).toMatchObject({ unit: null, unit_number: null, unit_claim: String(typed) });
    const self = await server.call('GET', `/users/${user.id}`, { as: token });
    expect(self.json()).toMatchObject({ unit: null, unit_claim: String(typed), unit_claim_known: false });
    for (const path of ['/users', '/units', '/units/1', '/transactions/2']) {
      expect((await server.call('GET', path, { as: token })).statusCode, path).toBeGreaterThanOrEqual(403);
    }
  },
);

test('a claim counts as known as soon as a unit has its number, and nothing is unknown without a claim', async () => {
  const answer = await register({ ...ida, username: 'uma', email: 'uma@example.com', unit: '77b' });
  const { token, user } = answer.json<SignedIn>();
  const known = async () =>
    (await server.call('GET', `/users/${user.id}`, { as: token })).json<UserWithUnit>().unit_claim_known;
  expect(await known()).toBe(false);
  const [unit] = await server.database.sql<{ id: number }>`
    insert into units (property_id, unit_number) values (1, '077 B') returning id`;
  expect(await known()).toBe(true);
  await server.database.sql`delete from units where id = ${unit!.id}`;
  expect(await known()).toBe(false);
  const as = await server.token('manager');
  await server.call('PUT', `/users/${user.id}`, { as, body: { unit_claim: null } });
  expect(await known()).toBe(true);
});

test('management settles a claim for a unit number that no property has by choosing a unit', async () => {
  const answer = await register({ ...ida, username: 'val', email: 'val@example.com', unit: 999 });
  const as = await server.token('manager');
  const chosen = await server.call('PUT', `/users/${answer.json<SignedIn>().user.id}`, {
    as,
    body: { unit: 4 },
  });
  expect(chosen.json()).toMatchObject({ unit: 4, unit_claim: null });
});

test.each([
  ['007', '7'],
  [7, '007'],
  ['2b', '2B'],
  ['2 B', '2b'],
  ['PH-1', 'ph-1'],
  ['201', '0201'],
])('a claim of %j is kept as it was typed, and is that of the unit %s', async (typed, unit_number) => {
  await server.database.sql`update units set unit_number = ${unit_number} where id = 3`;
  const name = `door${count++}`;
  const answer = await register({ ...ida, username: name, email: `${name}@example.com`, unit: typed });
  expect(answer.json()).toMatchObject({ user: { unit: null, unit_claim: String(typed) } });
});

test.each([
  ['Apt 2B', '2B'],
  ['apt. #2b', '2b'],
  ['#101', '101'],
  ['# 101', '101'],
  ['Unit 007', '007'],
  ['Unit #7', '7'],
  ['APARTMENT 2b', '2b'],
  ['No. 7', '7'],
])('a claim of %j is one of %j, since a unit has that number', async (typed, unit_claim) => {
  const { sql } = server.database;
  await sql`update units set unit_number = '2B' where id = 3`;
  await sql`update units set unit_number = '7' where id = 4`;
  const name = `prefix${count++}`;
  const answer = await register({ ...ida, username: name, email: `${name}@example.com`, unit: typed });
  expect(answer.json()).toMatchObject({ user: { unit: null, unit_claim } });
});

test.each([
  ['Apt 999', 'Apt 999'],
  ['Unit', 'Unit'],
  ['Aptos', 'Aptos'],
  ['Unit 9', 'Unit 9'],
])(
  'a claim of %j stays as typed where that is a unit, or no unit has the rest',
  async (typed, unit_claim) => {
    const { sql } = server.database;
    await sql`update units set unit_number = 'Unit 9' where id = 3`;
    await sql`update units set unit_number = '9' where id = 4`;
    const name = `typed${count++}`;
    const answer = await register({ ...ida, username: name, email: `${name}@example.com`, unit: typed });
    expect(answer.json()).toMatchObject({ user: { unit: null, unit_claim } });
  },
);

test('the database and the app match the same doors', async () => {
  const doors = ['7', '007', '0', '000', '2b', '2 B', '02B', 'A07', ' a07', 'PH-1', '2\u00a0b', '2\u3000b'];
  const pairs = doors.flatMap((one) => doors.map((other) => ({ one, other })));
  const rows = await server.database.sql<{ one: string; other: string; same: boolean }>`
    select one, other, door_number(one) = door_number(other) as same
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pairs(one text, other text)`;
  expect(rows).toEqual(pairs.map((pair) => ({ ...pair, same: isSameDoor(pair.one, pair.other) })));
});

test.each([
  ['1.5', 'Unit number must be a whole number.'],
  [1.5, 'Unit number must be a whole number.'],
  ['-2', 'Unit number must be 1 or more.'],
  ['000', 'Unit number must be 1 or more.'],
  ['', 'Unit number must be what is on the door.'],
  [true, 'Unit number must be what is on the door.'],
  ['2\u200bB', 'Please leave out characters that cannot be seen.'],
  ['9'.repeat(21), 'Please use at most 20 characters.'],
  ['2\u202eB', 'Please leave out characters that cannot be seen.'],
  ['2\u0007B', 'Please leave out characters that cannot be seen.'],
])('a unit number %j is refused at registration', async (unit, message) => {
  const answer = await register({ ...ida, username: 'kim', email: 'kim@example.com', unit });
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Failure>().fields).toEqual({ unit: message });
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
    firstName: 'This text holds a character that cannot be kept.',
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
