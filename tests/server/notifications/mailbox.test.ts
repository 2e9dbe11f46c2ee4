import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailbox } from '../../../scripts/mailbox/mailbox.mjs';
import { notify } from '../../../server/notifications/notify.ts';
import { testServer, type TestServer } from '../../support/server/server.ts';

const RESIDENT = 2;

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let server: TestServer;
beforeAll(async () => {
  mailbox = await startMailbox();
  server = await testServer({
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: 'office@example.com',
    PUBLIC_URL: 'http://localhost:5173',
  });
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

const get = (path: string) => fetch(`http://127.0.0.1:${mailbox.port}${path}`);
const page = async (path: string) => (await get(path)).text();

async function pay(): Promise<void> {
  const body = { userId: RESIDENT, amount: 25, type: 'Check', reference: '117' };
  const as = await server.token('manager');
  const answer = await server.call('POST', '/transactions/record-payment', { as, body });
  expect(answer.statusCode, answer.body).toBe(201);
  await server.database.sql`update notification_events set urgent = true where queued_at is null`;
  await server.app.deliverNotifications();
}

test('the mailbox of development shows each mail with its text, its HTML, its attachment and its headers', async () => {
  expect(await page('/mailbox')).toContain('No mail yet');
  await pay();
  await notify(server.database.sql, { kind: 'password_changed', to: [RESIDENT], data: { by: 'oneself' } });
  await server.app.deliverNotifications();
  const list = await page('/mailbox');
  expect(list.match(/<strong>[^<]*/g)).toEqual([
    '<strong>Your password was changed',
    '<strong>Your payment of $25.00 was received',
  ]);
  expect(list).toContain('office@example.com');
  expect(list).toContain('resident@example.com');
  const mail = await page('/mailbox/1');
  expect(mail).toMatch(/<dt>Message-ID<\/dt><dd>&lt;\d+\.2@localhost&gt;/i);
  expect(mail).toContain('<dt>List-Unsubscribe-Post</dt><dd>List-Unsubscribe=One-Click</dd>');
  expect(mail).toMatch(/<dt>List-Unsubscribe<\/dt><dd>&lt;http:\/\/localhost:5173\/api\//);
  expect(mail).toMatch(/<pre>[^]*The receipt can be read and printed at any time\.[^]*<\/pre>/);
  const receipt = /\/mailbox\/1\/attachments\/\d+(?=">receipt-PL-000001\.html)/.exec(mail)?.[0] ?? '';
  expect(await page(receipt)).toContain('Receipt PL-000001');
  expect((await get('/mailbox/9')).status).toBe(404);
});

test('the HTML of a caught mail runs no script and loads nothing from elsewhere', async () => {
  expect(await page('/mailbox/1')).toMatch(/<iframe [^>]*src="\/mailbox\/1\/html" sandbox="allow-popups /);
  const policy = (await get('/mailbox/1/html')).headers.get('content-security-policy');
  expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
});
