import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Notification } from '../../../contract/notifications/notification.ts';
import { startMailServer, type MailServer } from '../../support/server/notifications/mailServer.ts';
import { testServer, type TestServer } from '../../support/server/server.ts';

const MANAGER = 1;
const RESIDENT = 2;

let mail: MailServer;
let server: TestServer;
let manager: string;
let resident: string;
beforeAll(async () => {
  mail = await startMailServer();
  server = await testServer({
    SMTP_URL: mail.url,
    MAIL_FROM: 'office@example.com',
    PUBLIC_URL: 'http://localhost:3123',
  });
  manager = await server.token('manager');
  resident = await server.token('resident');
  return async () => {
    await server.close();
    await mail.close();
  };
});
beforeEach(async () => {
  const { sql } = server.database;
  await sql`
    update users set email = username || '@example.com', email_changed_at = null, confirmed_email = username || '@example.com'`;
  await sql`delete from notification_events`;
  await sql`delete from attempts`;
  mail.mails.length = 0;
});

async function change(id: number, email: string, as: string): Promise<void> {
  const answer = await server.call('PUT', `/users/${id}`, { as, body: { email } });
  expect(answer.statusCode, answer.body).toBe(200);
}
/** Whom mails went to, once everything is sent. */
async function mailed(): Promise<string[]> {
  await server.app.sendResetLinks();
  await server.app.deliverNotifications();
  return mail.mails.splice(0).flatMap(({ to }) => to);
}
async function forget(email: string): Promise<string> {
  const answer = await server.call('POST', '/password-reset', { body: { email } });
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

test.each([
  ['a resident', RESIDENT, () => resident, 'resident@example.com'],
  ['a manager', MANAGER, () => manager, 'manager@example.com'],
])(
  'when %s changes their address, the one before is told, and the new one gets no link for three days',
  async (_, id, as, before) => {
    await change(id, 'other@elsewhere.example', as());
    await server.app.deliverNotifications();
    const source = (address: string) => mail.mails.find(({ to }) => to.includes(address))?.source;
    expect(source(before)).toContain('Your email address was changed');
    expect(source('other@elsewhere.example')).toContain('Confirm your email address');
    expect((await mailed()).toSorted()).toEqual([before, 'other@elsewhere.example'].toSorted());

    const { sql } = server.database;
    expect(await forget('other@elsewhere.example')).toBe(await forget('nobody@elsewhere.example'));
    await sql`update users set email_changed_at = now() - interval '71 hours' where id = ${id}`;
    await forget('other@elsewhere.example');
    expect(await mailed()).toEqual([]);
    await sql`update users set email_changed_at = now() - interval '73 hours' where id = ${id}`;
    await forget('other@elsewhere.example');
    expect(await mailed()).toEqual(['other@elsewhere.example']);
  },
);

test('a one-time password of management stays the way in meanwhile', async () => {
  await change(RESIDENT, 'other@elsewhere.example', resident);
  const answer = await server.call('POST', `/users/${RESIDENT}/password-reset`, { as: manager });
  const { one_time_password: password } = answer.json<{ one_time_password: string }>();
  const body = { username: 'resident', password };
  expect((await server.call('POST', '/users/login', { body })).statusCode).toBe(200);
  await server.database.sql`
    update users set must_change_password = false, one_time_until = null where id = ${RESIDENT}`;
  resident = (await server.call('POST', '/users/login', { body })).json<{ token: string }>().token;
});

test('where management changes an address, the one before is told and the new one may get a link at once', async () => {
  await change(RESIDENT, 'right@example.com', manager);
  expect(await mailed()).toEqual(['resident@example.com']);
  await forget('right@example.com');
  expect(await mailed()).toEqual(['right@example.com']);
});

test('nobody is told of an address that is saved unchanged or in other capitals', async () => {
  await change(RESIDENT, 'Resident@example.com', resident);
  expect(await mailed()).toEqual([]);
  await forget('resident@example.com');
  expect(await mailed()).toEqual(['Resident@example.com']);
});

test('who changes their address again and again has three mails sent, all to the one that was confirmed, and the app lists every change', async () => {
  for (let each = 1; each <= 7; each += 1)
    await change(RESIDENT, `stranger${each}@elsewhere.example`, resident);
  expect(await mailed()).toEqual(Array<string>(3).fill('resident@example.com'));
  const told = (await server.call('GET', '/notifications', { as: resident })).json<Notification[]>();
  expect(told.map(({ kind }) => kind)).toEqual(Array<string>(7).fill('email_changed'));
});

test('a wrong address of somebody who was never invited is corrected without a mail to it', async () => {
  const body = { firstName: 'Jo', lastName: 'Miller', email: 'wrong@elsewhere.example' };
  const person = (await server.call('POST', '/users', { as: manager, body })).json<{ id: number }>();
  await change(person.id, 'jo@example.com', manager);
  expect(await mailed()).toEqual([]);
});
