import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { OwnSession } from '../../../contract/sessions/ownSession.ts';
import type { SignedIn } from '../../../contract/users/user.ts';
import { server, test } from '../../support/server/world.ts';
import {
  RESIDENT,
  CHROME,
  signIn,
  list,
  status,
  refresh,
  endSessions,
  findPassword,
} from '../../support/server/sessions/ownSessions.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
test.beforeAll(findPassword);
beforeEach(endSessions);

const end = (as: string, id: string) => server.call('DELETE', `/sessions/${id}`, { as });

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
