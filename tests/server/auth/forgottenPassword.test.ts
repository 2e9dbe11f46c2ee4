import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Invitation } from '../../../contract/users/invitation.ts';
import { TOTP, Secret } from 'otpauth';
import { startMailServer, type MailServer } from '../../support/server/notifications/mailServer.ts';
import type { Sql } from '../../../server/database/database.ts';
import { testServer, type TestServer } from '../../support/server/server.ts';

const RESIDENT = 2;
const PASSWORD = 'a long walk home';

let mail: MailServer;
let server: TestServer;
beforeAll(async () => {
  mail = await startMailServer();
  server = await testServer({
    LOG_LEVEL: 'debug',
    TRUST_PROXY: '1',
    SMTP_URL: mail.url,
    MAIL_FROM: 'Linden Grove <office@example.com>',
    PUBLIC_URL: 'http://localhost:3123',
  });
  return async () => {
    await server.close();
    await mail.close();
  };
});
let porchlight: string;
beforeAll(async () => {
  const [found] = await server.database.sql<{ password_hash: string }>`
    select password_hash from users where id = ${RESIDENT}`;
  porchlight = found!.password_hash;
});
beforeEach(async () => {
  const { sql } = server.database;
  await sql`update users set password_hash = ${porchlight}, is_current_user = true, email = username || '@example.com'`;
  await sql`delete from attempts`;
  await sql`delete from password_resets`;
  await sql`delete from notification_events`;
  mail.mails.length = 0;
});

const forget = (email: string, headers: Record<string, string> = {}) =>
  server.call('POST', '/password-reset', { body: { email }, headers });
const open = (token: string) => server.call('POST', '/password-reset/link', { body: { token } });
const choose = (token: string, password = PASSWORD) =>
  server.call('POST', '/password-reset/password', { body: { token, password } });
const login = (password: string, username = 'resident', code?: string) =>
  server.call('POST', '/users/login', { body: { username, password, ...(code ? { code } : {}) } });

/** Lets an account get a link again. */
const longAgo = (interval: string) =>
  server.database.sql`update notification_events set created_at = created_at - ${interval}::interval`;

/** What was sent after a request, once everything is sent. */
async function sent(): Promise<string[]> {
  await server.app.sendResetLinks();
  await server.app.deliverNotifications();
  return mail.mails.map(({ source }) => source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='));
}
const tokensIn = (mails: string[], page: string) => [
  ...new Set(
    mails.flatMap((source) =>
      [...source.matchAll(new RegExp(`${page}#([\\w-]{43})`, 'g'))].map(([, token]) => token!),
    ),
  ),
];
async function resetToken(email = 'resident@example.com'): Promise<string> {
  expect((await forget(email)).statusCode).toBe(200);
  return vi.waitFor(async () => {
    const [token] = tokensIn(await sent(), '/new-password');
    expect(token).toBeDefined();
    return token!;
  }, 60_000);
}

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

test('a weak password is refused at its field, and the link holds on', async () => {
  const token = await resetToken();
  for (const password of ['short', 'password1', 'resident1', 'RobinHale']) {
    expect((await choose(token, password)).json<Failure>().fields).toHaveProperty('password');
  }
  expect((await choose(token)).statusCode).toBe(200);
});

test('strangers in many places neither flood an owner nor keep the answer from them', async () => {
  const answers = new Set<string>();
  for (let place = 1; place <= 12; place += 1) {
    for (const email of ['resident@example.com', 'nobody@example.com']) {
      const answer = await forget(email, { 'x-forwarded-for': `192.0.2.${place}` });
      answers.add(`${answer.statusCode} ${answer.body}`);
    }
  }
  expect([...answers]).toEqual([expect.stringMatching(/^200 /)]);
  expect(await sent()).toHaveLength(1);
});

test('an account is sent one link in five minutes, also where many ask at once, and five a day', async () => {
  const ask = async () => {
    await server.database.sql`delete from attempts`;
    await Promise.all([forget('resident@example.com'), forget('resident@example.com')]);
    return (await sent()).length;
  };
  expect(await ask()).toBe(1);
  expect(await ask()).toBe(1);
  for (const links of [2, 3, 4, 5, 5]) {
    await longAgo('6 minutes');
    expect(await ask()).toBe(links);
  }
  await longAgo('23 hours 40 minutes');
  expect(await ask()).toBe(6);
});

test('somebody who was not invited, or not any more, gets no link and uses none', async () => {
  const { sql } = server.database;
  const manager = await server.token('manager');
  const body = { firstName: 'Wrong', lastName: 'Address', email: 'wrong@example.com' };
  const person = (await server.call('POST', '/users', { as: manager, body })).json<{ id: number }>();
  await server.call('POST', '/invitations', {
    as: manager,
    body: { user_ids: [person.id], by_email: false },
  });
  await server.call('DELETE', `/users/${person.id}/invitation`, { as: manager });
  expect((await forget('wrong@example.com')).statusCode).toBe(200);
  expect(await sent()).toEqual([]);
  const [reset] = await sql<{ id: string }>`
    insert into password_resets (user_id, expires_at) values (${person.id}, now() + interval '1 minute') returning id`;
  const token = server.app.context.linkTokens.make('password reset', reset!.id);
  expect((await open(token)).statusCode).toBe(410);
  expect((await choose(token)).statusCode).toBe(410);
});

test('links are asked for a few times only, alike for known and unknown addresses', async () => {
  for (const email of ['resident@example.com', 'nobody@example.com']) {
    const statuses: number[] = [];
    for (let each = 0; each < 4; each += 1) statuses.push((await forget(email)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
  }
});

test('a token that was made up, changed or made for an invitation is worthless', async () => {
  const token = await resetToken();
  const [row] = await server.database.sql<{ id: string }>`select id from password_resets`;
  const other = server.app.context.linkTokens.make('invitation', row!.id);
  const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const worthless of [other, changed, 'm'.repeat(43)]) {
    expect((await open(worthless)).statusCode).toBe(404);
    expect((await choose(worthless)).statusCode).toBe(404);
  }
});

test('neither the database nor the log holds a token', async () => {
  const token = await resetToken();
  const { sql } = server.database;
  const rows = await sql<{ text: string }>`
    select event::text as text from notification_events as event
    union all select password_resets::text from password_resets`;
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.some(({ text }) => text.includes(token))).toBe(false);
  await choose(token);
  expect(server.log.join('')).not.toContain(token);
});

test('an invitation is sent by mail to those who have an address', async () => {
  const manager = await server.token('manager');
  const enter = async (email: string | null) => {
    const answer = await server.call('POST', '/users', {
      as: manager,
      body: { firstName: 'Jo', lastName: 'Miller', email },
    });
    return answer.json<{ id: number }>().id;
  };
  const ids = [await enter('jo@example.com'), await enter(null)];
  const answer = await server.call('POST', '/invitations', {
    as: manager,
    body: { user_ids: ids, by_email: true },
  });
  const invitations = answer.json<Invitation[]>();
  expect(invitations.map(({ mailed }) => mailed)).toEqual([true, false]);
  expect(tokensIn(await sent(), '/invitation')).toEqual([invitations[0]!.token]);
  const invited = mail.mails.filter(({ source }) => source.includes('/invitation#'));
  expect(invited.map(({ to }) => to)).toEqual([['jo@example.com']]);
});

test('without mail the server says whom to ask, and mails no invitation', async () => {
  const mute = await testServer();
  try {
    expect((await mute.call('GET', '/community')).json()).toMatchObject({ sends_mail: false });
    const answer = await mute.call('POST', '/password-reset', { body: { email: 'resident@example.com' } });
    expect(answer.statusCode).toBe(409);
    expect(answer.json<Failure>()).toMatchObject({ code: 'no_mail' });
    const as = await mute.token('manager');
    const body = { user_ids: [2], by_email: true };
    expect((await mute.call('POST', '/invitations', { as, body })).json<Failure>().code).toBe('no_mail');
  } finally {
    await mute.close();
  }
});

/** The statements of what is done meanwhile, by their text. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { database } = server;
  const run: string[] = [];
  const noting = (sql: Sql): Sql =>
    new Proxy(sql, {
      apply(target, self, parameters: [TemplateStringsArray, ...unknown[]]) {
        run.push(parameters[0].join('?').replaceAll(/\s+/g, ' ').trim());
        return Reflect.apply(target, self, parameters) as unknown;
      },
    });
  const transaction = database.transaction.bind(database);
  const plain = database.sql;
  const spies = [
    vi
      .spyOn(database, 'transaction')
      .mockImplementation((inside) => transaction((sql) => inside(noting(sql)))),
    vi.spyOn(database, 'sql').mockImplementation(noting(plain)),
  ];
  await work();
  for (const spy of spies) spy.mockRestore();
  return run;
}

test('the same is done for every address, whether or not a link is sent, and not beside the calls that follow', async () => {
  const { sql } = server.database;
  await sql`update users set is_current_user = false where id = 3`;
  await sql`update users set confirmed_email = null where id = 4`;
  const done = async (email: string) => {
    expect((await forget(email)).statusCode).toBe(200);
    // What the next call would wait for: nothing yet.
    expect(await statementsOf(() => server.call('GET', '/health'))).toEqual([]);
    return statementsOf(async () => {
      await server.app.sendResetLinks();
      // Begun by then, and not awaited by it.
      await server.app.deliverNotifications();
    });
  };
  const link = (run: string[]) => run.filter((text) => !/^(rollback|with due as)/.test(text));
  const known = await done('resident@example.com');
  expect(known.join()).toContain('insert into password_resets');
  for (const email of [
    ...['nobody@example.com', 'neighbour@example.com', 'newcomer@example.com'],
    // Sent a moment ago.
    'resident@example.com',
  ]) {
    const transaction = (run: string[]) =>
      link(run).slice(0, link(known).findIndex((text) => text.includes('taken as')) + 1);
    expect(transaction(await done(email)), email).toEqual(transaction(known));
  }
  await sql`update users set confirmed_email = email`;
});

test('a sign-in with a wrong password does the same for a name that is there and one that is not', async () => {
  const wrong = (name: string) =>
    statementsOf(async () => expect((await login('wrong', name)).statusCode).toBe(401));
  const known = await wrong('resident');
  expect(await wrong('nobody')).toEqual(known);
  expect(known.length).toBeGreaterThan(3);
});
