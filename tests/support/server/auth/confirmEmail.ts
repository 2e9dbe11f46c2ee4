import { expect } from 'vitest';
import type { User } from '../../../../contract/users/user.ts';
import { headerOf, startMailServer, type MailServer } from '../notifications/mailServer.ts';
import { testServer, type TestServer } from '../server.ts';

export const [RESIDENT, NEWCOMER] = [2, 4];

let mail: MailServer;
export let server: TestServer;
export let manager: string;

let people = 0;
export async function register(email?: string): Promise<{ token: string; user: User; username: string }> {
  const username = `ida${(people += 1)}`;
  const answer = await server.call('POST', '/users/register', {
    body: {
      ...{ username, password: 'a lamp at dusk', firstName: 'Ida', lastName: 'Brandt' },
      ...{ email: email ?? `${username}@example.com`, unit: 201 },
    },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return { ...answer.json<{ token: string; user: User }>(), username };
}
export async function mails(): Promise<{ to: string; subject: string; source: string }[]> {
  await server.app.sendResetLinks();
  await server.database.sql`update notification_events set urgent = true where queued_at is null`;
  await server.app.deliverNotifications();
  return mail.mails.splice(0).map(({ to, source }) => ({
    to: to[0]!,
    subject: headerOf(source, 'Subject') ?? '',
    source: source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='),
  }));
}
export async function startServer() {
  mail = await startMailServer();
  server = await testServer({
    ...{ SMTP_URL: mail.url, MAIL_FROM: 'office@example.com', PUBLIC_URL: 'http://localhost:3123' },
    ...{ REGISTRATIONS_PER_ADDRESS: '1000', TRUST_PROXY: '1' },
  });
  manager = await server.token('manager');
  return async () => {
    await server.close();
    await mail.close();
  };
}

export async function clearMails(): Promise<void> {
  const { sql } = server.database;
  await sql`delete from notification_events`;
  await sql`delete from attempts`;
  mail.mails.length = 0;
}
