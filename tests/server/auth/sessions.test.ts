import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { User } from '../../../contract/users/user.ts';
import { testServer } from '../../support/server/server.ts';
import { server, test } from '../../support/server/world.ts';

const THIRTY_DAYS = 30 * 24 * 60 * 60;

beforeEach(async () => {
  await server.database.sql`update users set is_current_user = true`;
});

async function signIn(username = 'resident', keep_signed_in?: boolean, headers: Record<string, string> = {}) {
  const answer = await server.call('POST', '/users/login', {
    body: { username, password: 'porchlight', ...(keep_signed_in === undefined ? {} : { keep_signed_in }) },
    headers,
  });
  const [cookie] = answer.cookies as { name: string; value: string }[];
  return {
    answer,
    token: answer.json<{ token: string }>().token,
    cookie: cookie ? `${cookie.name}=${cookie.value}` : '',
  };
}
const refresh = (headers: Record<string, string>) => server.call('POST', '/users/refresh', { headers });
const logout = (headers: Record<string, string>) => server.call('POST', '/users/logout', { headers });
const list = (as: string) => server.call('GET', '/maintenance', { as });
const whoIs = (answer: { body: string }) => (JSON.parse(answer.body) as { user: User }).user.username;

test('“Keep me signed in” sets a session cookie for 30 days, HttpOnly and SameSite=Strict', async () => {
  const { answer } = await signIn('resident', true, { host: 'portal.example.com' });
  const cookie = {
    value: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    ...{ path: '/', httpOnly: true, secure: true, sameSite: 'Strict' },
  };
  expect(answer.cookies).toEqual([
    { name: '__Host-porchlight_session', maxAge: THIRTY_DAYS, ...cookie },
    // By which the device is known again, also after a sign-out.
    { name: '__Host-porchlight_device', maxAge: 400 * 24 * 60 * 60, ...cookie },
  ]);
});

test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
  'the session cookie needs no TLS on %s',
  async (host) => {
    const { answer } = await signIn('resident', true, { host });
    expect(answer.cookies[0]).toMatchObject({ name: 'porchlight_session' });
    expect(answer.cookies[0]).not.toHaveProperty('secure');
  },
);

test.each(['localhost.example.com', 'example.com:3000', '127.0.0.1.example.com'])(
  'the session cookie needs TLS on %s',
  async (host) => {
    const { answer } = await signIn('resident', true, { host });
    expect(answer.cookies[0]).toMatchObject({ secure: true });
  },
);

test('over HTTPS a session cookie is accepted only with the __Host- prefix, which no neighbouring host can set', async () => {
  const host = 'portal.example.com';
  const { cookie } = await signIn('resident', true, { host });
  expect((await refresh({ host, cookie })).statusCode).toBe(200);
  const planted = cookie.replace('__Host-', '');
  expect((await refresh({ host, cookie: planted })).statusCode).toBe(401);
  const left = await logout({ host, cookie });
  expect(left.cookies).toMatchObject([{ name: '__Host-porchlight_session', value: '', secure: true }]);
  expect((await refresh({ host, cookie })).statusCode).toBe(401);
});

test('a sign-in without “Keep me signed in” sets no session cookie', async () => {
  expect((await signIn('resident')).answer.headers['set-cookie']).toBeUndefined();
  expect((await signIn('resident', false)).answer.headers['set-cookie']).toBeUndefined();
});

test('the session cookie is stored in the database only as a hash', async () => {
  const { cookie } = await signIn('resident', true);
  const secret = cookie.split('=')[1]!;
  const rows = await server.database.sql<{ text: string }>`select sessions::text as text from sessions`;
  expect(rows.some(({ text }) => text.includes(secret))).toBe(false);
});

test('a sign-in without “Keep me signed in” deletes the session cookie of the person before', async () => {
  const { cookie } = await signIn('neighbour', true);
  const { answer } = await signIn('resident', false, { cookie });
  expect(answer.cookies).toMatchObject([{ name: 'porchlight_session', value: '' }]);
});

test('a session cookie is exchanged for a new token, and is valid for 30 more days', async () => {
  const { cookie } = await signIn('resident', true);
  const answer = await refresh({ cookie });
  expect(answer.statusCode).toBe(200);
  expect(whoIs(answer)).toBe('resident');
  expect(answer.cookies).toMatchObject([{ maxAge: THIRTY_DAYS }]);
  expect((await list(answer.json<{ token: string }>().token)).statusCode).toBe(200);
});

test('a valid token is exchanged for a new one, and no cookie is set', async () => {
  const { token } = await signIn('resident');
  const answer = await refresh({ authorization: `Bearer ${token}` });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('the token of the page takes precedence over the cookie of someone who used the device earlier', async () => {
  const earlier = await signIn('neighbour', true);
  const { token } = await signIn('resident');
  const answer = await refresh({ cookie: earlier.cookie, authorization: `Bearer ${token}` });
  expect(whoIs(answer)).toBe('resident');
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('the session cookie renews the session although the token has expired', async () => {
  const { cookie } = await signIn('resident', true);
  expect((await refresh({ cookie, authorization: 'Bearer spent' })).statusCode).toBe(200);
});

test('renewing without a cookie, with an invented one or an expired one is refused', async () => {
  expect((await refresh({})).statusCode).toBe(401);
  expect((await refresh({ cookie: 'porchlight_session=invented' })).statusCode).toBe(401);
  const { cookie } = await signIn('resident', true);
  await server.database.sql`update sessions set expires_at = now() - interval '1 second'`;
  expect((await refresh({ cookie })).statusCode).toBe(401);
});

test('a session ends 180 days after the sign-in, however often it was renewed', async () => {
  const { cookie, token } = await signIn('resident', true);
  await server.database.sql`update sessions set created_at = now() - interval '179 days'`;
  expect((await list(token)).statusCode).toBe(200);
  expect((await refresh({ cookie })).statusCode).toBe(200);
  await server.database.sql`update sessions set created_at = now() - interval '180 days'`;
  expect((await list(token)).statusCode).toBe(401);
  expect((await refresh({ cookie })).statusCode).toBe(401);
});

test('a deactivated user’s device is told so, by token and by cookie, also after the token expired', async () => {
  const { token, cookie } = await signIn('neighbour', true);
  const manager = await server.token('manager');
  const NOOR = 3;
  const change = (isCurrentUser: boolean) =>
    server.call('PUT', `/users/${NOOR}`, { as: manager, body: { isCurrentUser } });
  await server.database.sql`update users set is_current_user = true where id = ${NOOR}`;
  expect((await change(false)).statusCode).toBe(200);
  const key = server.app.context.secrets.tokens.current();
  const expired = server.app.jwt.sign(
    { sub: String(NOOR), sid: crypto.randomUUID(), iat: 1, exp: 2 },
    { key },
  );
  const byCookie: Record<string, string> = { cookie };
  const byToken = { authorization: `Bearer ${token}` };
  for (const from of [byCookie, byCookie, byToken, { authorization: `Bearer ${expired}` }]) {
    const answer = await refresh(from);
    expect(answer.statusCode).toBe(401);
    expect(answer.json<Failure>()).toMatchObject({
      code: 'deactivated',
      message: 'This account is not active any more.',
    });
  }
  expect((await change(true)).statusCode).toBe(200);
  for (const from of [byCookie, byToken]) {
    expect((await refresh(from)).json<Failure>().code).toBe('unauthenticated');
  }
});

test('a page of a neighbouring host cannot use the session cookie, to renew or to sign out', async () => {
  const { cookie, token } = await signIn('resident', true);
  const from = { cookie, 'sec-fetch-site': 'same-site', origin: 'https://shop.example.com' };
  const answer = await refresh(from);
  expect(answer.statusCode).toBe(401);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await logout(from)).headers['set-cookie']).toBeUndefined();
  expect((await list(token)).statusCode).toBe(200);
  expect((await refresh({ cookie, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
});

test('an app on an allowed host of the same site can use the session cookie', async () => {
  const other = await testServer({ CORS_ORIGINS: 'https://app.example.com' });
  const answer = await other.call('POST', '/users/login', {
    body: { username: 'resident', password: 'porchlight', keep_signed_in: true },
  });
  const [cookie] = answer.cookies as { name: string; value: string }[];
  const renewed = await other.call('POST', '/users/refresh', {
    headers: {
      cookie: `${cookie!.name}=${cookie!.value}`,
      'sec-fetch-site': 'same-site',
      origin: 'https://app.example.com',
    },
  });
  expect(renewed.statusCode).toBe(200);
  expect(renewed.headers).toMatchObject({
    'access-control-allow-origin': 'https://app.example.com',
    'access-control-allow-credentials': 'true',
  });
  await other.close();
});

test('signing out ends the session and all its tokens at once, and deletes the cookie', async () => {
  const { token, cookie } = await signIn('resident', true);
  const second = (await refresh({ cookie })).json<{ token: string }>().token;
  const answer = await logout({ cookie, authorization: `Bearer ${token}` });
  expect(answer.statusCode).toBe(200);
  expect(answer.cookies).toMatchObject([{ name: 'porchlight_session', value: '', path: '/' }]);
  expect((await list(token)).statusCode).toBe(401);
  expect((await list(second)).statusCode).toBe(401);
  expect((await refresh({ cookie })).statusCode).toBe(401);
  expect((await refresh({ authorization: `Bearer ${token}` })).statusCode).toBe(401);
});

test('signing out works with the cookie alone, when the token has expired', async () => {
  const { token, cookie } = await signIn('resident', true);
  await logout({ cookie });
  expect((await list(token)).statusCode).toBe(401);
});

test('signing out leaves the other devices of the same person signed in', async () => {
  const phone = await signIn('resident');
  const laptop = await signIn('resident');
  await logout({ authorization: `Bearer ${phone.token}` });
  expect((await list(laptop.token)).statusCode).toBe(200);
});

test('signing out without a session is no error', async () => {
  expect((await logout({})).statusCode).toBe(200);
});

test('a deactivated user is refused from the next request on, by token and by cookie', async () => {
  const { token, cookie } = await signIn('neighbour', true);
  expect((await list(token)).statusCode).toBe(200);
  await server.database.sql`update users set is_current_user = false where username = 'neighbour'`;
  expect((await list(token)).statusCode).toBe(401);
  expect((await refresh({ cookie })).statusCode).toBe(401);
});
