import { createHmac } from 'node:crypto';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { server, test } from '../../support/server/world.ts';

const SECRET = 'another secret only for the tests of porchlight';

async function signIn(username: string, keep_signed_in = false): Promise<string> {
  const body = { username, password: 'porchlight', keep_signed_in };
  return (await server.call('POST', '/users/login', { body })).json<{ token: string }>().token;
}
const list = (as: string) => server.call('GET', '/maintenance', { as });

test('a session’s token does not outlive its session', async () => {
  const token = await signIn('neighbour');
  await server.database.sql`update sessions set expires_at = now() - interval '1 second'`;
  expect((await list(token)).statusCode).toBe(401);
});

test('a token that was good before is refused once its own time is over, however long its session holds', async () => {
  const token = await signIn('manager', true);
  expect((await list(token)).statusCode).toBe(200);
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 14 * 60_000 });
  expect((await list(token)).statusCode).toBe(200);
  vi.setSystemTime(Date.now() + 2 * 60_000);
  expect((await list(token)).statusCode).toBe(401);
});

describe('a token that the server did not sign', () => {
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

  test('is accepted only when rightly signed, which shows that the rest of this is no accident', async () => {
    const token = forge({ alg: 'HS256', typ: 'JWT' }, await claims(), SECRET);
    expect((await list(token)).statusCode).toBe(200);
    const { exp, iat } = await claims();
    expect(exp - iat).toBe(15 * 60);
  });

  test('is refused with another secret', async () => {
    const token = forge({ alg: 'HS256', typ: 'JWT' }, await claims(), `${SECRET}!`);
    expect((await list(token)).statusCode).toBe(401);
  });

  test('is refused without a signature', async () => {
    const body = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(await claims())}`;
    expect((await list(`${body}.`)).statusCode).toBe(401);
    expect((await list(body)).statusCode).toBe(401);
  });

  test('is refused with another algorithm', async () => {
    const token = forge({ alg: 'HS512', typ: 'JWT' }, await claims(), SECRET, 'sha512');
    expect((await list(token)).statusCode).toBe(401);
  });

  test('is refused once its time is over', async () => {
    const spent = { ...(await claims()), exp: Math.floor(Date.now() / 1000) - 1 };
    expect((await list(forge({ alg: 'HS256', typ: 'JWT' }, spent, SECRET))).statusCode).toBe(401);
  });

  test('is refused with another’s name in it', async () => {
    const other = { ...(await claims()), sub: '2' };
    expect((await list(forge({ alg: 'HS256', typ: 'JWT' }, other, SECRET))).statusCode).toBe(401);
  });

  test.each(['', 'Bearer', 'Bearer ', 'Basic cmVzaWRlbnQ6cG9yY2hsaWdodA==', 'Bearer a.b.c'])(
    '“%s” is nobody',
    async (authorization) => {
      const answer = await server.call('GET', '/maintenance', { headers: { authorization } });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'unauthenticated', message: 'Please sign in to go on.' });
    },
  );
});
