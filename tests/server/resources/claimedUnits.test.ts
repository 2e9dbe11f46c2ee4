import { expect } from 'vitest';
import { isSameDoor } from '../../../contract/units/doorNumber.ts';
import type { Failure } from '../../../contract/http/failure.ts';
import type { SignedIn, UserWithUnit } from '../../../contract/users/user.ts';
import { server, test } from '../../support/server/world.ts';
import { ida, register } from '../../support/server/resources/register.ts';

let count = 0;

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
