import { expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { ListedUser } from '../../../contract/users/user.ts';
import { isolatedTest as test, manager, resident, server } from '../../support/server/world.ts';

const ROBIN = 2;
const MANAGER = 1;
const HOME = 1;
const end = (
  body: object,
  { of = ROBIN, headers = {} }: { of?: number; headers?: Record<string, string> } = {},
) => server.call('PUT', `/users/${of}/access`, { as: manager, body, headers });
const edit = async (body: object, of = ROBIN) =>
  expect((await server.call('PUT', `/users/${of}`, { as: manager, body })).statusCode).toBe(200);
const stands = async (of = ROBIN) =>
  (await server.call('GET', '/users', { as: manager })).json<ListedUser[]>().find(({ id }) => id === of)!;
const audited = async () =>
  (await server.database.sql`select 1 from audit where subject = 'user' and subject_id = ${ROBIN}`).length;
const LEAVES = { unit: HOME, access_since: null, sign_in_ends: false };

test('who leaves is listed in no home any more, can still sign in, and leaves once by the key', async () => {
  const headers = { 'idempotency-key': '00000000-0000-4000-8000-000000000078' };
  const answer = await end(LEAVES, { headers });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { id: ROBIN, unit: null, is_current_user: true },
  ]);
  expect((await end(LEAVES, { headers })).json()).toEqual(answer.json());
  expect(await audited()).toBe(1);
  expect((await server.call('GET', `/users/${ROBIN}`, { as: resident })).statusCode).toBe(200);
});

test('where it is chosen, who leaves is signed out and cannot sign in', async () => {
  expect((await end({ ...LEAVES, sign_in_ends: true })).statusCode).toBe(200);
  expect(await stands()).toMatchObject({ unit: null, is_current_user: false });
  expect((await server.call('GET', `/users/${ROBIN}`, { as: resident })).statusCode).toBe(401);
});

test('what somebody else opened again meanwhile stays open, also in the same home, until what stands is known', async () => {
  await edit({ unit: null });
  await edit({ unit: HOME });
  const { access_since } = await stands();
  const refused = await end(LEAVES);
  expect([refused.statusCode, refused.json<Failure>()]).toMatchObject([
    409,
    {
      code: 'access_changed',
      detail: { unit: HOME, unit_number: '101', property_name: 'Maple Court', access_since },
    },
  ]);
  expect(await stands()).toMatchObject({ unit: HOME, is_current_user: true });
  expect((await end({ ...LEAVES, access_since })).statusCode).toBe(200);
  expect((await stands()).unit).toBeNull();
});

test('an account that was activated again stays active, and so does who lives elsewhere by now', async () => {
  await edit({ isCurrentUser: false });
  await edit({ isCurrentUser: true });
  expect((await end({ ...LEAVES, sign_in_ends: true })).statusCode).toBe(409);
  await edit({ unit: 2 });
  expect((await end({ unit: HOME, sign_in_ends: false })).json<Failure>()).toMatchObject({
    code: 'access_changed',
    detail: { unit: 2 },
  });
  expect(await stands()).toMatchObject({ unit: 2, is_current_user: true });
});

test('what has ended already is no conflict, whoever ended it', async () => {
  await edit({ unit: null });
  const before = await audited();
  expect((await end(LEAVES)).statusCode).toBe(200);
  await edit({ isCurrentUser: false });
  expect((await end({ ...LEAVES, sign_in_ends: true })).statusCode).toBe(200);
  expect(await audited()).toBe(before + 1);
});

test('who was deactivated meanwhile leaves the home that was written all the same, and is not back in it once activated', async () => {
  await edit({ isCurrentUser: false });
  expect((await end({ ...LEAVES, sign_in_ends: true })).json()).toMatchObject({
    ...{ unit: null, is_current_user: false },
  });
  await edit({ isCurrentUser: true });
  expect((await stands()).unit).toBeNull();
  await edit({ unit: 2, isCurrentUser: false });
  expect((await end(LEAVES)).statusCode).toBe(200);
  expect((await stands()).unit).toBe(2);
});

test('nobody ends the access of a manager so, not even who became one meanwhile, nor their own', async () => {
  const { unit, access_since = null } = await stands(MANAGER);
  const own = await end({ unit, access_since, sign_in_ends: true }, { of: MANAGER });
  expect([own.statusCode, own.json<Failure>().message]).toEqual([403, 'You cannot end your own access.']);
  await edit({ isManager: true });
  const other = await end({ ...LEAVES, sign_in_ends: true });
  expect([other.statusCode, other.json<Failure>().message]).toEqual([
    403,
    'This person is a manager, whom two people remove in Manage Users.',
  ]);
  expect(await stands()).toMatchObject({ unit: HOME, is_current_user: true, is_manager: true });
});

test('who is not there, and an end that does not say what ends, are refused', async () => {
  expect((await end(LEAVES, { of: 999_999 })).statusCode).toBe(404);
  expect((await end({ unit: HOME })).json<Failure>().fields).toEqual({
    sign_in_ends: 'Please choose what ends.',
  });
});
