import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { NotificationKind } from '../../../contract/notifications/notification.ts';
import { MOST_A_DAY, MOST_CONFIRMATIONS_A_DAY } from '../../../server/notifications/mailLimits.ts';
import {
  RESIDENT,
  NEWCOMER,
  server,
  register,
  mails,
  startServer,
  clearMails,
} from '../../support/server/auth/confirmEmail.ts';

beforeAll(startServer);

beforeEach(clearMails);

test('one mailbox is asked a few times a day, whoever registers with it and under however many names of it', async () => {
  for (let each = 1; each <= MOST_A_DAY.email_confirmation + 3; each += 1)
    await register(`Victim+${each}@example.com`);
  expect(await mails()).toHaveLength(MOST_A_DAY.email_confirmation);
  await server.database.sql`update deliveries set ended_at = ended_at - interval '25 hours'`;
  await register('victim@example.com');
  expect(await mails()).toHaveLength(1);
});

/** Has as many confirmations sent to strangers as are within a day, and all to one mailbox. */
async function useUpConfirmations(mailbox = ''): Promise<void> {
  await server.database.sql`
    with event as (
      insert into notification_events (kind, title, body, path, queued_at)
      select 'email_confirmation', '', '', '/', now() from generate_series(1, ${MOST_CONFIRMATIONS_A_DAY}::int) returning id
    ), told as (
      insert into notifications (event_id, user_id) select id, ${NEWCOMER} from event returning event_id
    )
    insert into deliveries (event_id, user_id, channel, state, ended_at, mailbox)
    select id, ${NEWCOMER}, 'email', 'sent', now(), sha256(convert_to(${mailbox}, 'UTF8')) from event`;
}

test('all registrations of a day together send so many mails', async () => {
  await useUpConfirmations();
  await register();
  expect(await mails()).toEqual([]);
});

test('strangers who use up the confirmations of a day keep none from a resident, nor a link for a new password', async () => {
  const { sql } = server.database;
  await useUpConfirmations('moved@example.com');
  await sql`
    update users set email = 'moved@example.com', confirmed_email = null, email_changed_at = null where id = ${RESIDENT}`;
  const resident = await server.token('resident');
  expect((await server.call('POST', '/email-confirmations', { as: resident })).statusCode).toBe(200);
  expect((await mails()).map(({ to }) => to)).toEqual(['moved@example.com']);
  await server.call('POST', '/password-reset', { body: { email: 'moved@example.com' } });
  expect((await mails()).map(({ to }) => to)).toEqual(['moved@example.com']);
  await sql`update users set email = 'resident@example.com' where id = ${RESIDENT}`;
  await sql`update users set confirmed_email = email where id = ${RESIDENT}`;
});

test('who asks for a confirmation when those of a day are used up is told that none is sent', async () => {
  const { token } = await register();
  await useUpConfirmations();
  const answer = await server.call('POST', '/email-confirmations', { as: token });
  expect(answer.statusCode).toBe(429);
  expect(answer.json<Failure>().error).toContain('as many were sent today as may be');
});

test.each(Object.entries(MOST_A_DAY) as [NotificationKind, number][])(
  'of mails of the kind %s, one person and one address gets %i a day',
  async (kind, most) => {
    const { sql } = server.database;
    // Two people who had one address, one after the other; the mails of days are older than an hour.
    const put = (count: number, user: number, state: string) => sql`
      with event as (
        insert into notification_events (kind, title, body, path, data, urgent, queued_at)
        select ${kind}, 'Title', 'Body', '/', '{"entry_id": 999999}', true, now() from generate_series(1, ${count}::int) returning id
      ), told as (
        insert into notifications (event_id, user_id) select id, ${user} from event returning event_id
      )
      insert into deliveries (event_id, user_id, channel, state, ended_at, mailbox)
      select id, ${user}, 'email', ${state}, now() - interval '2 hours',
        (select sha256(convert_to(email, 'UTF8')) from users where id = ${user}) from event`;
    await sql`update users set is_manager = true, has_password = ${kind !== 'invitation'} where id = ${RESIDENT}`;
    await put(most - 1, RESIDENT, 'sent');
    await put(2, RESIDENT, 'waiting');
    await server.app.deliverNotifications();
    const ended = await sql<{ reason: string | null }>`
      select reason from deliveries where ended_at > now() - interval '1 hour' order by reason nulls first`;
    expect(ended.map(({ reason }) => reason)).toEqual([
      null,
      'More mails of this kind than are sent within a day.',
    ]);
    await sql`delete from notification_events`;
    await put(most, 3, 'sent');
    await sql`update deliveries set mailbox = (select sha256(convert_to(email, 'UTF8')) from users where id = ${RESIDENT})`;
    await put(1, RESIDENT, 'waiting');
    await server.app.deliverNotifications();
    const [last] = await sql<{ state: string }>`select state from deliveries where user_id = ${RESIDENT}`;
    expect(last).toEqual({ state: 'gone' });
    await sql`update users set is_manager = false, has_password = true where id = ${RESIDENT}`;
  },
);
