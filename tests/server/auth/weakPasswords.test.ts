import { expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import { server, test } from '../../support/server/world.ts';

const RESIDENT = 2;
const ana = {
  username: 'ana-b',
  password: 'a lamp at dusk',
  firstName: 'Añaïs',
  lastName: 'Brandt',
  email: 'a.brandtsen@example.com',
};
const register = (body: object, as?: string) =>
  server.call('POST', '/users/register', { body, ...(as ? { as } : {}) });
const changeTo = async (new_password: string) =>
  server.call('PUT', `/users/${RESIDENT}/password`, {
    as: await server.token('resident'),
    body: { current_password: 'porchlight', new_password },
  });

const COMMON = 'This password is too common. Please choose another one.';
const REPEATED = 'This password is one character repeated. Please choose another one.';
const NAME = 'This password can be guessed from the name, username or email. Please choose another one.';

test.each([
  ['password', COMMON],
  ['PASSWORD1', COMMON],
  ['iloveyou', COMMON],
  ['1234567890', COMMON],
  ['Qwertyuiop', COMMON],
  ['trustno1', COMMON],
  ['letmein1', COMMON],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', REPEATED],
  ['AaAaAaAa', REPEATED],
  ['99999999999', REPEATED],
])(
  'the password “%s” is refused at its field, at registration, creation and change',
  async (password, message) => {
    for (const as of [undefined, await server.token('manager')]) {
      const answer = await register({ ...ana, password }, as);
      expect(answer.statusCode).toBe(400);
      expect(answer.json<Failure>().fields).toEqual({ password: message });
    }
    const changed = await changeTo(password);
    expect(changed.statusCode).toBe(400);
    expect(changed.json<Failure>().fields).toEqual({ new_password: message });
  },
);

test.each([
  'ana-b-2024',
  '2024!ANAB',
  'brandt!',
  'Anais2024',
  'AÑAÏS 99',
  'anaisbrandt',
  'Brandt, Añaïs',
  'a.brandtsen',
  '1a.Brandtsen1',
])(
  'someone’s own name as the password “%s” is refused at its field, at registration and creation',
  async (password) => {
    for (const as of [undefined, await server.token('manager')]) {
      const answer = await register({ ...ana, password }, as);
      expect(answer.statusCode).toBe(400);
      expect(answer.json<Failure>().fields).toEqual({ password: NAME });
    }
  },
);

test.each(['Resident2024!', 'robin-hale', '...Robin1', '1234hale'])(
  'one’s own name as the new password “%s” is refused at its field',
  async (password) => {
    const changed = await changeTo(password);
    expect(changed.statusCode).toBe(400);
    expect(changed.json<Failure>().fields).toEqual({ new_password: NAME });
  },
);

test('the length of a password is said before its weakness', async () => {
  const answer = await register({ ...ana, password: '123456' });
  expect(answer.json<Failure>().fields).toEqual({ password: 'Password must be at least 7 characters' });
});

test('a name within a longer password, and a name without letters, refuse nothing else', async () => {
  const answer = await register({ ...ana, password: 'brandt walks home' });
  expect(answer.statusCode).toBe(201);
  const digits = { ...ana, username: '4711471', lastName: '-', email: '1@example.com' };
  expect((await register({ ...digits, password: '4711471' })).json<Failure>().fields).toEqual({
    password: NAME,
  });
  expect((await register({ ...digits, password: '8036-2291-55' })).statusCode).toBe(201);
});
