import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { SecondFactorSecret } from '../../../contract/sessions/secondFactor.ts';
import type { SignedIn } from '../../../contract/users/user.ts';
import { codeOf, enrol, forgetUsedCodes, type Enrolled } from '../../support/server/authenticator.ts';
import { server, testWith } from '../../support/server/world.ts';

const MANAGER = 1;
const test = testWith({ LOG_LEVEL: 'debug', SIGN_IN_FAILURES_PER_ADDRESS: '1000' });

let factor: Enrolled;
/** The last entry of the record of changes before the test. */
let lastEntry: number;
beforeEach(async () => {
  const { sql } = server.database;
  await sql`delete from second_factors`;
  await sql`delete from attempts`;
  await sql`delete from sessions`;
  await sql`update users set is_manager = id = ${MANAGER}`;
  const [last] = await sql<{ id: number }>`select coalesce(max(id), 0)::int as id from audit`;
  lastEntry = last!.id;
  factor = await enrol(server, await server.token('manager'));
});

const login = (code?: string, password = 'porchlight') =>
  server.call('POST', '/users/login', {
    body: { username: 'manager', password, ...(code === undefined ? {} : { code }) },
  });
const read = async (as = factor.token) => (await server.call('GET', '/second-factor', { as })).json<object>();
const prove = (path: string, code: string, current_password = 'porchlight') =>
  server.call('POST', `/second-factor/${path}`, { as: factor.token, body: { current_password, code } });
const sessions = async () => (await server.database.sql`select 1 from sessions`).length;
const audit = () =>
  server.database.sql`select action, author, changes from audit where id > ${lastEntry} order by id`;

test('a right password without a code makes no session, and says that a code is needed', async () => {
  const before = await sessions();
  for (const missing of [undefined, '']) {
    const answer = await login(missing);
    expect(answer.statusCode).toBe(401);
    const message = 'Please enter the code of your authenticator app, or a recovery code.';
    expect(answer.json()).toMatchObject({
      code: 'second_factor_required',
      message,
      fields: { code: message },
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect(await sessions()).toBe(before);
});

test('a wrong password does not tell whether there is a second factor, with a code or without', async () => {
  const answers = [await login(undefined, 'wrong'), await login(codeOf(factor.secret), 'wrong')];
  await server.database.sql`delete from second_factors`;
  answers.push(await login(undefined, 'wrong'), await login('123456', 'wrong'));
  const bodies = answers.map((answer) => [answer.statusCode, { ...answer.json<Failure>(), request_id: '' }]);
  expect(bodies[0]).toMatchObject([401, { code: 'wrong_credentials' }]);
  for (const body of bodies) expect(body).toEqual(bodies[0]);
});

test('a sign-in without a second factor asks for no code, and ignores one', async () => {
  await server.database.sql`delete from second_factors`;
  expect((await login()).statusCode).toBe(200);
  expect((await login('123456')).statusCode).toBe(200);
});

test('a second factor is asked for only once a code of it has confirmed it', async () => {
  await server.database.sql`delete from second_factors`;
  const body = { current_password: 'porchlight' };
  const started = await server.call('POST', '/second-factor', { as: factor.token, body });
  expect(started.statusCode).toBe(201);
  const { secret, uri } = started.json<SecondFactorSecret>();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toBe(
    `otpauth://totp/Porchlight:manager?issuer=Porchlight&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect((await login()).statusCode).toBe(200);
  const wrong = await server.call('POST', '/second-factor/confirmation', {
    as: factor.token,
    body: { code: codeOf(secret, 5) },
  });
  expect(wrong.json()).toMatchObject({ code: 'wrong_code', fields: { code: expect.any(String) as unknown } });
  expect(await read()).toEqual({ on_since: null, recovery_codes_left: 0, required: false });
  expect((await login()).statusCode).toBe(200);
});

test('a set-up that is started again has another secret, and none can be started while one is on', async () => {
  const start = (password = 'porchlight') =>
    server.call('POST', '/second-factor', { as: factor.token, body: { current_password: password } });
  expect((await start()).statusCode).toBe(409);
  await server.database.sql`delete from second_factors`;
  expect((await start('wrong')).json()).toMatchObject({
    code: 'wrong_credentials',
    fields: { current_password: 'This is not your current password.' },
  });
  const first = (await start()).json<SecondFactorSecret>();
  const second = (await start()).json<SecondFactorSecret>();
  expect(second.secret).not.toBe(first.secret);
  const confirm = (secret: string) =>
    server.call('POST', '/second-factor/confirmation', { as: factor.token, body: { code: codeOf(secret) } });
  expect((await confirm(first.secret)).statusCode).toBe(400);
  expect((await confirm(second.secret)).statusCode).toBe(200);
});

test('turning it on gives ten recovery codes, goes on with another token, and signs out everywhere else', async () => {
  await server.database.sql`delete from second_factors`;
  const elsewhere = await server.token('manager');
  const before = await server.token('manager');
  const { recoveryCodes, token } = await enrol(server, before);
  expect(recoveryCodes).toHaveLength(10);
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^\d{4}-\d{4}-\d{4}$/);
  expect(await read(token)).toEqual({
    on_since: expect.any(String) as unknown,
    recovery_codes_left: 10,
    required: false,
  });
  for (const as of [elsewhere, before]) {
    expect((await server.call('GET', '/second-factor', { as })).statusCode).toBe(401);
  }
});

test('the secret and the codes are in no log, no record of changes and no stored answer; recovery codes only as hashes', async () => {
  const code = codeOf(factor.secret);
  await login(code);
  await login(factor.recoveryCodes[0]);
  await prove('recovery-codes', factor.recoveryCodes[1]!);
  const { sql } = server.database;
  const stored = JSON.stringify([
    await sql`select * from audit`,
    await sql`select * from idempotency_keys`,
    await sql`select * from recovery_codes`,
    await sql`select * from sessions`,
    await sql`select * from attempts`,
  ]);
  for (const secret of [
    factor.secret,
    ...factor.recoveryCodes,
    factor.recoveryCodes[2]!.replaceAll('-', ''),
  ]) {
    expect(stored + server.log.join()).not.toContain(secret);
  }
  expect(server.log.join()).not.toContain(`"${code}"`);
  expect(server.log.join()).toContain('/second-factor');
  const hashes = await sql<{ code_hash: string }>`select code_hash from recovery_codes`;
  for (const { code_hash } of hashes) expect(code_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await audit()).toEqual([
    { action: 'turned on', author: MANAGER, changes: {} },
    { action: 'renewed', author: MANAGER, changes: {} },
  ]);
});

test('new recovery codes need the password and a code, and the ones before stop signing in', async () => {
  expect((await prove('recovery-codes', codeOf(factor.secret), 'wrong')).json()).toMatchObject({
    code: 'wrong_credentials',
  });
  expect((await prove('recovery-codes', '000000')).json()).toMatchObject({ code: 'wrong_code' });
  const answer = await prove('recovery-codes', codeOf(factor.secret));
  expect(answer.statusCode).toBe(200);
  const { recovery_codes } = answer.json<{ recovery_codes: string[] }>();
  expect((await login(factor.recoveryCodes[0])).statusCode).toBe(401);
  expect((await login(recovery_codes[0])).statusCode).toBe(200);
});

test('turning it off needs the password and a code, signs out everywhere else, and is recorded', async () => {
  const elsewhere = (await login(factor.recoveryCodes[0])).json<SignedIn>().token;
  expect((await prove('removal', codeOf(factor.secret), 'wrong')).json()).toMatchObject({
    code: 'wrong_credentials',
  });
  expect((await prove('removal', '000000')).json()).toMatchObject({ code: 'wrong_code' });
  const answer = await prove('removal', codeOf(factor.secret));
  expect(answer.statusCode).toBe(200);
  const { token } = answer.json<{ token: string }>();
  expect(await read(token)).toMatchObject({ on_since: null });
  for (const as of [elsewhere, factor.token]) {
    expect((await server.call('GET', '/second-factor', { as })).statusCode).toBe(401);
  }
  expect((await login()).statusCode).toBe(200);
  expect(await audit()).toMatchObject([{ action: 'turned on' }, { action: 'turned off' }]);
  expect(
    (
      await server.call('POST', '/second-factor/removal', {
        as: token,
        body: { current_password: 'porchlight', code: codeOf(factor.secret) },
      })
    ).statusCode,
  ).toBe(409);
});

test('a renewal by the cookie asks for no code', async () => {
  const signedIn = await server.call('POST', '/users/login', {
    body: {
      username: 'manager',
      password: 'porchlight',
      keep_signed_in: true,
      code: codeOf(factor.secret),
    },
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!;
  expect((await server.call('POST', '/users/refresh', { headers: { cookie } })).statusCode).toBe(200);
});

test('whoever is no manager any more signs in by the password alone', async () => {
  const { sql } = server.database;
  await sql`update users set is_manager = true where username = 'resident'`;
  await forgetUsedCodes(server);
  const [asker, second] = [await server.token('resident'), factor.token];
  await sql`update users set is_manager = true where username = 'neighbour'`;
  await sql`update users set manager_since = now() - interval '8 days' where is_manager`;
  const neighbour = await enrol(server, await server.token('neighbour'));
  const [{ id }] = (await sql<{ id: number }>`select id from users where username = 'neighbour'`) as [
    { id: number },
  ];
  expect((await server.call('POST', `/users/${id}/removal`, { as: asker })).statusCode).toBe(201);
  expect((await server.call('POST', `/users/${id}/removal/confirmation`, { as: second })).statusCode).toBe(
    200,
  );
  expect(await sql`select 1 from second_factors where user_id = ${id}`).toEqual([]);
  await sql`update users set is_current_user = true where id = ${id}`;
  const body = { username: 'neighbour', password: 'porchlight' };
  expect((await server.call('POST', '/users/login', { body })).statusCode).toBe(200);
  expect((await server.call('GET', '/second-factor', { as: neighbour.token })).statusCode).toBe(403);
});
