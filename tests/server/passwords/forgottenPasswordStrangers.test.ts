import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Invitation } from '../../../contract/users/invitation.ts';
import type { Sql } from '../../../server/database/database.ts';
import { testServer } from '../../support/server/server.ts';
import {
  mail,
  server,
  forget,
  open,
  choose,
  login,
  longAgo,
  sent,
  tokensIn,
  resetToken,
  startServer,
  findPassword,
  resetAccounts,
} from '../../support/server/passwords/forgottenPassword.ts';

beforeAll(startServer);

beforeAll(findPassword);

beforeEach(resetAccounts);

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

test('neither the database nor the log contains a token', async () => {
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
      // Started by then, and not awaited by it.
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
