import { beforeEach, expect } from 'vitest';
import { routes } from '../../../contract/routes.ts';
import type { Route } from '../../../contract/http/route.ts';
import type { SignedIn } from '../../../contract/users/user.ts';
import { enrol } from '../../support/server/authenticator.ts';
import { server, testWith } from '../../support/server/world.ts';

const test = testWith({ MANAGER_SECOND_FACTOR: 'required' });

let manager: string;
beforeEach(async () => {
  await server.database.sql`delete from second_factors`;
  await server.database.sql`update users set is_manager = id = 1`;
  manager = await server.token('manager');
});

/** The calls that are left to a manager without a second factor. */
const LEFT: readonly string[] = [
  'PUT /users/:id/password',
  'GET /second-factor',
  'POST /second-factor',
  'POST /second-factor/confirmation',
  'POST /second-factor/recovery-codes',
  'POST /second-factor/removal',
];
const guarded = (Object.values(routes) as Route[])
  .filter(({ who }) => who !== 'anyone')
  .map(({ method, path }) => ({ method, path, name: `${method} ${path}` }));
const refused = guarded.filter(({ name }) => !LEFT.includes(name));

async function answers(as: string) {
  return Promise.all(
    refused.map(async ({ method, path, name }) => {
      const answer = await server.call(method, path.replace(':id', '999999'), { as });
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      return { name, code: isJson ? answer.json<{ code?: string }>().code : undefined };
    }),
  );
}

test('where it is required, a manager without a second factor can make no call but those that set it up', async () => {
  expect(refused.length).toBeGreaterThan(35);
  for (const { name, code } of await answers(manager)) expect(code, name).toBe('must_add_second_factor');
  for (const { method, path, name } of guarded.filter((each) => LEFT.includes(each.name))) {
    const { code } = (await server.call(method, path.replace(':id', '1'), { as: manager })).json<{
      code?: string;
    }>();
    expect(code, name).not.toBe('must_add_second_factor');
  }
});

test('they create no user either', async () => {
  const body = {
    username: 'ida',
    password: 'a lamp at dusk',
    firstName: 'Ida',
    lastName: 'Brandt',
    email: 'ida@example.com',
  };
  const answer = await server.call('POST', '/users/register', { as: manager, body });
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ code: 'must_add_second_factor' });
});

test('the sign-in and the renewal say so, and no more once it is set up', async () => {
  const signIn = async (code?: string) => {
    const body = { username: 'manager', password: 'porchlight', ...(code ? { code } : {}) };
    return (await server.call('POST', '/users/login', { body })).json<SignedIn>().user;
  };
  const renewed = async (as: string) =>
    (await server.call('POST', '/users/refresh', { as })).json<SignedIn>().user;
  expect((await signIn()).must_add_second_factor).toBe(true);
  expect((await renewed(manager)).must_add_second_factor).toBe(true);
  const { recoveryCodes, token } = await enrol(server, manager);
  expect((await signIn(recoveryCodes[0])).must_add_second_factor).toBeUndefined();
  expect((await renewed(token)).must_add_second_factor).toBeUndefined();
  for (const { name, code } of await answers(token)) expect(code, name).not.toBe('must_add_second_factor');
});

test('a resident is asked for nothing, and for a second factor from the moment they are a manager', async () => {
  const resident = await server.token('resident');
  expect((await server.call('GET', '/maintenance', { as: resident })).statusCode).toBe(200);
  const { token } = await enrol(server, manager);
  const promoted = await server.call('PUT', '/users/2', { as: token, body: { isManager: true } });
  expect(promoted.statusCode).toBe(200);
  for (const { name, code } of await answers(resident)) expect(code, name).toBe('must_add_second_factor');
});

test('someone with a one-time password chooses a password first, and then sets up the second factor', async () => {
  await server.database.sql`update users set must_change_password = true where id = 1`;
  const start = (password: string) =>
    server.call('POST', '/second-factor', { as: manager, body: { current_password: password } });
  expect((await start('porchlight')).json()).toMatchObject({ code: 'must_change_password' });
  const body = { current_password: 'porchlight', new_password: 'a lamp at dusk' };
  const changed = await server.call('PUT', '/users/1/password', { as: manager, body });
  expect(changed.statusCode).toBe(200);
  manager = changed.json<{ token: string }>().token;
  expect((await start('a lamp at dusk')).statusCode).toBe(201);
});
