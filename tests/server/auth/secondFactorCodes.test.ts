import { beforeEach, describe, expect } from 'vitest';
import type { SecondFactorSecret } from '../../../contract/sessions/secondFactor.ts';
import type { SignedIn } from '../../../contract/users/user.ts';
import { codeOf, enrol, steadyStep, type Enrolled } from '../../support/server/authenticator.ts';
import { server, testWith } from '../../support/server/world.ts';

const MANAGER = 1;
const test = testWith({ SIGN_IN_FAILURES_PER_ADDRESS: '1000' });

let factor: Enrolled;
beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from second_factors`;
  await sql`delete from attempts`;
  await sql`delete from sessions`;
  factor = await enrol(server, await server.token('manager'));
});

const login = (code?: string) =>
  server.call('POST', '/users/login', {
    body: { username: 'manager', password: 'porchlight', ...(code === undefined ? {} : { code }) },
  });
const recoveryCodesLeft = async () => (await server.database.sql`select 1 from recovery_codes`).length;
const sessions = async () => (await server.database.sql`select 1 from sessions`).length;

describe('a code of the app', () => {
  test('signs in once, and neither it nor an earlier one signs in again', async () => {
    await steadyStep();
    const earlier = codeOf(factor.secret, -1);
    const code = codeOf(factor.secret);
    const answer = await login(code);
    expect(answer.statusCode).toBe(200);
    expect(answer.json<SignedIn>().user).toMatchObject({ username: 'manager' });
    const message = 'This code was used already. Please wait for the next one.';
    for (const used of [code, earlier]) {
      const again = await login(used);
      expect(again.statusCode).toBe(401);
      expect(again.json()).toMatchObject({ code: 'wrong_code', message, fields: { code: message } });
    }
  });

  test('signs in once where two requests bring it at once', async () => {
    const code = codeOf(factor.secret);
    const before = await sessions();
    const answers = await Promise.all([login(code), login(code), login(code)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
    expect(await sessions()).toBe(before + 1);
  });

  test('that turned the second factor on does not sign in too', async () => {
    await server.database.sql`delete from second_factors`;
    const as = await server.token('manager');
    const started = await server.call('POST', '/second-factor', {
      as,
      body: { current_password: 'porchlight' },
    });
    const code = codeOf(started.json<SecondFactorSecret>().secret);
    await server.call('POST', '/second-factor/confirmation', { as, body: { code } });
    expect((await login(code)).json()).toMatchObject({ code: 'wrong_code' });
  });

  test.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])('of a phone whose clock is %i steps off is answered %i', async (steps, status) => {
    await steadyStep();
    expect((await login(codeOf(factor.secret, steps))).statusCode).toBe(status);
  });

  test('may be typed with spaces', async () => {
    expect((await login(` ${codeOf(factor.secret).replace(/^.../, '$& ')} `)).statusCode).toBe(200);
  });
});

describe('a recovery code', () => {
  test('signs in once, and the others still do', async () => {
    const [first, second] = factor.recoveryCodes as [string, string];
    expect((await login(first)).statusCode).toBe(200);
    expect((await login(first)).json()).toMatchObject({ code: 'wrong_code' });
    expect((await login(second)).statusCode).toBe(200);
    expect(await recoveryCodesLeft()).toBe(8);
  });

  test('signs in once where two requests bring it at once', async () => {
    const [code] = factor.recoveryCodes;
    const answers = await Promise.all([login(code), login(code), login(code)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
  });

  test('may be typed without dashes, or with spaces', async () => {
    const [first, second] = factor.recoveryCodes as [string, string];
    expect((await login(first.replaceAll('-', ''))).statusCode).toBe(200);
    expect((await login(second.replaceAll('-', ' '))).statusCode).toBe(200);
  });
});

describe('wrong codes', () => {
  test('count as failed sign-ins, so that after ten a right password with a right code has to wait', async () => {
    for (let time = 0; time < 10; time += 1) expect((await login('000000')).statusCode).toBe(401);
    const limited = await login(codeOf(factor.secret));
    expect(limited.statusCode).toBe(429);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    const { sql } = server.database;
    expect(await sql`select 1 from attempts where subject = ${`sign-in account #${MANAGER}`}`).toHaveLength(
      10,
    );
  });

  test('are limited to ten an hour from anywhere, for longer than failed sign-ins', async () => {
    for (let time = 0; time < 10; time += 1) await login('1111-1111-1111');
    await server.database.sql`update attempts set at = at - interval '50 minutes'`;
    expect((await login(codeOf(factor.secret))).statusCode).toBe(429);
    expect((await login(undefined)).statusCode).toBe(401);
    await server.database.sql`update attempts set at = at - interval '11 minutes'`;
    expect((await login(codeOf(factor.secret))).statusCode).toBe(200);
  });

  test('are limited where many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => login('000000')));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15);
  });

  test('are limited for whoever is signed in too', async () => {
    const turnOff = (code: string) =>
      server.call('POST', '/second-factor/removal', {
        as: factor.token,
        body: { current_password: 'porchlight', code },
      });
    for (let time = 0; time < 10; time += 1) {
      expect((await turnOff('000000')).json()).toMatchObject({ code: 'wrong_code' });
    }
    expect((await turnOff(codeOf(factor.secret))).statusCode).toBe(429);
    expect(await recoveryCodesLeft()).toBe(10);
  });
});
