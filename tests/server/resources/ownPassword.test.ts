import { expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import { testServer } from '../../support/server/server.ts';
import { manager, server, test } from '../../support/server/world.ts';
import { RESIDENT, NEIGHBOUR, NEWCOMER } from '../../support/server/resources/profile.ts';

const password = (id: number, current: string, next: string, as: string, on = server) =>
  on.call('PUT', `/users/${id}/password`, {
    as,
    body: { current_password: current, new_password: next },
  });

/** The resident’s session that the change leaves. */
let here: string;

test('a changed password replaces the old one, keeps this session and ends the others', async () => {
  here = await server.token('resident');
  const elsewhere = await server.token('resident');
  const answer = await password(RESIDENT, 'porchlight', 'a lamp at dusk', here);
  expect(answer.statusCode).toBe(200);
  const { message, token } = answer.json<{ message: string; token: string }>();
  expect(message).toBe('Your password was changed.');
  here = token;
  expect((await server.call('GET', `/users/${RESIDENT}`, { as: here })).statusCode).toBe(200);
  expect((await server.call('GET', `/users/${RESIDENT}`, { as: elsewhere })).statusCode).toBe(401);
  const login = (word: string) =>
    server.call('POST', '/users/login', { body: { username: 'resident', password: word } });
  expect((await login('porchlight')).statusCode).toBe(401);
  expect((await login('a lamp at dusk')).statusCode).toBe(200);
});

test('a wrong current password is refused at its field, and nobody is signed out', async () => {
  const answer = await password(RESIDENT, 'porchdark', 'another one', here);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    code: 'wrong_credentials',
    fields: { current_password: 'This is not your current password.' },
  });
  expect((await server.call('GET', `/users/${RESIDENT}`, { as: here })).statusCode).toBe(200);
});

test('a new password that is too short or too long is refused at its field', async () => {
  const short = await password(RESIDENT, 'a lamp at dusk', 'sixsix', here);
  expect(short.json<Failure>().fields).toEqual({
    new_password: 'Password must be at least 7 characters',
  });
  const long = await password(RESIDENT, 'a lamp at dusk', 'x'.repeat(129), here);
  expect(long.json<Failure>().fields).toEqual({
    new_password: 'Password must be at most 128 characters',
  });
  const none = await server.call('PUT', `/users/${RESIDENT}/password`, { as: here, body: {} });
  expect(none.json<Failure>().fields).toEqual({
    current_password: 'Current password is required',
    new_password: 'Password is required',
  });
});

test('changing another user’s password is 404 for a resident and 403 for a manager', async () => {
  expect((await password(NEWCOMER, 'porchlight', 'stolen it', here)).statusCode).toBe(404);
  expect((await password(NEWCOMER, 'porchlight', 'stolen it', manager)).statusCode).toBe(403);
  expect(await server.token('newcomer')).toMatch(/\./);
});

test('wrong current passwords are limited for each session, so that nobody else can use up the limit', async () => {
  const guarded = await testServer({ SIGN_IN_FAILURES_PER_ACCOUNT: '3' });
  let token = await guarded.token('neighbour');
  for (const next of ['porchlight-2', 'porchlight']) {
    const current = next === 'porchlight' ? 'porchlight-2' : 'porchlight';
    const answer = await password(NEIGHBOUR, current, next, token, guarded);
    expect(answer.statusCode).toBe(200);
    ({ token } = answer.json<{ token: string }>());
  }
  for (const guess of ['one', 'two', 'three']) {
    expect((await password(NEIGHBOUR, guess, 'a lamp at dawn', token, guarded)).statusCode).toBe(400);
  }
  expect((await password(NEIGHBOUR, 'porchlight', 'a lamp at dawn', token, guarded)).statusCode).toBe(429);
  const login = await guarded.call('POST', '/users/login', {
    body: { username: 'neighbour', password: 'porchlight' },
  });
  expect(login.statusCode).toBe(200);
  await guarded.close();
});
