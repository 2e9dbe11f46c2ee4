import { expect } from 'vitest';
import type { NotificationPreferences } from '../../../contract/notifications/notification.ts';
import { unsubscribeToken } from '../../../server/notifications/email/unsubscribe.ts';
import { notify } from '../../../server/notifications/notify.ts';
import { ANNOUNCEMENT, insertToldRecords } from '../../support/server/notifications/everyNotification.ts';
import { startMailServer } from '../../support/server/notifications/mailServer.ts';
import { manager, neighbour, resident, server, isolatedTest as test } from '../../support/server/world.ts';
import { testServer } from '../../support/server/server.ts';

const RESIDENT = 2;
const PATH = '/notifications/preferences';
const DEFAULTS = '/notifications/defaults';

async function read(as: string, path = PATH): Promise<NotificationPreferences> {
  const answer = await server.call('GET', path, { as });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const change = (as: string, kinds: object[], path = PATH) =>
  server.call('PUT', path, { as, body: { kinds } });
const of = ({ kinds }: NotificationPreferences, kind: string) => kinds.find((each) => each.kind === kind);

test('preferences hold the kinds of one’s role, the channels there are, and the quiet hours', async () => {
  const own = await read(resident);
  expect(own.kinds.map(({ kind }) => kind)).toContain('charge_posted');
  expect(own.kinds.map(({ kind }) => kind)).not.toContain('request_new');
  // Mails that nobody can choose are no preference.
  expect(own.kinds.map(({ kind }) => kind)).not.toContain('password_reset');
  expect((await read(manager)).kinds.map(({ kind }) => kind)).toContain('request_new');
  expect(own.channels).toEqual([]);
  expect(own.quiet_hours).toEqual({ from: 21, to: 8, time_zone: 'America/New_York' });
});

test('a choice is kept for oneself alone, until it is taken back', async () => {
  const answer = await change(resident, [{ kind: 'charge_posted', email: false }]);
  expect(of(answer.json(), 'charge_posted')).toMatchObject({ push: true, email: false });
  expect(of(await read(resident), 'charge_posted')).toMatchObject({ push: true, email: false });
  expect(of(await read(neighbour), 'charge_posted')).toMatchObject({ email: true });
  await change(resident, [{ kind: 'charge_posted', email: null }]);
  expect(of(await read(resident), 'charge_posted')).toMatchObject({ email: true });
});

test('the community’s default applies to whoever has not chosen, and only managers set it', async () => {
  await change(neighbour, [{ kind: 'charge_posted', email: true }]);
  expect((await change(resident, [{ kind: 'charge_posted', email: false }], DEFAULTS)).statusCode).toBe(403);
  await change(manager, [{ kind: 'charge_posted', email: false }], DEFAULTS);
  expect(of(await read(resident), 'charge_posted')).toMatchObject({ email: false });
  expect(of(await read(neighbour), 'charge_posted')).toMatchObject({ email: true });
  expect(of(await read(manager, DEFAULTS), 'charge_posted')).toMatchObject({ email: false });
});

test('one reads which choices are one’s own, and who goes back to the default follows its later changes', async () => {
  await change(resident, [{ kind: 'charge_posted', email: true }]);
  await change(neighbour, [{ kind: 'charge_posted', push: false, email: false }]);
  expect(of(await read(resident), 'charge_posted')?.own).toEqual(['email']);
  expect(of(await read(neighbour), 'charge_posted')?.own).toEqual(['push', 'email']);
  expect(of(await read(resident), 'announcement_published')?.own).toEqual([]);

  const answer = await change(resident, [{ kind: 'charge_posted', email: null }]);
  expect(of(answer.json(), 'charge_posted')?.own).toEqual([]);
  await change(manager, [{ kind: 'charge_posted', email: false }], DEFAULTS);
  expect(of(await read(resident), 'charge_posted')).toMatchObject({ email: false, own: [] });
  // Of the defaults, own are those that the community has set.
  expect(of(await read(manager, DEFAULTS), 'charge_posted')?.own).toEqual(['email']);
});

test('what is about security or money that is owed cannot be switched off, and says so', async () => {
  for (const [as, path] of [
    [resident, PATH],
    [manager, DEFAULTS],
  ] as const) {
    const refused = await change(as, [{ kind: 'new_sign_in', email: false }], path);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'mandatory']);
    expect(refused.body).toContain('cannot be switched off: the security of the account depends on it.');
  }
  expect((await change(resident, [{ kind: 'payment_failed', push: false }])).statusCode).toBe(409);
  expect(of(await read(resident), 'new_sign_in')).toMatchObject({ mandatory: 'security', email: true });
});

test('an unknown kind is refused at its field', async () => {
  expect((await change(resident, [{ kind: 'weather', email: false }])).statusCode).toBe(400);
  expect((await change(resident, [{ kind: 'invitation', email: false }])).statusCode).toBe(400);
});

test('mail follows the choices, and what is mandatory is sent whatever was stored', async () => {
  const mailServer = await startMailServer();
  const mailing = await testServer({
    ...{
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'office@example.com',
      PUBLIC_URL: 'https://portal.example.com',
    },
  });
  const { sql } = mailing.database;
  await insertToldRecords(sql);
  await sql`
    insert into notification_preferences (user_id, kind, channel, wanted)
    values (2, 'announcement_published', 'email', false), (2, 'password_changed', 'email', false)`;
  await sql`insert into notification_defaults (kind, channel, wanted) values ('announcement_published', 'email', false)`;
  await sql`
    insert into notification_preferences (user_id, kind, channel, wanted) values (3, 'announcement_published', 'email', true)`;
  const data = { announcement: 'No water.', announcement_type: 'Urgent' };
  await notify(sql, { kind: 'announcement_published', to: 'everyone', data, about: ANNOUNCEMENT });
  await notify(sql, { kind: 'password_changed', to: [RESIDENT], data: { by: 'oneself' } });
  await mailing.app.deliverNotifications();
  await mailing.close();
  await mailServer.close();
  expect(mailServer.mails.map(({ to }) => to[0]).sort()).toEqual([
    'neighbour@example.com',
    'resident@example.com',
  ]);
});

const unsubscribePath = (token: string) => `/notifications/unsubscribe?token=${encodeURIComponent(token)}`;
const tokenOf = (user_id: number, kind: string) =>
  unsubscribeToken(server.app.context.secrets.unsubscribe, { user_id, kind });

test('a mail’s link asks first, and its button switches off mail of its kind, for its reader', async () => {
  const path = unsubscribePath(tokenOf(RESIDENT, 'announcement_published'));
  const asked = await server.call('GET', path);
  expect([asked.statusCode, asked.headers['content-type']]).toEqual([200, 'text/html']);
  expect(asked.body).toContain('<button>Unsubscribe</button>');
  expect(of(await read(resident), 'announcement_published')).toMatchObject({ email: true });

  const done = await server.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect([done.statusCode, done.body.includes('You are unsubscribed')]).toEqual([200, true]);
  expect(of(await read(resident), 'announcement_published')).toMatchObject({ email: false, push: true });
  expect(of(await read(neighbour), 'announcement_published')).toMatchObject({ email: true });
});

test('a link that was changed to another person or kind, or that is not of this server, does nothing', async () => {
  const own = tokenOf(RESIDENT, 'announcement_published');
  const [, , signature] = own.split('.');
  const forged = [
    `3.announcement_published.${signature}`,
    `2.charge_posted.${signature}`,
    `2.announcement_published.${'A'.repeat(43)}`,
    own.slice(0, -1),
    'nonsense',
    // What is mandatory has no link.
    tokenOf(RESIDENT, 'password_changed'),
  ];
  // A change first: the first worthless token of a server makes it look for another secret, which no transaction may hold.
  for (const token of forged) {
    for (const method of ['POST', 'GET'] as const) {
      expect([token, (await server.call(method, unsubscribePath(token))).statusCode]).toEqual([token, 403]);
    }
  }
  expect(await server.database.sql`select 1 from notification_preferences`).toEqual([]);
});

test('only the route of the link takes a form of another site', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const other = await server.app.inject({ method: 'POST', url: '/api/users/login', headers, payload: 'a=b' });
  expect(other.statusCode).toBe(415);
});
