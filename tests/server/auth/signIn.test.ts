import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import { addressOf } from '../../../server/auth/limits/rateLimits.ts';
import { testServer, type TestServer } from '../../support/server/server.ts';
import { server, test } from '../../support/server/world.ts';

const login = (body: object, headers: Record<string, string> = {}) =>
  server.call('POST', '/users/login', { body, headers });

test('a sign-in answers a token and the user', async () => {
  const answer = await login({ username: 'resident', password: 'porchlight' });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as unknown,
    user: { username: 'resident', first_name: 'Robin', unit: 1, unit_number: '101', is_manager: false },
  });
  expect(answer.body).not.toContain('argon2');
});

test('capital letters in the username make no difference at sign-in', async () => {
  const answer = await login({ username: '  RESIDENT ', password: 'porchlight' });
  expect(answer.json<{ user: { username: string } }>().user.username).toBe('resident');
});

test('a username signs in as whatever looks the same, and a twin of an older version by exactly what it is called', async () => {
  const { sql } = server.database;
  await sql`
    insert into users (username, email, password_hash, first_name, last_name)
    select 'zoë ash', 'zoe@example.com', password_hash, 'Zoë', 'Ash' from users where username = 'resident'`;
  const signedIn = async (username: string) =>
    (await login({ username, password: 'porchlight' })).json<{ user: { username: string } }>().user.username;
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
    expect(await signedIn('ZOË\u00a0ASH'.normalize(form))).toBe('zoë ash');
  const twin = 'zoë\u2028ash';
  await sql`
    insert into users (username, email, password_hash, first_name, last_name)
    select ${twin}, 'twin@example.com', password_hash, 'Twin', 'Ash' from users where username = 'resident'`;
  expect(await signedIn(twin)).toBe(twin);
  expect(await signedIn('zoë\u00a0ash')).toBe('zoë ash');
  await sql`delete from users where email in ('zoe@example.com', 'twin@example.com')`;
});

test('a wrong username and a wrong password are refused with the same message', async () => {
  const wrongName = await login({ username: 'nobody', password: 'porchlight' });
  const wrongPassword = await login({ username: 'neighbour', password: 'porchdark' });
  const wordsOf = (failure: Failure) => ({ ...failure, request_id: '' });
  expect(wrongName.statusCode).toBe(401);
  expect(wrongPassword.statusCode).toBe(401);
  expect(wordsOf(wrongPassword.json<Failure>())).toEqual(wordsOf(wrongName.json<Failure>()));
  expect(wrongName.json()).toMatchObject({
    message: 'Invalid username or password.',
    error: 'Invalid username or password.',
    code: 'wrong_credentials',
  });
});

test('a sign-in to an inactive account is refused like one to an unknown account', async () => {
  await server.database.sql`
    insert into users (username, email, password_hash, first_name, last_name, is_current_user)
    select 'former', 'former@example.com', password_hash, 'Flo', 'Ruiz', false from users where username = 'resident'`;
  const answer = await login({ username: 'former', password: 'porchlight' });
  expect(answer.statusCode).toBe(401);
  expect(answer.json<Failure>().message).toBe('Invalid username or password.');
});

test('a token sent with a sign-in is ignored', async () => {
  const manager = await server.token('manager');
  const asManager = await login(
    { username: 'resident', password: 'porchlight' },
    { authorization: `Bearer ${manager}` },
  );
  expect(asManager.json<{ user: { username: string } }>().user.username).toBe('resident');
  const spent = await login(
    { username: 'resident', password: 'porchlight' },
    { authorization: 'Bearer nonsense' },
  );
  expect(spent.statusCode).toBe(200);
});

test('a sign-in with empty fields names each of them', async () => {
  const answer = await login({ username: ' ', password: '' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Failure>().fields).toEqual({
    username: 'Username is required',
    password: 'Password is required',
  });
});

describe('failed sign-ins are limited', () => {
  let guarded: TestServer;
  beforeAll(async () => {
    guarded = await testServer({
      TRUST_PROXY: '1',
      SIGN_IN_FAILURES_PER_ACCOUNT: '3',
      SIGN_IN_FAILURES_PER_ACCOUNT_TOTAL: '7',
      SIGN_IN_FAILURES_PER_ADDRESS: '5',
    });
  });
  afterAll(() => guarded.close());

  const attempt = (username: string, password: string, from: string) =>
    guarded.call('POST', '/users/login', {
      body: { username, password },
      headers: { 'x-forwarded-for': from },
    });

  test('successful sign-ins do not count towards the limit', async () => {
    for (let time = 0; time < 8; time += 1) {
      expect((await attempt('manager', 'porchlight', '10.0.0.1')).statusCode).toBe(200);
    }
  });

  test('an account is locked for an address after its failed sign-ins from there, whatever the capitals of its name', async () => {
    for (const name of ['resident', 'RESIDENT', 'Resident']) {
      expect((await attempt(name, 'wrong', '10.1.0.1')).statusCode).toBe(401);
    }
    const refused = await attempt('resident', 'porchlight', '10.1.0.1');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    expect(refused.json()).toMatchObject({
      code: 'too_many',
      message: 'Too many attempts. Please try again in 15 minutes.',
    });
    expect((await attempt('neighbour', 'porchlight', '10.1.0.1')).statusCode).toBe(200);
    expect((await attempt('resident', 'porchlight', '10.1.0.2')).statusCode).toBe(200);
  });

  test('an account is locked for strangers after more failed sign-ins from many addresses, and not for a device of its owner', async () => {
    const owner = await guarded.call('POST', '/users/login', {
      body: { username: 'resident', password: 'porchlight', keep_signed_in: true },
      headers: { 'x-forwarded-for': '10.1.0.3' },
    });
    const [cookie] = owner.cookies as { name: string; value: string }[];
    const atHome = (password: string) =>
      guarded.call('POST', '/users/login', {
        body: { username: 'resident', password },
        headers: { 'x-forwarded-for': '10.1.0.3', cookie: `${cookie!.name}=${cookie!.value}` },
      });
    for (const host of [4, 5, 6, 7]) {
      expect((await attempt('resident', 'wrong', `10.1.0.${host}`)).statusCode).toBe(401);
    }
    expect((await attempt('resident', 'porchlight', '10.1.0.8')).statusCode).toBe(429);

    for (let guess = 0; guess < 3; guess += 1) expect((await atHome('wrong')).statusCode).toBe(401);
    expect((await atHome('porchlight')).statusCode).toBe(429);
    await guarded.database.sql`delete from attempts where subject like 'sign-in session %'`;
    expect((await atHome('porchlight')).statusCode).toBe(200);
  });

  test('a locked account opens again after 15 minutes', async () => {
    await guarded.database.sql`update attempts set at = at - interval '15 minutes'`;
    expect((await attempt('resident', 'porchlight', '10.1.0.1')).statusCode).toBe(200);
  });

  test('an address is refused after its failed sign-ins, whatever usernames it tries', async () => {
    for (const name of ['ann', 'bob', 'cyd', 'dee', 'eve']) {
      expect((await attempt(name, 'wrong', '10.2.0.1')).statusCode).toBe(401);
    }
    expect((await attempt('manager', 'porchlight', '10.2.0.1')).statusCode).toBe(429);
    expect((await attempt('manager', 'porchlight', '10.2.0.2')).statusCode).toBe(200);
  });

  test('a typed name never counts towards an account, whatever it looks like', async () => {
    const [resident] = await guarded.database.sql<{
      id: number;
    }>`select id from users where username = 'resident'`;
    await guarded.database.sql`delete from attempts`;
    for (let guess = 0; guess < 3; guess += 1)
      await attempt(`#${resident!.id} from 10.6.0.1`, 'wrong', '10.6.0.2');
    for (let guess = 0; guess < 2; guess += 1) await attempt(`#${resident!.id}`, 'wrong', '10.6.0.1');
    await guarded.database
      .sql`update attempts set subject = 'sign-in address' where subject like 'sign-in address %'`;
    for (let guess = 0; guess < 2; guess += 1) {
      expect((await attempt('resident', 'wrong', '10.6.0.1')).statusCode).toBe(401);
    }
    expect((await attempt('resident', 'porchlight', '10.6.0.1')).statusCode).toBe(200);
  });

  test('an address that a client itself puts into X-Forwarded-For is ignored', async () => {
    for (const name of ['fay', 'gus', 'hal', 'ida', 'jon']) {
      await attempt(name, 'wrong', `${name.length}.9.9.9, 10.3.0.1`);
    }
    expect((await attempt('manager', 'porchlight', '7.7.7.7, 10.3.0.1')).statusCode).toBe(429);
  });

  test('failed sign-ins sent all at once do not get past the limit', async () => {
    const guesses = Array.from({ length: 40 }, (_, index) =>
      attempt('newcomer', index === 39 ? 'porchlight' : 'wrong', `10.4.0.${index}`),
    );
    const statuses = (await Promise.all(guesses)).map((answer) => answer.statusCode);
    // The right one is told from none of the others that are refused with it.
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(7);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(1);
  });

  test('right passwords sent all at once all sign in', async () => {
    const answers = Array.from({ length: 20 }, () => attempt('resident', 'porchlight', '10.4.1.1'));
    expect(new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });

  test('without a trusted proxy X-Forwarded-For is ignored', async () => {
    const answer = await server.call('POST', '/users/login', {
      body: { username: 'nobody', password: 'wrong' },
      headers: { 'x-forwarded-for': '10.5.0.1' },
    });
    expect(answer.statusCode).toBe(401);
    expect(await server.database.sql`select 1 from attempts where subject like '%10.5.0.1'`).toEqual([]);
  });
});

test('all addresses of an IPv6 /64 network count as one', () => {
  expect(addressOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(addressOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
  expect(addressOf('2001:db8::9')).toBe('2001:db8:0:0::/64');
  expect(addressOf('::1')).toBe('0:0:0:0::/64');
  expect(addressOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(addressOf('192.0.2.7')).toBe('192.0.2.7');
});
