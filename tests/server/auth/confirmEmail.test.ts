import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import { NOTIFICATION_KINDS } from '../../../contract/notifications/notification.ts';
import type { User, UserWithUnit } from '../../../contract/users/user.ts';
import { MOST_A_DAY } from '../../../server/notifications/mailLimits.ts';
import { MAILS_BEFORE_CONFIRMATION } from '../../../server/notifications/withheld.ts';
import {
  RESIDENT,
  NEWCOMER,
  server,
  manager,
  register,
  mails,
  startServer,
  clearMails,
} from '../../support/server/auth/confirmEmail.ts';

beforeAll(startServer);

beforeEach(clearMails);

const tokenIn = (source: string, page: string) => new RegExp(`${page}#([\\w-]{43})`).exec(source)![1]!;
const confirm = (token: string) => server.call('POST', '/email-confirmation', { body: { token } });
const isConfirmed = async ({ token, user }: { token: string; user: { id: number } }) =>
  (await server.call('GET', `/users/${user.id}`, { as: token })).json<UserWithUnit>().email_confirmed;
const signIn = (username: string, agent: string, from = '192.0.2.1') =>
  server.call('POST', '/users/login', {
    body: { username, password: 'a lamp at dusk' },
    headers: { 'user-agent': agent, 'x-forwarded-for': from },
  });
const agents = (count: number) =>
  Array.from({ length: count }, (_, each) => [`Firefox/${each}`, `10.0.${each}.1`]);

test('an address that was registered gets the mail that asks to confirm it, and nothing else', async () => {
  const ida = await register();
  for (const [agent, from] of agents(8)) await signIn(ida.username, agent!, from);
  await server.call('PUT', `/users/${ida.user.id}/password`, {
    as: ida.token,
    body: { current_password: 'a lamp at dusk', new_password: 'another lamp at dusk' },
  });
  const [asked, ...more] = await mails();
  expect(more).toEqual([]);
  expect(asked).toMatchObject({
    to: ida.user.email,
    subject: 'Confirm your email address for Porchlight',
  });
  expect(asked!.source).toContain('Hello,');
  expect(asked!.source).not.toContain('Brandt');
  expect(await isConfirmed({ token: manager, user: ida.user })).toBe(false);
});

test('its link confirms it, also when it is tapped twice, and mail goes to it then', async () => {
  const ida = await register();
  const token = tokenIn((await mails())[0]!.source, '/confirm-email');
  expect((await confirm(token)).json()).toEqual({ message: 'Your email address is confirmed.' });
  expect((await confirm(token)).statusCode).toBe(200);
  expect(await isConfirmed(ida)).toBe(true);
  await signIn(ida.username, 'Firefox/1', '10.0.0.1');
  expect((await mails()).map(({ subject }) => subject)).toEqual(['A sign-in on a new device']);
});

test('a link that is not whole, too old or of another address confirms nothing', async () => {
  const ida = await register();
  const token = tokenIn((await mails())[0]!.source, '/confirm-email');
  expect((await confirm('m'.repeat(43))).statusCode).toBe(404);
  const body = { email: 'ida.new@example.com' };
  await server.call('PUT', `/users/${ida.user.id}`, { as: ida.token, body });
  expect((await confirm(token)).statusCode).toBe(410);
  const again = tokenIn((await mails())[0]!.source, '/confirm-email');
  await server.database.sql`update email_confirmations set expires_at = now()`;
  expect((await confirm(again)).json<Failure>().code).toBe('gone');
  expect(await isConfirmed(ida)).toBe(false);
});

test('of kinds of mail, only two go to an address that is not confirmed, of which one names the address before', async () => {
  expect(MAILS_BEFORE_CONFIRMATION).toEqual(['email_confirmation', 'email_changed']);
  const { sql } = server.database;
  await sql`update users set confirmed_email = null, unit = 1 where id = ${NEWCOMER}`;
  await sql`update users set confirmed_email = null where id = ${NEWCOMER}`;
  await sql`
    with event as (
      insert into notification_events (kind, title, body, path, urgent)
      select kind, 'Title', 'Body', '/', true from unnest(${Object.keys(NOTIFICATION_KINDS)}::text[]) as kind returning id)
    insert into notifications (event_id, user_id) select id, ${NEWCOMER} from event`;
  await server.app.deliverNotifications();
  const written = await sql<{ kind: string }>`
    select kind from deliveries join notification_events as event on event.id = event_id where channel = 'email'`;
  expect(written.map(({ kind }) => kind).toSorted()).toEqual(MAILS_BEFORE_CONFIRMATION.toSorted());
  await sql`update users set unit = null where id = ${NEWCOMER}`;
});

test('whom management confirms into a unit, enters or gives another address is written to at once', async () => {
  const ida = await register();
  await server.call('PUT', `/users/${ida.user.id}`, { as: manager, body: { unit: 5 } });
  expect(await isConfirmed(ida)).toBe(true);
  await server.call('PUT', `/users/${ida.user.id}`, { as: manager, body: { email: 'right@example.com' } });
  expect(await isConfirmed(ida)).toBe(true);
  const entered = await server.call('POST', '/users/register', {
    as: manager,
    body: {
      ...{ username: 'bo', password: 'a lamp at dusk', firstName: 'Bo', lastName: 'Lind' },
      email: 'bo@example.com',
    },
  });
  expect(await isConfirmed({ token: manager, user: entered.json<{ user: User }>().user })).toBe(true);
  const body = { firstName: 'Cy', lastName: 'Moss', email: 'cy@example.com' };
  const invited = (await server.call('POST', '/users', { as: manager, body })).json<User>();
  expect(await isConfirmed({ token: manager, user: invited })).toBe(true);
});

test('a resident who changes their address confirms the new one, and the one before needs it no more', async () => {
  const token = await server.token('resident');
  const resident = { token, user: { id: RESIDENT } };
  const change = (email: string) => server.call('PUT', `/users/${RESIDENT}`, { as: token, body: { email } });
  await change('robin@elsewhere.example');
  expect(await isConfirmed(resident)).toBe(false);
  const confirmation = (await mails()).find(({ to }) => to === 'robin@elsewhere.example')!;
  await change('resident@example.com');
  expect(await isConfirmed(resident)).toBe(true);
  await change('robin@elsewhere.example');
  await confirm(tokenIn(confirmation.source, '/confirm-email'));
  expect(await isConfirmed(resident)).toBe(true);
  await server.database.sql`
    update users set email = 'resident@example.com', confirmed_email = 'resident@example.com', email_changed_at = null
    where id = ${RESIDENT}`;
});

test('who forgot the password before they confirmed gets a link that does both', async () => {
  const ida = await register();
  await mails();
  await server.call('POST', '/password-reset', { body: { email: ida.user.email } });
  const [sent, ...more] = await mails();
  expect(more).toEqual([]);
  expect(sent!.subject).toBe('Confirm your email address for Porchlight');
  const body = { token: tokenIn(sent!.source, '/new-password'), password: 'a walk home at dusk' };
  expect((await server.call('POST', '/password-reset/password', { body })).statusCode).toBe(200);
  expect(await isConfirmed({ token: manager, user: ida.user })).toBe(true);
});

test('a link can be sent again a few times a day, and needs not where the address is confirmed', async () => {
  const ida = await register();
  const again = () => server.call('POST', '/email-confirmations', { as: ida.token });
  const statuses: number[] = [];
  for (let each = 1; each <= MOST_A_DAY.email_confirmation; each += 1)
    statuses.push((await again()).statusCode);
  expect(statuses).toEqual([...Array<number>(MOST_A_DAY.email_confirmation - 1).fill(200), 429]);
  const sent = await mails();
  expect(sent).toHaveLength(MOST_A_DAY.email_confirmation);
  await confirm(tokenIn(sent[0]!.source, '/confirm-email'));
  expect((await again()).json<Failure>().code).toBe('confirmed');
});
