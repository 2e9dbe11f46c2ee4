import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MOST_MAILS, MOST_OF_OWN_PASSWORDS } from '../../../server/notifications/deliver.ts';
import { notify, type NewNotification } from '../../../server/notifications/notify.ts';
import {
  ANNOUNCEMENT,
  insertToldRecords,
  REQUEST,
} from '../../support/server/notifications/everyNotification.ts';
import { headerOf, startMailServer, type MailServer } from '../../support/server/notifications/mailServer.ts';
import { reportForm, testServer, UNLIMITED, type TestServer } from '../../support/server/server.ts';

const [MANAGER, RESIDENT, NEWCOMER] = [1, 2, 4];

let mailServer: MailServer;
let server: TestServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await testServer({
    ...UNLIMITED,
    ...{
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'office@example.com',
      PUBLIC_URL: 'https://portal.example.com',
    },
  });
  await insertToldRecords(server.database.sql);
  await server.database
    .sql`insert into maintenance_requests (id, user_id, information) values (9007, ${NEWCOMER}, 'x')`;
  return async () => {
    await server.close();
    await mailServer.close();
  };
});
beforeEach(async () => {
  await server.database.sql`delete from notification_events`;
});
afterAll(() => server.database.sql`delete from notification_events`);

const COMPLETED = {
  request_id: 7,
  information: 'Win at evil.example',
  reported_at: '2026-01-15T12:00:00.000Z',
};
const urgent = (to: number): NewNotification => ({
  kind: 'announcement_published',
  to: [to],
  data: { announcement: 'No water.', announcement_type: 'Urgent' },
  about: ANNOUNCEMENT,
});

/** What is sent of these events, also of what would wait for the morning. */
async function sentOf(...events: NewNotification[]) {
  await notify(server.database.sql, ...events);
  return sentNow();
}

async function sentNow() {
  const before = mailServer.mails.length;
  await server.database.sql`update notification_events set urgent = true where queued_at is null`;
  await server.app.deliverNotifications();
  return mailServer.mails.slice(before).map(({ to, source }) => ({
    to: to[0],
    subject: headerOf(source, 'Subject'),
    addressed: headerOf(source, 'To'),
    source: source.replaceAll('=\r\n', ''),
  }));
}

const setUnit = (unit: number | null) =>
  server.database.sql`update users set unit = ${unit} where id = ${NEWCOMER}`;

const outcomes = () => server.database.sql`select state, reason from deliveries order by event_id`;

const setConfirmed = (confirmed: boolean) =>
  server.database.sql`
    update users set confirmed_email = case when ${confirmed}::boolean then email end where id = ${NEWCOMER}`;

test('a newcomer who confirmed their address gets no mail but what cannot be switched off, which has nothing of what they wrote', async () => {
  await setConfirmed(true);
  const token = await server.token('newcomer');
  await server.database
    .sql`update users set first_name = 'Win', last_name = 'at evil.example' where id = ${NEWCOMER}`;
  await server.call('PUT', '/notifications/preferences', {
    as: token,
    body: { kinds: [{ kind: 'request_received', email: true }] },
  });
  const form = reportForm({ information: 'Win at evil.example' });
  expect((await server.call('POST', '/maintenance', { as: token, form })).statusCode).toBe(201);
  expect(await sentOf(urgent(NEWCOMER))).toEqual([]);
  expect(await server.database.sql`select 1 from deliveries where user_id = ${NEWCOMER}`).toEqual([]);
  const [mail] = await sentOf({ kind: 'password_changed', to: [NEWCOMER], data: { by: 'reset' } });
  expect(mail).toMatchObject({ subject: 'Your password was changed', addressed: 'newcomer@example.com' });
  expect(mail?.source).toContain('Hello,');
  expect(mail?.source).not.toMatch(/Win|evil/);
});

test('a mail that waits is not sent to whose unit is not confirmed any more', async () => {
  await setUnit(3);
  await notify(server.database.sql, {
    kind: 'request_completed',
    to: [NEWCOMER],
    data: COMPLETED,
    about: 'maintenance:9007',
  });
  await server.app.deliverNotifications();
  await server.database.sql`update deliveries set state = 'waiting', due_at = now() + interval '1 hour'`;
  await setUnit(null);
  await server.database.sql`update deliveries set due_at = now()`;
  expect(await sentNow()).toEqual([]);
  expect(await outcomes()).toEqual([{ state: 'gone', reason: 'Management has not confirmed the unit.' }]);
});

const setJoined = (joined: boolean) =>
  server.database.sql`update users set has_password = ${joined} where id = ${RESIDENT}`;

test('whom management imported gets no mail but the invitation before they have a password, and none of it afterwards', async () => {
  await setJoined(false);
  const charges = [{ entry_id: 1, amount: 1450, description: 'Rent' }];
  const told = await sentOf(
    urgent(RESIDENT),
    { kind: 'charge_posted', to: [RESIDENT], data: { charges } },
    { kind: 'payment_taken_back', to: [RESIDENT], data: { entry_id: 1, amount: 5, description: 'Check' } },
    { kind: 'invitation', to: [RESIDENT], data: { community: 'Maple Court', link: 'x' } },
  );
  expect(told.map(({ subject }) => subject)).toEqual(['You are invited to Maple Court']);
  expect(await outcomes()).toEqual([{ state: 'sent', reason: null }]);
  await setJoined(true);
  expect(await sentNow()).toEqual([]);
  expect(await sentOf(urgent(RESIDENT))).toHaveLength(1);
});

test('a mail that waits is not sent to who has no password when it is due', async () => {
  await notify(server.database.sql, {
    kind: 'request_completed',
    to: [RESIDENT],
    data: COMPLETED,
    about: REQUEST,
  });
  await server.app.deliverNotifications();
  await server.database.sql`update deliveries set state = 'waiting', due_at = now() + interval '1 hour'`;
  await setJoined(false);
  await server.database.sql`update deliveries set due_at = now()`;
  expect(await sentNow()).toEqual([]);
  expect(await outcomes()).toEqual([{ state: 'gone', reason: 'The invitation has not been accepted.' }]);
  await setJoined(true);
});

test('a mail about a request names it by its number and its day, and does not repeat what its reader wrote', async () => {
  const mails = await sentOf({ kind: 'request_completed', to: [RESIDENT], data: COMPLETED, about: REQUEST });
  expect(mails).toMatchObject([{ subject: 'Your maintenance request is completed' }]);
  expect(mails[0]?.source).toContain('It is request 7, of January 15, 2026.');
  expect(mails[0]?.source).not.toContain('evil');
});

test('one person gets so many mails within an hour, and always what cannot be switched off', async () => {
  const many = Array.from({ length: MOST_MAILS + 3 }, () => urgent(RESIDENT));
  expect(await sentOf(...many)).toHaveLength(MOST_MAILS);
  expect(await server.database.sql`select reason from deliveries where state = 'gone'`).toEqual(
    Array(3).fill({ reason: 'More mails than are sent to one person within an hour.' }),
  );
  expect(await sentOf({ kind: 'password_changed', to: [RESIDENT], data: { by: 'reset' } })).toHaveLength(1);
  expect(await sentOf(urgent(MANAGER))).toHaveLength(1);
  await server.database.sql`update deliveries set ended_at = ended_at - interval '61 minutes'`;
  expect(await sentOf(urgent(RESIDENT))).toHaveLength(1);
});

test('of passwords that somebody changes again and again a few mails are sent a day, and of others more', async () => {
  await setConfirmed(true);
  const changed = (by: 'oneself' | 'management'): NewNotification => ({
    kind: 'password_changed',
    to: [NEWCOMER],
    data: { by },
  });
  const many = Array.from({ length: MOST_OF_OWN_PASSWORDS + 3 }, () => changed('oneself'));
  expect(await sentOf(...many)).toHaveLength(MOST_OF_OWN_PASSWORDS);
  expect(await sentOf(changed('oneself'))).toEqual([]);
  expect(await sentOf(changed('management'))).toHaveLength(1);
  expect(await sentOf({ ...changed('oneself'), to: [RESIDENT] })).toHaveLength(1);
  await server.database.sql`update deliveries set ended_at = ended_at - interval '25 hours'`;
  expect(await sentOf(changed('oneself'))).toHaveLength(1);
});

test('what managers are told of is shown, counted and sent only while one is a manager', async () => {
  const failed: NewNotification = { kind: 'job_failed', to: 'managers', data: { job: 'late-fees' } };
  const beManager = (is: boolean) =>
    server.database.sql`update users set is_manager = ${is} where id = ${RESIDENT}`;
  const listed = async () =>
    (await server.call('GET', '/notifications', { as: await server.token('resident') }))
      .json<{ kind: string }[]>()
      .map(({ kind }) => kind)
      .filter((kind) => kind === 'job_failed');
  await beManager(true);
  await notify(server.database.sql, failed);
  expect(await listed()).toEqual(['job_failed']);
  await server.app.deliverNotifications();
  await server.database.sql`update deliveries set state = 'waiting', due_at = now()`;
  await beManager(false);
  expect((await sentNow()).map(({ to }) => to)).toEqual(['manager@example.com']);
  expect(await listed()).toEqual([]);
  await beManager(true);
  expect(await listed()).toEqual(['job_failed']);
  await beManager(false);
});

test('of a newcomer managers are told ten times an hour, and of a resident without such a limit', async () => {
  const report = async (name: string) =>
    (
      await server.call('POST', '/maintenance', {
        as: await server.token(name),
        form: reportForm({ information: 'A tap.' }),
      })
    ).statusCode;
  await server.database.sql`delete from attempts`;
  const suggestion = await server.call('POST', '/announcements/submit', {
    as: await server.token('newcomer'),
    body: { announcement: 'A bench?' },
  });
  expect(suggestion.statusCode).toBe(201);
  for (let count = 1; count < 10; count += 1) expect(await report('newcomer')).toBe(201);
  expect(await report('newcomer')).toBe(429);
  for (let count = 1; count <= 11; count += 1) expect(await report('resident')).toBe(201);
});
