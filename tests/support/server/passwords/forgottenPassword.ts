import { expect, vi } from 'vitest';
import { startMailServer, type MailServer } from '../notifications/mailServer.ts';
import { testServer, type TestServer } from '../server.ts';

export const RESIDENT = 2;
export const PASSWORD = 'a long walk home';

export let mail: MailServer;
export let server: TestServer;
let porchlight: string;

export const forget = (email: string, headers: Record<string, string> = {}) =>
  server.call('POST', '/password-reset', { body: { email }, headers });
export const open = (token: string) => server.call('POST', '/password-reset/link', { body: { token } });
export const choose = (token: string, password = PASSWORD) =>
  server.call('POST', '/password-reset/password', { body: { token, password } });
export const login = (password: string, username = 'resident', code?: string) =>
  server.call('POST', '/users/login', { body: { username, password, ...(code ? { code } : {}) } });

/** Lets an account get a link again. */
export const longAgo = (interval: string) =>
  server.database.sql`update notification_events set created_at = created_at - ${interval}::interval`;

/** What was sent after a request, once everything is sent. */
export async function sent(): Promise<string[]> {
  await server.app.sendResetLinks();
  await server.app.deliverNotifications();
  return mail.mails.map(({ source }) => source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='));
}
export const tokensIn = (mails: string[], page: string) => [
  ...new Set(
    mails.flatMap((source) =>
      [...source.matchAll(new RegExp(`${page}#([\\w-]{43})`, 'g'))].map(([, token]) => token!),
    ),
  ),
];
export async function resetToken(email = 'resident@example.com'): Promise<string> {
  expect((await forget(email)).statusCode).toBe(200);
  return vi.waitFor(async () => {
    const [token] = tokensIn(await sent(), '/new-password');
    expect(token).toBeDefined();
    return token!;
  }, 60_000);
}
export async function startServer() {
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
}

export async function findPassword(): Promise<void> {
  const [found] = await server.database.sql<{ password_hash: string }>`
    select password_hash from users where id = ${RESIDENT}`;
  porchlight = found!.password_hash;
}

export async function resetAccounts(): Promise<void> {
  const { sql } = server.database;
  await sql`update users set password_hash = ${porchlight}, is_current_user = true, email = username || '@example.com'`;
  await sql`delete from attempts`;
  await sql`delete from password_resets`;
  await sql`delete from notification_events`;
  mail.mails.length = 0;
}
