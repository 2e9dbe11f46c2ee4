import { expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import type { User } from '../../../contract/users/user.ts';
import { manager, resident, server, test } from '../../support/server/world.ts';
import { RESIDENT, NEIGHBOUR, NEWCOMER } from '../../support/server/resources/profile.ts';

const MANAGER = 1;

const change = (id: number, body: object, as: string) => server.call('PUT', `/users/${id}`, { as, body });

test('a resident updates their profile with only the changed fields, and gets the updated user', async () => {
  const answer = await change(RESIDENT, { firstName: '  Robyn ' }, resident);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    id: RESIDENT,
    username: 'resident',
    first_name: 'Robyn',
    last_name: 'Hale',
    email: 'resident@example.com',
    unit: 1,
    unit_number: '101',
    is_manager: false,
    is_current_user: true,
  });
  expect(answer.body).not.toContain('argon2');
  const read = await server.call('GET', `/users/${RESIDENT}`, { as: resident });
  expect(read.json<User>().first_name).toBe('Robyn');
});

test('a blank name and an invalid email address are refused at their fields', async () => {
  const answer = await change(RESIDENT, { firstName: ' ', lastName: '', email: 'robin' }, resident);
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Failure>().fields).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Please enter an email address like name@example.com.',
  });
});

test('another user’s email address is refused at its field, whatever its capitals', async () => {
  const answer = await change(RESIDENT, { email: 'NEIGHBOUR@example.com' }, resident);
  expect(answer.statusCode).toBe(409);
  expect(answer.json<Failure>().fields).toEqual({ email: 'This email address is in use.' });
});

test.each([
  ['username', { username: 'robin' }],
  ['unit', { unit: 2 }],
  ['unit', { unit: null }],
  ['isManager', { isManager: true }],
  ['isCurrentUser', { isCurrentUser: false }],
])('a resident cannot change their %s', async (field, body) => {
  const answer = await change(RESIDENT, body, resident);
  expect(answer.statusCode).toBe(403);
  expect(answer.json<Failure>().fields).toEqual({ [field]: 'Only management can change this.' });
});

test('a resident cannot decline their own claim', async () => {
  const answer = await change(NEWCOMER, { unit_claim: null }, await server.token('newcomer'));
  expect(answer.statusCode).toBe(403);
});

test('a resident may send protected fields that are unchanged', async () => {
  const answer = await change(
    RESIDENT,
    {
      id: RESIDENT,
      lastName: 'Hale',
      username: 'resident',
      unit: 1,
      isManager: false,
      isCurrentUser: true,
    },
    resident,
  );
  expect(answer.statusCode).toBe(200);
});

test('a refused update changes nothing, not even the allowed fields', async () => {
  await change(RESIDENT, { lastName: 'Sly', isManager: true }, resident);
  const read = await server.call('GET', `/users/${RESIDENT}`, { as: resident });
  expect(read.json<User>()).toMatchObject({ last_name: 'Hale', is_manager: false });
});

test('updating another user is 404 for a resident, as for one who does not exist', async () => {
  const theirs = await change(NEIGHBOUR, { firstName: 'Gone' }, resident);
  const nobodys = await change(999, { firstName: 'Gone' }, resident);
  expect(theirs.statusCode).toBe(404);
  expect(nobodys.statusCode).toBe(404);
  expect(theirs.json<Failure>().message).toBe(nobodys.json<Failure>().message);
});

test('a manager updates a resident with all fields of the edit form', async () => {
  const answer = await change(
    NEIGHBOUR,
    {
      id: NEIGHBOUR,
      firstName: 'Noora',
      lastName: 'Aziz',
      email: 'noora@example.com',
      username: 'noora',
      isManager: false,
      isCurrentUser: true,
      unit: 3,
    },
    manager,
  );
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    first_name: 'Noora',
    email: 'noora@example.com',
    username: 'noora',
    unit: 3,
    unit_number: '2B',
  });
});

test('a taken username is refused at its field', async () => {
  const answer = await change(NEIGHBOUR, { username: 'Resident' }, manager);
  expect(answer.statusCode).toBe(409);
  expect(answer.json<Failure>().fields).toEqual({ username: 'This username is taken.' });
});

test('an unknown unit is refused at the field unit', async () => {
  const answer = await change(NEIGHBOUR, { unit: 77 }, manager);
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Failure>().fields).toEqual({ unit: 'There is no such unit.' });
});

test('an id in the body that is another user’s is refused', async () => {
  const answer = await change(NEIGHBOUR, { id: RESIDENT, firstName: 'Mix' }, manager);
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Failure>().fields).toEqual({ id: 'This is not the id of that user.' });
});

test('updating a user who does not exist is 404', async () => {
  expect((await change(999, { firstName: 'Gone' }, manager)).statusCode).toBe(404);
});

test('a claim stays while other fields change, and setting the unit confirms it', async () => {
  const named = await change(NEWCOMER, { firstName: 'Niko', unit: null }, manager);
  expect(named.json()).toMatchObject({ unit: null, unit_claim: '201' });
  const confirmed = await change(NEWCOMER, { unit: 5 }, manager);
  expect(confirmed.json()).toMatchObject({ unit: 5, unit_number: '201', unit_claim: null });
});

const report = async (as: string, body: object) =>
  (await server.call('POST', '/maintenance', { as, body })).json<MaintenanceRequest>();
const read = async ({ id }: MaintenanceRequest) =>
  (await server.call('GET', '/maintenance', { as: manager }))
    .json<MaintenanceRequest[]>()
    .find((request) => request.id === id);

test('confirming a claim gives the unit to earlier reports, and an edit made meanwhile is no conflict', async () => {
  const newcomer = await server.token('newcomer');
  await server.database.sql`update users set unit = null, unit_claim = '201' where id = ${NEWCOMER}`;
  const tap = await report(newcomer, { information: 'The tap drips.' });
  expect(tap.unit_id).toBeNull();
  // Neither someone else's nor what they wrote as a manager was about the home that they claim.
  const others = await server.database.sql<MaintenanceRequest>`
    insert into maintenance_requests (user_id, by_management, information)
    values (${NEIGHBOUR}, false, 'The bell is silent.'), (${NEWCOMER}, true, 'The roof leaks.') returning id`;
  await change(NEWCOMER, { unit: 5 }, manager);
  expect(await read(tap)).toMatchObject({ unit_id: 5, unit_number: '201', updated_at: tap.updated_at });
  for (const other of others) expect(await read(other)).toMatchObject({ unit_id: null });
  const edit = await server.call('PUT', `/maintenance/${tap.id}`, {
    as: newcomer,
    body: { information: 'Both taps drip.', updated_at: tap.updated_at },
  });
  expect(edit.statusCode).toBe(200);
});

test('reports stay without a unit if nothing was claimed or the claim was declined', async () => {
  const newcomer = await server.token('newcomer');
  await server.database.sql`update users set unit = null, unit_claim = '201' where id = ${NEWCOMER}`;
  const door = await report(newcomer, { information: 'The front door sticks.' });
  await change(NEWCOMER, { unit_claim: null }, manager);
  expect(await read(door)).toMatchObject({ unit_id: null });
  await change(NEWCOMER, { unit: 5 }, manager);
  expect(await read(door)).toMatchObject({ unit_id: null });
});

test('a claim can be set to null only, which declines it', async () => {
  await server.database.sql`update users set unit = null, unit_claim = '201' where id = ${NEWCOMER}`;
  expect((await change(NEWCOMER, { unit_claim: '101' }, manager)).statusCode).toBe(400);
  const declined = await change(NEWCOMER, { unit_claim: null }, manager);
  expect(declined.json()).toMatchObject({ unit: null, unit_claim: null });
});

test('deactivating a user ends their sessions, and activating does not restore them', async () => {
  const before = await server.token('newcomer');
  expect((await change(NEWCOMER, { isCurrentUser: false }, manager)).json()).toMatchObject({
    is_current_user: false,
  });
  expect((await server.call('GET', `/users/${NEWCOMER}`, { as: before })).statusCode).toBe(401);
  await change(NEWCOMER, { isCurrentUser: true }, manager);
  expect((await server.call('GET', `/users/${NEWCOMER}`, { as: before })).statusCode).toBe(401);
  expect(await server.token('newcomer')).toMatch(/\./);
});

test('the last manager cannot be deactivated', async () => {
  const answer = await change(MANAGER, { isCurrentUser: false }, manager);
  expect(answer.statusCode).toBe(409);
  expect(answer.json<Failure>().fields).toEqual({
    isCurrentUser: 'The last manager’s account must stay active.',
  });
});

test('a manager updates their own profile, but cannot give up the role', async () => {
  const answer = await change(MANAGER, { lastName: 'Reyes-Holt' }, manager);
  expect(answer.json<User>().last_name).toBe('Reyes-Holt');
  expect((await change(MANAGER, { isManager: false }, manager)).statusCode).toBe(403);
});

test('a resident who is made a manager has the rights at once, and only they change their account from then on', async () => {
  const neighbour = (
    await server.call('POST', '/users/login', { body: { username: 'noora', password: 'porchlight' } })
  ).json<{ token: string }>().token;
  expect((await server.call('GET', '/units', { as: neighbour })).statusCode).toBe(403);
  expect((await change(NEIGHBOUR, { isManager: true }, manager)).json<User>().is_manager).toBe(true);
  expect((await server.call('GET', '/units', { as: neighbour })).statusCode).toBe(200);
  const refused = await change(NEIGHBOUR, { firstName: 'Nora' }, manager);
  expect(refused.statusCode).toBe(403);
  expect(refused.json<Failure>().message).toBe('A manager’s account is changed only by its owner.');
  expect((await change(NEIGHBOUR, { isCurrentUser: false }, manager)).statusCode).toBe(403);
  expect((await change(NEIGHBOUR, { isCurrentUser: false }, neighbour)).statusCode).toBe(200);
  expect((await server.call('GET', '/units', { as: neighbour })).statusCode).toBe(401);
});
