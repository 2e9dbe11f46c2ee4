import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import { TOTP, Secret } from 'otpauth';
import {
  RESIDENT,
  PASSWORD,
  mail,
  server,
  forget,
  open,
  choose,
  login,
  longAgo,
  sent,
  resetToken,
  startServer,
  findPassword,
  resetAccounts,
} from '../../support/server/passwords/forgottenPassword.ts';

beforeAll(startServer);

beforeAll(findPassword);

beforeEach(resetAccounts);

test('a link is sent to the address, and a password chosen by it signs in', async () => {
  const token = await resetToken('Resident@Example.com');
  expect(mail.mails[0]!.to).toEqual(['resident@example.com']);
  expect((await open(token)).json()).toEqual({ first_name: 'Robin', username: 'resident' });
  expect((await choose(token)).statusCode).toBe(200);
  expect((await login(PASSWORD)).statusCode).toBe(200);
  expect((await login('porchlight')).statusCode).toBe(401);
});

test('the answer is the same whether or not somebody has the address, and comes before anybody is looked for', async () => {
  const known = await forget('resident@example.com');
  const unknown = await forget('nobody@example.com');
  expect(known.body).toBe(unknown.body);
  expect(known.statusCode).toBe(unknown.statusCode);
  const headers = (answer: typeof known) => Object.keys(answer.headers).toSorted();
  expect(headers(known)).toEqual(headers(unknown));
  // The database may be away: only the limits are read before the answer.
  const { sql } = server.database;
  await sql`alter table password_resets rename to password_resets_away`;
  try {
    expect((await forget('manager@example.com')).body).toBe(unknown.body);
    await server.app.sendResetLinks();
  } finally {
    await sql`alter table password_resets_away rename to password_resets`;
  }
  expect(server.log.join('')).toContain('the link for a new password could not be sent');
});

test('nobody is written to who is unknown, inactive or without an address', async () => {
  await server.database.sql`update users set is_current_user = false where id = ${RESIDENT}`;
  await server.database.sql`update users set email = '' where id = 3`;
  for (const email of ['resident@example.com', 'nobody@example.com']) {
    expect((await forget(email)).statusCode).toBe(200);
  }
  expect((await forget('')).statusCode).toBe(400);
  expect(await sent()).toEqual([]);
});

test('a link is used once, also by two at the same moment', async () => {
  const token = await resetToken();
  const answers = await Promise.all([choose(token), choose(token, 'another long walk')]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410]);
  expect((await open(token)).statusCode).toBe(410);
  expect((await choose(token)).statusCode).toBe(410);
});

test('a link expires after half an hour', async () => {
  const token = await resetToken();
  const [row] = await server.database.sql<{ minutes: number }>`
    select extract(epoch from expires_at - now())::float8 / 60 as minutes from password_resets`;
  expect(row!.minutes).toBeGreaterThan(29);
  expect(row!.minutes).toBeLessThanOrEqual(30);
  await server.database.sql`update password_resets set expires_at = now() - interval '1 second'`;
  expect((await open(token)).statusCode).toBe(410);
  expect((await choose(token)).statusCode).toBe(410);
});

test('whatever changes the password, the address or the account makes links void', async () => {
  const { sql } = server.database;
  const first = await resetToken();
  await longAgo('6 minutes');
  mail.mails.length = 0;
  const second = await resetToken();
  expect((await choose(first)).statusCode).toBe(200);
  expect((await choose(second)).statusCode).toBe(410);
  for (const change of ["email = 'new@example.com'", 'is_current_user = false']) {
    await sql`update users set is_current_user = true, email = 'resident@example.com' where id = ${RESIDENT}`;
    await sql`delete from attempts`;
    await longAgo('6 minutes');
    mail.mails.length = 0;
    const token = await resetToken();
    if (change.startsWith('email'))
      await sql`update users set email = 'new@example.com' where id = ${RESIDENT}`;
    else await sql`update users set is_current_user = false where id = ${RESIDENT}`;
    expect((await choose(token)).statusCode).toBe(410);
  }
});

test('every session ends, and a lock after wrong passwords too', async () => {
  const before = (await login('porchlight')).json<{ token: string }>().token;
  const token = await resetToken();
  await server.database.sql`
    insert into attempts (subject) select 'sign-in account #2' from generate_series(1, 100)`;
  expect((await login('porchlight')).statusCode).toBe(429);
  expect((await choose(token)).statusCode).toBe(200);
  expect((await server.call('GET', `/users/${RESIDENT}`, { as: before })).statusCode).toBe(401);
  expect((await login(PASSWORD)).statusCode).toBe(200);
});

test('a second factor is asked for as before', async () => {
  const secret = new Secret({ size: 20 });
  await server.database.sql`
    insert into second_factors (user_id, secret, confirmed_at) values (1, ${secret.base32}, now())`;
  try {
    const token = await resetToken('manager@example.com');
    expect((await choose(token)).statusCode).toBe(200);
    const without = await login(PASSWORD, 'manager');
    expect(without.statusCode).toBe(401);
    expect(without.json<Failure>().code).toBe('second_factor_required');
    const code = new TOTP({ secret }).generate();
    expect((await login(PASSWORD, 'manager', code)).statusCode).toBe(200);
  } finally {
    await server.database.sql`delete from second_factors`;
  }
});

test('it is recorded, and its owner is told', async () => {
  const token = await resetToken();
  mail.mails.length = 0;
  await choose(token);
  const [entry] = await server.database.sql`
    select author, action from audit where subject = 'user' and subject_id = ${RESIDENT} order by id desc limit 1`;
  expect(entry).toEqual({ author: RESIDENT, action: 'reset' });
  expect((await sent()).join('')).toContain('Your password was changed');
});

test('a weak password is refused at its field, and the link stays valid', async () => {
  const token = await resetToken();
  for (const password of ['short', 'password1', 'resident1', 'RobinHale']) {
    expect((await choose(token, password)).json<Failure>().fields).toHaveProperty('password');
  }
  expect((await choose(token)).statusCode).toBe(200);
});
