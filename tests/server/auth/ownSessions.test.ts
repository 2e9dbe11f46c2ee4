import { beforeEach, expect, vi } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { OwnSession } from '../../../contract/sessions/ownSession.ts';
import type { SignedIn } from '../../../contract/users/user.ts';
import { DatabaseUnavailable } from '../../../server/database/unavailable.ts';
import { server, test } from '../../support/server/world.ts';

const RESIDENT = 2;
const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

let porchlight: string;
test.beforeAll(async () => {
  const [user] = await server.database.sql<{ password_hash: string }>`
    select password_hash from users where id = ${RESIDENT}`;
  porchlight = user!.password_hash;
});
beforeEach(async () => {
  await server.database.sql`delete from sessions`;
  await server.database.sql`update users set password_hash = ${porchlight}`;
});

interface SignedInAs {
  token: string;
  cookie: string;
}

async function signIn(userAgent: string, keep_signed_in = true, username = 'resident'): Promise<SignedInAs> {
  const answer = await server.call('POST', '/users/login', {
    body: { username, password: 'porchlight', keep_signed_in },
    headers: { 'user-agent': userAgent },
  });
  return { token: answer.json<SignedIn>().token, cookie: cookieOf(answer) };
}

function cookieOf({ cookies }: { cookies: unknown }): string {
  const [cookie] = cookies as { name: string; value: string }[];
  return cookie ? `${cookie.name}=${cookie.value}` : '';
}

const list = async (as: string) => (await server.call('GET', '/sessions', { as })).json<OwnSession[]>();
const status = async (as: string) => (await server.call('GET', '/sessions', { as })).statusCode;
const refresh = (headers: Record<string, string>) => server.call('POST', '/users/refresh', { headers });
const end = (as: string, id: string) => server.call('DELETE', `/sessions/${id}`, { as });
const changePassword = (as: string, cookie = '') =>
  server.call('PUT', `/users/${RESIDENT}/password`, {
    as,
    body: { current_password: 'porchlight', new_password: 'a lamp at dusk' },
    headers: cookie ? { cookie } : {},
  });

test('people see where they are signed in, this session first, and nobody else’s', async () => {
  await signIn(FIREFOX, false);
  await signIn(FIREFOX, true, 'neighbour');
  const { token } = await signIn(CHROME);
  const recently = expect.stringMatching(/^20\d\d-.*Z$/) as unknown;
  expect(await list(token)).toEqual([
    {
      id: expect.any(String) as unknown,
      device: 'Chrome on Android',
      current: true,
      signed_in_at: recently,
      last_used_at: recently,
    },
    expect.objectContaining({ device: 'Firefox on Linux', current: false }),
  ]);
});

test('sessions that are over are not listed', async () => {
  const { token } = await signIn(CHROME);
  await signIn(FIREFOX);
  await server.database.sql`update sessions set expires_at = now() where device = 'Firefox on Linux'`;
  await signIn('curl/8.0');
  await server.database
    .sql`update sessions set created_at = now() - interval '180 days' where device is null`;
  expect(await list(token)).toHaveLength(1);
});

test('a session was last used when it was last given a token, and reading writes nothing', async () => {
  const { token, cookie } = await signIn(CHROME);
  await server.database.sql`update sessions set last_used_at = now() - interval '3 days', device = null`;
  await list(token);
  const [before] = await list(token);
  expect(Date.now() - Date.parse(before!.last_used_at)).toBeGreaterThan(2 * 24 * 60 * 60_000);
  const renewed = await server.call('POST', '/users/refresh', { headers: { cookie, 'user-agent': CHROME } });
  const [after] = await list(renewed.json<SignedIn>().token);
  expect(Date.now() - Date.parse(after!.last_used_at)).toBeLessThan(60_000);
  expect(after!.device).toBe('Chrome on Android');
});

test.each([
  [CHROME, 'Chrome on Android'],
  [FIREFOX, 'Firefox on Linux'],
  [`${CHROME} EdgA/141.0`, 'Edge on Android'],
  [`${CHROME} OPR/90.0`, 'Opera on Android'],
  [CHROME.replace('Chrome/', 'SamsungBrowser/28.0 Chrome/'), 'Samsung Internet on Android'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome on ChromeOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/141.0.0.0 Safari/537.36', 'Chrome on Linux'],
  ['<script>alert(1)</script> Firefox/1', 'Firefox'],
  ['curl/8.0', null],
  ['', null],
])('of the browser “%s” only “%s” is kept', async (userAgent, device) => {
  const { token } = await signIn(userAgent);
  expect(await list(token)).toMatchObject([{ device }]);
});

test('an ended session is refused from the next request on, by token and by cookie', async () => {
  const lost = await signIn(CHROME);
  const { token } = await signIn(FIREFOX);
  const other = (await list(token)).find(({ current }) => !current)!;
  expect((await end(token, other.id)).statusCode).toBe(200);
  expect(await status(lost.token)).toBe(401);
  expect((await refresh({ cookie: lost.cookie })).statusCode).toBe(401);
  expect(await list(token)).toHaveLength(1);
  const again = await end(token, other.id);
  expect(again.statusCode).toBe(404);
  expect(again.json<Failure>().message).toBe('There is no such session. It may have ended meanwhile.');
});

test('another person’s session is 404 and stays, and one’s own present one is ended by logging out alone', async () => {
  const theirs = await signIn(CHROME, true, 'neighbour');
  const { token } = await signIn(FIREFOX);
  const [theirSession] = await list(theirs.token);
  expect((await end(token, theirSession!.id)).statusCode).toBe(404);
  expect(await status(theirs.token)).toBe(200);
  const [own] = await list(token);
  expect((await end(token, own!.id)).statusCode).toBe(409);
  expect((await end(token, own!.id.toUpperCase())).statusCode).toBe(409);
  expect((await end(token, 'all')).statusCode).toBe(404);
  expect(await status(token)).toBe(200);
});

test('all other sessions of a person are ended at once, and nobody else’s', async () => {
  const theirs = await signIn(CHROME, true, 'neighbour');
  const phone = await signIn(CHROME);
  const tablet = await signIn(FIREFOX, false);
  const { token } = await signIn(FIREFOX);
  expect((await server.call('DELETE', '/sessions', { as: token })).statusCode).toBe(200);
  expect(await Promise.all([phone, tablet].map((each) => status(each.token)))).toEqual([401, 401]);
  expect(await Promise.all([theirs.token, token].map(status))).toEqual([200, 200]);
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

test('a person has at most a hundred sessions, and the one used longest ago ends for a new one', async () => {
  const { sql } = server.database;
  const { token } = await signIn(CHROME);
  await sql`
    insert into sessions (user_id, expires_at, last_used_at, device)
    select ${RESIDENT}, now() + interval '1 day', now() - make_interval(hours => n), 'Firefox on Linux'
    from generate_series(1, 120) as n`;
  await signIn(FIREFOX);
  const [left] = await sql<{ count: number; oldest: number }>`
    select count(*) as count, extract(epoch from now() - min(last_used_at))::int / 3600 as oldest
    from sessions where user_id = ${RESIDENT}`;
  expect(left).toEqual({ count: 100, oldest: 98 });
  expect(await status(token)).toBe(200);
});

test('at most 100 sessions are listed, with the present one first', async () => {
  const { token } = await signIn(CHROME);
  await server.database.sql`
    insert into sessions (user_id, expires_at, last_used_at)
    select ${RESIDENT}, now() + interval '1 day', now() + interval '1 minute' from generate_series(1, 150)`;
  const listed = (await server.call('GET', '/sessions', { as: token })).json<OwnSession[]>();
  expect(listed).toHaveLength(100);
  expect(listed.findIndex(({ current }) => current)).toBe(0);
});
