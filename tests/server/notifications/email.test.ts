import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SMTPServerOptions } from 'smtp-server';
import { recurringJobs } from '../../../server/jobs/recurringJobs.ts';
import { notify, type NewNotification } from '../../../server/notifications/notify.ts';
import {
  headerOf,
  readableMail,
  startMailServer,
  type CaughtMail,
  type MailServer,
} from '../../support/server/notifications/mailServer.ts';
import { ANNOUNCEMENT, insertToldRecords } from '../../support/server/notifications/everyNotification.ts';
import { testServer, type TestServer } from '../../support/server/server.ts';

const RESIDENT = 2;
const MAIL = { MAIL_FROM: 'Maple Court <office@example.com>', PUBLIC_URL: 'https://portal.example.com' };

let mailServer: MailServer;
let server: TestServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await testServer({ ...MAIL, SMTP_URL: mailServer.url });
  await insertToldRecords(server.database.sql);
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});

const URGENT: NewNotification = {
  kind: 'announcement_published',
  to: [RESIDENT],
  data: { announcement: 'No water <today> & tomorrow.', announcement_type: 'Urgent' },
  about: ANNOUNCEMENT,
};
const SECURITY: NewNotification = { kind: 'password_changed', to: [RESIDENT], data: { by: 'oneself' } };

/** What the resident gets of an event. */
async function mailOf(event: NewNotification): Promise<CaughtMail> {
  const before = mailServer.mails.length;
  await notify(server.database.sql, event);
  await server.app.deliverNotifications();
  const mail = mailServer.mails[before];
  if (!mail) throw new Error('No mail came.');
  return mail;
}

test('a mail says who writes to whom, as text and as escaped HTML, and can be unsubscribed from with one click', async () => {
  const mail = await mailOf(URGENT);
  expect([mail.from, mail.to]).toEqual(['office@example.com', ['resident@example.com']]);
  expect(headerOf(mail.source, 'From')).toBe('Maple Court <office@example.com>');
  expect(headerOf(mail.source, 'Subject')).toBe('Urgent announcement');
  expect(mail.messageId).toMatch(/^<\d+\.2@portal\.example\.com>$/);
  expect(headerOf(mail.source, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(headerOf(mail.source, 'List-Unsubscribe')).toMatch(
    /^<https:\/\/portal\.example\.com\/api\/notifications\/unsubscribe\?token=[\w.-]+>$/,
  );
  const text = readableMail(mail);
  expect(text).toContain('No water <today> & tomorrow.');
  expect(text).toContain('No water &lt;today&gt; &amp; tomorrow.');
  expect(text).toContain('https://portal.example.com/announcements');
});

test('a mail shows the community’s name, its picture where it has one, and where its button leads', async () => {
  const { sql } = server.database;
  const plain = readableMail(await mailOf(URGENT));
  expect(plain).toContain('Read the announcements:\r\nhttps://portal.example.com/announcements');
  expect(plain).not.toContain('<img');
  await sql`insert into community (name, logo) values ('Linden Grove', 'data:image/png;base64,iVBORw0KGgo=')`;
  const mail = await mailOf(URGENT);
  await sql`delete from community`;
  expect(readableMail(mail)).toMatch(/<img src="cid:logo@porchlight" alt=""[^>]*>Linden Grove<\/p>/);
  expect(mail.source).toContain('Content-Id: <logo@porchlight>'.replace('Id', 'ID'));
  expect(mail.source).toContain('iVBORw0KGgo=');
});

/** Waits for the first run of the job that delivers, which a server that listens begins with. */
async function untilJobLooked({ app, database }: TestServer): Promise<void> {
  await expect
    .poll(() => database.sql`select from jobs where name = 'deliver-notifications'`)
    .toHaveLength(1);
  await app.deliverNotifications();
}

test('a server that listens sends as soon as the change is committed, and nothing of what is rolled back', async () => {
  const listening = await testServer({ ...MAIL, SMTP_URL: mailServer.url });
  await listening.app.listen({ port: 0, host: '127.0.0.1' });
  await untilJobLooked(listening);
  const before = mailServer.mails.length;
  const rolledBack = listening.database.transaction(async (sql) => {
    await notify(sql, SECURITY);
    throw new Error('Rolled back.');
  });
  await expect(rolledBack).rejects.toThrow('Rolled back.');
  await listening.database.transaction((sql) => notify(sql, SECURITY));
  // Well before the job looks again, a minute later.
  await expect.poll(() => mailServer.mails.length, { timeout: 30_000 }).toBe(before + 1);
  await listening.app.deliverNotifications();
  await listening.close();
  expect(mailServer.mails.length).toBe(before + 1);
});

test('what was not heard of, as behind a pooler, is sent by the job that looks each minute', async () => {
  const unheard = await testServer({ ...MAIL, SMTP_URL: mailServer.url });
  await unheard.app.listen({ port: 0, host: '127.0.0.1' });
  await untilJobLooked(unheard);
  const before = mailServer.mails.length;
  await unheard.database.transaction(async (sql) => {
    // No trigger runs, so that nothing is told.
    await sql`set local session_replication_role = replica`;
    await notify(sql, SECURITY);
  });
  await pause(1000);
  expect(mailServer.mails.length).toBe(before);
  const job = recurringJobs(unheard.app).find(({ name }) => name === 'deliver-notifications');
  expect(job?.everyMinutes).toBe(1);
  await job?.run(new AbortController().signal);
  await unheard.close();
  expect(mailServer.mails.length).toBe(before + 1);
});

test('a mail about security has no link to unsubscribe', async () => {
  const mail = await mailOf(SECURITY);
  expect(headerOf(mail.source, 'List-Unsubscribe')).toBeUndefined();
  expect(readableMail(mail)).not.toContain('unsubscribe');
});

test('the mail of a payment brings its receipt as a page, with nothing of others', async () => {
  const body = {
    ...{ userId: RESIDENT, amount: 25, type: 'Check', reference: '<b>117</b>' },
    signature: [[10, 20, 30, 40]],
  };
  const manager = await server.token('manager');
  await server.database.sql`delete from deliveries`;
  await server.call('POST', '/transactions/record-payment', { as: manager, body });
  await server.database.sql`update notification_events set urgent = true`;
  const before = mailServer.mails.length;
  await server.app.deliverNotifications();
  const source = mailServer.mails[before]?.source ?? '';
  expect(headerOf(source, 'Subject')).toBe('Your payment of $25.00 was received');
  expect(source).toContain('filename=receipt-PL-000001.html');
  const attached = source.slice(source.indexOf('receipt-PL-000001.html'));
  const page = Buffer.from(/\r\n\r\n([\w+/=\r\n]+)/.exec(attached)?.[1] ?? '', 'base64').toString();
  expect(page).toContain('Receipt PL-000001');
  expect(page).toContain('Check &lt;b&gt;117&lt;/b&gt;');
  expect(page).toContain('<dd>Robin Hale</dd>');
  expect(page).toContain('<path d="M10 20L30 40"');
  expect(page).toContain('Signature of Robin Hale');
});

test('a name or a text cannot add a header or a recipient', async () => {
  const injected = 'Robin\r\nBcc: victim@example.com\r\n\r\nHello';
  await server.database.sql`update users set first_name = ${injected} where id = ${RESIDENT}`;
  const mail = await mailOf({
    kind: 'suggestion_to_review',
    to: [RESIDENT],
    data: { announcement: 'x', name: injected },
    about: ANNOUNCEMENT,
  }).catch(() => mailOf(SECURITY));
  expect(mail.to).toEqual(['resident@example.com']);
  expect(headerOf(mail.source, 'Bcc')).toBeUndefined();
  expect(headerOf(mail.source, 'To')).toContain('<resident@example.com>');
  const [event] = await server.database.sql<{ title: string }>`
    select title from notification_events where kind = 'suggestion_to_review'`;
  expect(event?.title).toBe('Robin Bcc victim example. com Hello suggests an announcement');
  await server.database.sql`update users set first_name = 'Robin' where id = ${RESIDENT}`;
});

test.for([
  'a@example.com,victim@example.com'.replace('@example.com,', ','),
  'x<victim@example.com>',
  '"a b"@example.com',
])('nothing is sent to %s, which is no plain address', async (email) => {
  await server.database.sql`
    update users set email = ${email}, confirmed_email = ${email} where id = ${RESIDENT}`;
  const before = mailServer.mails.length;
  await notify(server.database.sql, SECURITY);
  await server.app.deliverNotifications();
  await server.database
    .sql`update users set email = 'resident@example.com', confirmed_email = 'resident@example.com' where id = ${RESIDENT}`;
  expect(mailServer.mails.length).toBe(before);
  const [{ state, reason } = {}] = await server.database.sql<{ state?: string; reason?: string }>`
      select state, reason from deliveries order by event_id desc limit 1`;
  expect([state, reason]).toEqual(['given_up', 'The email address cannot be written to.']);
});

/** What becomes of a mail with a mail server that behaves so, and what management is told in the end. */
async function withMailServer(options: SMTPServerOptions) {
  const bad = await startMailServer(options);
  return outcomeAt(bad.url, () => bad.close());
}

async function outcomeAt(url: string, close: () => Promise<unknown>) {
  const own = await testServer({ ...MAIL, SMTP_URL: url });
  await notify(own.database.sql, SECURITY);
  await own.app.deliverNotifications();
  const [delivery] = await own.database.sql<{
    state: string;
    reason: string;
  }>`select state, reason from deliveries`;
  const as = await own.token('manager');
  const warnings = (await own.call('GET', '/warnings', { as })).json<{ code: string }[]>();
  const metrics = await own.app.metricsRegistry.getSingleMetricAsString('porchlight_deliveries_total');
  await own.close();
  await close();
  return { ...delivery, warnings: warnings.map(({ code }) => code), metrics };
}

const refusing = (responseCode: number, stage: 'onRcptTo' | 'onMailFrom') => ({
  [stage]: (_address: unknown, _session: unknown, done: (error: Error) => void) => {
    done(Object.assign(new Error('Not now.'), { responseCode }));
  },
});

test('a mail server that is down, busy or misconfigured is tried again', async () => {
  const down = await startMailServer();
  await down.close();
  const outcomes = [
    await outcomeAt(down.url, () => Promise.resolve()),
    await withMailServer(refusing(450, 'onRcptTo')),
    await withMailServer(refusing(554, 'onMailFrom')),
  ];
  expect(outcomes.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
  expect(outcomes.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('ECONNREFUSED'),
    expect.stringContaining('450'),
    expect.stringContaining('554'),
  ]);
});

test('a mail server that never greets is left after a while, and tried again', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const close = () => new Promise((resolve) => silent.close(resolve));
  expect(await outcomeAt(`smtp://127.0.0.1:${port}`, close)).toMatchObject({ state: 'waiting' });
});

test('a recipient whom the mail server refuses for good is given up, and management is told', async () => {
  const refused = await withMailServer(refusing(550, 'onRcptTo'));
  expect(refused).toMatchObject({ state: 'given_up', warnings: ['email_given_up'] });
  expect(refused.metrics).toContain('porchlight_deliveries_total{channel="email",outcome="given_up"} 1');
});
