import { beforeEach, expect, vi } from 'vitest';
import type { SignedIn } from '../../../contract/users/user.ts';
import { DatabaseUnavailable } from '../../../server/database/unavailable.ts';
import { server, test } from '../../support/server/world.ts';
import {
  RESIDENT,
  CHROME,
  signIn,
  cookieOf,
  list,
  status,
  refresh,
  endSessions,
  findPassword,
} from '../../support/server/sessions/ownSessions.ts';

test.beforeAll(findPassword);
beforeEach(endSessions);

const changePassword = (as: string, cookie = '') =>
  server.call('PUT', `/users/${RESIDENT}/password`, {
    as,
    body: { current_password: 'porchlight', new_password: 'a lamp at dusk' },
    headers: cookie ? { cookie } : {},
  });

test('a changed password gives the session another id, token and cookie, and those before are void', async () => {
  const { token, cookie } = await signIn(CHROME);
  const [before] = await list(token);
  const answer = await changePassword(token, cookie);
  expect(answer.statusCode).toBe(200);
  const renewed = { token: answer.json<{ token: string }>().token, cookie: cookieOf(answer) };
  expect(renewed.cookie).not.toBe(cookie);
  expect(await status(token)).toBe(401);
  expect((await refresh({ cookie })).statusCode).toBe(401);
  const [after] = await list(renewed.token);
  expect(after).toMatchObject({
    current: true,
    device: 'Chrome on Android',
    signed_in_at: before!.signed_in_at,
  });
  expect(after!.id).not.toBe(before!.id);
  expect((await refresh({ cookie: renewed.cookie })).statusCode).toBe(200);
});

test('a changed password sets no cookie for a session without one, nor in place of another person’s', async () => {
  const { token } = await signIn(CHROME, false);
  const theirs = await signIn(CHROME, true, 'neighbour');
  const answer = await changePassword(token, theirs.cookie);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(await status(answer.json<{ token: string }>().token)).toBe(200);
  expect((await refresh({ cookie: theirs.cookie })).statusCode).toBe(200);
});

test('whoever copied the cookie of a session before its password was changed is signed out', async () => {
  const { token, cookie } = await signIn(CHROME);
  // Changed without the cookie, as by another program with the token.
  const answer = await changePassword(token);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await refresh({ cookie })).statusCode).toBe(401);
  expect(await status(answer.json<{ token: string }>().token)).toBe(200);
});

test('a refused cookie is not deleted, so that a late answer does not delete the cookie of a changed password', async () => {
  const { token, cookie } = await signIn(CHROME);
  await changePassword(token, cookie);
  const late = await refresh({ cookie, authorization: `Bearer ${token}` });
  expect(late.statusCode).toBe(401);
  expect(late.headers['set-cookie']).toBeUndefined();
});

test('a sign-in that began with the old password leaves no session after a change of password', async () => {
  const { token } = await signIn(CHROME);
  const copied: string[] = [];
  let changed = false;
  const thief = async () => {
    while (!changed) {
      const body = { username: 'resident', password: 'porchlight' };
      const answer = await server.call('POST', '/users/login', { body });
      if (answer.statusCode === 200) copied.push(answer.json<SignedIn>().token);
    }
  };
  const thieves = [thief(), thief()];
  await vi.waitUntil(() => copied.length > 2, 60_000);
  expect((await changePassword(token)).statusCode).toBe(200);
  changed = true;
  await Promise.all(thieves);
  expect(new Set(await Promise.all(copied.map(status)))).toEqual(new Set([401]));
});

test('a change of password that fails leaves the cookie as it is', async () => {
  const { token, cookie } = await signIn(CHROME);
  const transaction = server.database.transaction.bind(server.database);
  vi.spyOn(server.database, 'transaction').mockImplementationOnce((work) =>
    transaction(async (sql) => {
      await work(sql);
      throw new DatabaseUnavailable('away', 'The connection was lost before the commit.');
    }),
  );
  const failed = await changePassword(token, cookie);
  expect(failed.statusCode).toBe(503);
  expect(failed.cookies).toEqual([]);
  expect((await refresh({ cookie })).statusCode).toBe(200);
});
