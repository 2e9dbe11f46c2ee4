import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import { manager, server, testWith } from '../../support/server/world.ts';
import { person, enter, login, listed, enterPerson } from '../../support/server/resources/invitations.ts';

const test = testWith({ LOG_LEVEL: 'debug', SIGN_IN_FAILURES_PER_ADDRESS: '1000' });
beforeEach(enterPerson);

test('a person whom management enters has a username that is free, and no password', async () => {
  const namesake = await enter({ firstName: 'Jo', lastName: 'Miller', email: '', unit: null });
  expect(namesake.username).toMatch(/^jo\.miller\d+$/);
  expect(namesake.username).not.toBe(person.username);
  expect(namesake.email).toBe('');
  expect(await listed(namesake.id)).toMatchObject({ has_password: false, invited_at: null });
  for (const password of ['', ' ', 'password', 'no account has this password']) {
    const answer = await login(person.username, password);
    expect([400, 401]).toContain(answer.statusCode);
  }
});

test('any number of people may have no address, and an address belongs to one', async () => {
  await enter({ firstName: 'Ann', lastName: 'One' });
  await enter({ firstName: 'Ann', lastName: 'Two', email: null });
  const taken = await server.call('POST', '/users', {
    as: manager,
    body: { firstName: 'Jo', lastName: 'Other', email: person.email.toUpperCase() },
  });
  expect(taken.statusCode).toBe(409);
  expect(taken.json<Failure>().fields).toHaveProperty('email');
});

test('a person of a name in another alphabet gets a username, and wrong input is said at its field', async () => {
  expect((await enter({ firstName: '山田', lastName: '花子' })).username).toMatch(/^resident\d*$/);
  const wrong = await server.call('POST', '/users', {
    as: manager,
    body: { firstName: '', lastName: 'X', email: 'nowhere', unit: 999 },
  });
  expect(Object.keys(wrong.json<Failure>().fields ?? {}).toSorted()).toEqual(['email', 'firstName']);
  const nowhere = await server.call('POST', '/users', {
    as: manager,
    body: { firstName: 'A', lastName: 'X', unit: 999 },
  });
  expect(nowhere.json<Failure>().fields).toHaveProperty('unit');
});
