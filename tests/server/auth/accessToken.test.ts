import { createHmac } from 'node:crypto';
import { expect, onTestFinished, vi } from 'vitest';
import { server, test } from '../../support/server/world.ts';

const currentSecret = () => server.app.context.secrets.tokens.current();

async function signIn(username: string, keep_signed_in = false): Promise<string> {
  const body = { username, password: 'porchlight', keep_signed_in };
  return (await server.call('POST', '/users/login', { body })).json<{ token: string }>().token;
}
const list = (as: string) => server.call('GET', '/maintenance', { as });

test('a token is refused once its session has expired', async () => {
  const token = await signIn('neighbour');
  await server.database.sql`update sessions set expires_at = now() - interval '1 second'`;
  expect((await list(token)).statusCode).toBe(401);
});

test('a token is refused after 15 minutes, even while its session is valid', async () => {
  const token = await signIn('manager', true);
  expect((await list(token)).statusCode).toBe(200);
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 14 * 60_000 });
  expect((await list(token)).statusCode).toBe(200);
  vi.setSystemTime(Date.now() + 2 * 60_000);
  expect((await list(token)).statusCode).toBe(401);
});

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const forge = (header: object, claims: object, secret: string, hash = 'sha256') => {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
};
async function claims() {
  const token = await signIn('manager');
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
    exp: number;
    iat: number;
  };
}

test('a token signed by this test with the server’s secret is accepted, and is valid for 15 minutes', async () => {
  const token = forge({ alg: 'HS256', typ: 'JWT' }, await claims(), currentSecret());
  expect((await list(token)).statusCode).toBe(200);
  const { exp, iat } = await claims();
  expect(exp - iat).toBe(15 * 60);
});

test('a token signed with another secret is refused', async () => {
  const token = forge({ alg: 'HS256', typ: 'JWT' }, await claims(), `${currentSecret()}!`);
  expect((await list(token)).statusCode).toBe(401);
});

test('a token without a signature is refused', async () => {
  const body = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(await claims())}`;
  expect((await list(`${body}.`)).statusCode).toBe(401);
  expect((await list(body)).statusCode).toBe(401);
});

test('a token signed with another algorithm is refused', async () => {
  const token = forge({ alg: 'HS512', typ: 'JWT' }, await claims(), currentSecret(), 'sha512');
  expect((await list(token)).statusCode).toBe(401);
});

test('a token that has expired is refused', async () => {
  const spent = { ...(await claims()), exp: Math.floor(Date.now() / 1000) - 1 };
  expect((await list(forge({ alg: 'HS256', typ: 'JWT' }, spent, currentSecret()))).statusCode).toBe(401);
});

test('a token that names another user than its session does is refused', async () => {
  const other = { ...(await claims()), sub: '2' };
  expect((await list(forge({ alg: 'HS256', typ: 'JWT' }, other, currentSecret()))).statusCode).toBe(401);
});

test.each([
  { sid: 'abc' },
  { sid: undefined },
  { sid: { a: 1 } },
  { sub: 'x' },
  { sub: '' },
  { sub: '99999999999' },
  { sub: 2 },
])('a token of ours with the claim %o is refused, and renews nothing', async (claim) => {
  const worthless = { ...(await claims()), ...claim };
  const token = forge({ alg: 'HS256', typ: 'JWT' }, worthless, currentSecret());
  expect((await list(token)).statusCode).toBe(401);
  const expired = { ...worthless, exp: Math.floor(Date.now() / 1000) - 60 };
  const spent = forge({ alg: 'HS256', typ: 'JWT' }, expired, currentSecret());
  for (const as of [token, spent]) {
    expect((await server.call('POST', '/users/refresh', { as })).statusCode).toBe(401);
  }
});

test.each(['', 'Bearer', 'Bearer ', 'Basic cmVzaWRlbnQ6cG9yY2hsaWdodA==', 'Bearer a.b.c'])(
  'the Authorization header “%s” is refused with 401',
  async (authorization) => {
    const answer = await server.call('GET', '/maintenance', { headers: { authorization } });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'unauthenticated', message: 'Please sign in to go on.' });
  },
);
