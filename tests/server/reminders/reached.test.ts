import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RemindersSent } from '../../../contract/reminders/reminder.ts';
import {
  readableMail,
  startMailServer,
  type MailServer,
} from '../../support/server/notifications/mailServer.ts';
import { testServer, type TestServer } from '../../support/server/server.ts';

const [ROBIN, NOOR] = [2, 3];

let mail: MailServer;
let server: TestServer;
beforeAll(async () => {
  mail = await startMailServer();
  server = await testServer({
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'office@example.com', PUBLIC_URL: 'https://portal.example.com' },
  });
});
afterAll(async () => {
  await server.close();
  await mail.close();
});

test('a reminder goes by mail to who confirmed their address, and to nobody else’s, who is named for a letter', async () => {
  const { sql } = server.database;
  await sql`
    insert into transactions (user_id, amount, type, description, effective_on)
    select id, 40, 'Misc Charge', 'Key', current_date - 10 from users where id in (${ROBIN}, ${NOOR})`;
  await sql`update users set confirmed_email = case when id = ${ROBIN} then email end where id in (${ROBIN}, ${NOOR})`;
  const answer = await server.call('POST', '/reminders', {
    as: await server.token('manager'),
    body: { user_ids: [ROBIN, NOOR], words: '{amount} since {since}. Thank you.' },
  });
  const { reminded } = answer.json<RemindersSent>();
  expect(reminded.sort((one, other) => one.user_id - other.user_id)).toEqual([
    { user_id: ROBIN, reached: ['email'] },
    { user_id: NOOR, reached: [] },
  ]);
  await sql`update deliveries set due_at = now()`;
  await sql`update notification_events set urgent = true where queued_at is null`;
  await server.app.deliverNotifications();
  expect(mail.mails).toHaveLength(1);
  expect(readableMail(mail.mails[0]!)).toContain('$40.00 since');
});
