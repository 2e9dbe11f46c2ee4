import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Invitation } from '../../../contract/users/invitation.ts';
import type { SignedIn } from '../../../contract/users/user.ts';
import { createPeople } from '../../../server/resources/users/newPeople.ts';
import { manager, resident, server, testWith } from '../../support/server/world.ts';
import { person, count, login, listed, enterPerson } from '../../support/server/resources/invitations.ts';

const test = testWith({ LOG_LEVEL: 'debug', SIGN_IN_FAILURES_PER_ADDRESS: '1000' });
const RESIDENT = 2;
const PASSWORD = 'a long walk home';
beforeEach(enterPerson);

const invite = (ids: number[], as = manager) =>
  server.call('POST', '/invitations', { as, body: { user_ids: ids, by_email: false } });
async function invited(id = person.id): Promise<Invitation> {
  const answer = await invite([id]);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Invitation[]>()[0]!;
}
const open = (token: string) => server.call('POST', '/invitation/link', { body: { token } });
const accept = (token: string, changes: object = {}) =>
  server.call('POST', '/invitation', {
    body: { token, username: `jo.m${count}`, password: PASSWORD, unit_is_right: true, ...changes },
  });

test('an invitation tells whom it is for, and its acceptance signs them in', async () => {
  const { token, expires_at, unit_number } = await invited();
  expect(unit_number).toBe('2B');
  const days = (Date.parse(expires_at) - Date.now()) / (24 * 60 * 60_000);
  expect(days).toBeGreaterThan(13.99);
  expect(days).toBeLessThanOrEqual(14);
  expect((await open(token)).json()).toEqual({
    first_name: 'Jo',
    last_name: 'Miller',
    username: person.username,
    unit_number: '2B',
    property_name: 'Maple Court',
  });
  const answer = await accept(token);
  expect(answer.statusCode, answer.body).toBe(201);
  const { token: access, user } = answer.json<SignedIn>();
  expect(user).toMatchObject({ id: person.id, username: `jo.m${count}`, unit: 3, unit_claim: null });
  expect((await server.call('GET', `/users/${person.id}`, { as: access })).statusCode).toBe(200);
  expect((await login(`jo.m${count}`, PASSWORD)).statusCode).toBe(200);
  expect(await listed(person.id)).toMatchObject({ has_password: true, invited_at: null });
});

test('an invitation is used once', async () => {
  const { token } = await invited();
  expect((await accept(token)).statusCode).toBe(201);
  expect((await open(token)).statusCode).toBe(410);
  const again = await accept(token, { username: 'eve', password: 'another long walk' });
  expect(again.statusCode).toBe(410);
  expect((await login(`jo.m${count}`, PASSWORD)).statusCode).toBe(200);
});

test('of two acceptances at once one succeeds', async () => {
  const { token } = await invited();
  const answers = await Promise.all([
    accept(token),
    accept(token, { username: `eve${count}`, password: 'another long walk' }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 410]);
});

test('an invitation expires, and a new one, a withdrawal or another address makes it void', async () => {
  const { sql } = server.database;
  const first = await invited();
  const second = await invited();
  expect((await open(first.token)).statusCode).toBe(410);
  expect((await open(second.token)).statusCode).toBe(200);
  await server.call('PUT', `/users/${person.id}`, {
    as: manager,
    body: { email: `new${count}@example.com` },
  });
  expect((await open(second.token)).statusCode).toBe(410);
  const third = await invited();
  await sql`update users set invited_at = now() - interval '14 days 1 second' where id = ${person.id}`;
  expect((await accept(third.token)).statusCode).toBe(410);
  const fourth = await invited();
  const withdraw = () => server.call('DELETE', `/users/${person.id}/invitation`, { as: manager });
  expect((await withdraw()).statusCode).toBe(200);
  expect((await withdraw()).statusCode).toBe(404);
  expect((await accept(fourth.token)).statusCode).toBe(410);
  const fifth = await invited();
  await server.call('PUT', `/users/${person.id}`, { as: manager, body: { isCurrentUser: false } });
  expect((await accept(fifth.token)).statusCode).toBe(410);
});

test('who has no password is made no manager, and a link signs no manager in', async () => {
  const promoted = await server.call('PUT', `/users/${person.id}`, {
    as: manager,
    body: { isManager: true },
  });
  expect(promoted.statusCode).toBe(409);
  expect(promoted.json<Failure>().fields).toHaveProperty('isManager');
  const { sql } = server.database;
  await sql`update users set is_manager = true where id = ${person.id}`;
  const refused = await invite([person.id]);
  expect(refused.statusCode).toBe(409);
  expect(refused.json<Failure>().fields).toHaveProperty('user_ids');
  // Nor do they count as another manager.
  const left = await server.call('PUT', '/users/1', { as: manager, body: { isCurrentUser: false } });
  expect(left.statusCode).toBe(409);
  await sql`update users set is_manager = false where id = ${person.id}`;
  const { token } = await invited();
  await accept(token);
  const later = await server.call('PUT', `/users/${person.id}`, { as: manager, body: { isManager: true } });
  expect(later.statusCode).toBe(200);
  await sql`update users set is_manager = false where id = ${person.id}`;
});

test('a one-time password makes the invitation void', async () => {
  const { token } = await invited();
  const reset = await server.call('POST', `/users/${person.id}/password-reset`, { as: manager });
  expect(reset.statusCode).toBe(201);
  expect((await accept(token)).statusCode).toBe(410);
  expect((await invite([person.id])).statusCode).toBe(409);
});

test('a token that was changed, made up or made for something else is worthless', async () => {
  const { token } = await invited();
  const [row] = await server.database.sql<{ invitation: string }>`
    select invitation from users where id = ${person.id}`;
  const other = server.app.context.linkTokens.make('password reset', row!.invitation);
  const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const worthless of [other, changed, 'm'.repeat(43), token.slice(1), `${token}A`]) {
    expect((await open(worthless)).statusCode).toBe(404);
    expect((await accept(worthless)).statusCode).toBe(404);
  }
  expect((await open(`${token}=`)).statusCode).toBe(400);
  expect((await accept(token)).statusCode).toBe(201);
});

test('the database contains no token', async () => {
  const { token } = await invited();
  const rows = await server.database.sql<{ text: string }>`select users::text as text from users`;
  expect(rows.some(({ text }) => text.includes(token))).toBe(false);
  expect(server.log.join('')).not.toContain(token);
});

test('a letter can be printed again with the same link', async () => {
  const { token } = await invited();
  const again = (await server.call('GET', '/invitations', { as: manager })).json<Invitation[]>();
  expect(again.find(({ user_id }) => user_id === person.id)?.token).toBe(token);
});

test('many are invited at once, and nobody is where one of them cannot be', async () => {
  const more = await server.database.transaction((sql) =>
    createPeople(
      sql,
      1,
      Array.from({ length: 200 }, () => ({
        firstName: 'Max',
        lastName: 'Wu',
        email: null,
        phone: null,
        unit: 1,
      })),
    ),
  );
  expect(new Set(more.map(({ username }) => username)).size).toBe(200);
  const ids = more.map(({ id }) => id);
  expect((await invite([...ids, RESIDENT])).json<Failure>().message).toContain('Robin Hale');
  expect((await invite([...ids, 999_999])).statusCode).toBe(404);
  expect((await listed(ids[0]!)).invited_at).toBeNull();
  const answer = await invite([...ids, ids[0]!]);
  expect(new Set(answer.json<Invitation[]>().map(({ token }) => token)).size).toBe(200);
});

test('who does not live in the unit leaves it, and may name another one', async () => {
  const { token } = await invited();
  expect((await accept(token, { unit_is_right: undefined })).json<Failure>().fields).toHaveProperty(
    'unit_is_right',
  );
  const { user } = (await accept(token, { unit_is_right: false, unit: 102 })).json<SignedIn>();
  expect(user).toMatchObject({ unit: null, unit_claim: '102' });
});

test.each([
  [102, 'Confirm the unit or decline it.'],
  [999, 'No property has a unit of this number. Choose their unit, or decline the claim.'],
])(
  'managers are told of another unit that an invited person names, %j, also of one that no property has',
  async (unit, body) => {
    await server.database.sql`delete from notification_events`;
    const { token } = await invited();
    const answer = await accept(token, { unit_is_right: false, unit });
    expect(answer.statusCode, answer.body).toBe(201);
    const { user } = answer.json<SignedIn>();
    expect(user).toMatchObject({ unit: null, unit_claim: String(unit) });
    const told = await server.database.sql`
    select kind, body, path from notification_events where kind = 'claim_to_confirm'`;
    expect(told).toEqual([{ kind: 'claim_to_confirm', body, path: `/admin/manage-users?claim=${user.id}` }]);
  },
);

test('a weak password and a taken username are refused at their fields, and the invitation stays valid', async () => {
  const { token } = await invited();
  for (const password of ['password1', 'JoMiller99', 'short']) {
    expect((await accept(token, { password })).json<Failure>().fields).toHaveProperty('password');
  }
  const taken = await accept(token, { username: 'Resident' });
  expect(taken.statusCode).toBe(409);
  expect(taken.json<Failure>().fields).toHaveProperty('username');
  expect((await accept(token)).statusCode).toBe(201);
});

test('residents neither enter nor invite people', async () => {
  expect((await invite([person.id], resident)).statusCode).toBe(403);
  expect((await server.call('GET', '/invitations', { as: resident })).statusCode).toBe(403);
});
