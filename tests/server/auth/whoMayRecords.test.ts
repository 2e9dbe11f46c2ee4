import { expect } from 'vitest';
import { reportForm } from '../../support/server/server.ts';
import { manager, neighbour, resident, server, test } from '../../support/server/world.ts';

test('a resident reads their own user record with its unit and property', async () => {
  const answer = await server.call('GET', '/users/2', { as: resident });
  expect(answer.json()).toMatchObject({
    first_name: 'Robin',
    unit: { id: 1, unit_number: '101', property_id: 1, property_name: 'Maple Court' },
    unit_number: '101',
  });
  expect((await server.call('GET', '/users/2/unit', { as: resident })).json()).toEqual(answer.json());
});

test('a resident gets 404 for another user, as for one who does not exist', async () => {
  for (const id of ['3', '999', '0', 'abc', '1e3', '99999999999']) {
    for (const path of [`/users/${id}`, `/users/${id}/unit`]) {
      expect((await server.call('GET', path, { as: resident })).statusCode, path).toBe(404);
    }
  }
  const theirs = (await server.call('GET', '/users/3', { as: resident })).json<{ message: string }>();
  const nobodys = (await server.call('GET', '/users/999', { as: resident })).json<{ message: string }>();
  expect(theirs.message).toBe(nobodys.message);
});

test('a manager can read every user', async () => {
  expect((await server.call('GET', '/users/3', { as: manager })).json()).toMatchObject({
    username: 'neighbour',
  });
  expect((await server.call('GET', '/users/999', { as: manager })).statusCode).toBe(404);
  expect((await server.call('GET', '/users/4', { as: manager })).json()).toMatchObject({
    unit: null,
    unit_claim: '201',
  });
});

test('a manager lists the units with their active tenants, earliest first', async () => {
  await server.database.sql`
    insert into users (username, email, password_hash, first_name, last_name, unit, is_current_user) values
      ('second', 'second@example.com', '', 'Sasha', 'Lind', 1, true), ('gone', 'gone@example.com', '', 'Gil', 'Ode', 1, false)`;
  const units = (await server.call('GET', '/units', { as: manager })).json<{ id: number }[]>();
  expect(units).toHaveLength(5);
  expect(units.find(({ id }) => id === 1)).toEqual({
    id: 1,
    property_id: 1,
    property_name: 'Maple Court',
    unit_number: '101',
    rent_amount: 1200,
    notes: null,
    tenants: null,
    area: null,
    tenant_info: [
      { id: 2, first_name: 'Robin', last_name: 'Hale' },
      { id: 5, first_name: 'Sasha', last_name: 'Lind' },
    ],
  });
});

test('another resident’s maintenance request is 404, to read, change or cancel', async () => {
  const made = await server.call('POST', '/maintenance', {
    as: resident,
    form: reportForm({ information: 'The bathroom light flickers.' }),
  });
  const path = `/maintenance/${made.json<{ id: number }>().id}`;
  expect((await server.call('GET', '/maintenance', { as: neighbour })).json()).toEqual([]);
  const changed = await server.call('PUT', path, {
    as: neighbour,
    form: reportForm({ information: 'Mine now' }),
  });
  expect(changed.statusCode).toBe(404);
  expect((await server.call('DELETE', path, { as: neighbour })).statusCode).toBe(404);
  expect(
    (await server.call('PUT', `${path}/completion`, { as: neighbour, body: { completed: true } })).statusCode,
  ).toBe(403);
  const [kept] = (await server.call('GET', '/maintenance', { as: resident })).json<
    { information: string }[]
  >();
  expect(kept?.information).toBe('The bathroom light flickers.');
});
