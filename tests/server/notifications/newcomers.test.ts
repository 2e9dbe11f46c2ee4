import sqlTag from 'sql-template-tag';
import { expect, vi } from 'vitest';
import type { NotificationKind } from '../../../contract/notifications/notification.ts';
import type { Channel, Delivery, Outcome } from '../../../server/notifications/channel.ts';
import { deliverer } from '../../../server/notifications/deliver.ts';
import { messageOf } from '../../../server/notifications/messages/messages.ts';
import { everyData } from '../../support/server/notifications/everyNotification.ts';
import { reportForm, UNLIMITED } from '../../support/server/server.ts';
import { manager, newcomer, resident, server, testWith } from '../../support/server/world.ts';

const test = testWith({ ...UNLIMITED, REGISTRATIONS_PER_ADDRESS: '1000' });

const TEN_MINUTES = 10 * 60_000;

test.beforeEach(async () => {
  // Stands still, so that no test is torn by the end of a time of gathering; later than the database's, for which that goes on.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + TEN_MINUTES });
  await server.database.sql`delete from notification_events`;
});
test.afterEach(() => void vi.useRealTimers());

const HOSTILE = [
  'Your session ended: sign in again at https://evil.example/login',
  'www.evil.example',
  'evil.example/a?b=c',
  'office@evil.example',
  'evil。example',
  'http:\\\\evil.example',
];
/** What mail programs and phones make a link of: a scheme, a host, an address. */
const LINK = /:\/\/|[@\\]|\p{L}[.。．｡]\p{L}/u;
/** Their titles have the community's name, which management chose. */
const OF_THE_COMMUNITY: readonly string[] = ['email_confirmation', 'invitation', 'password_reset'];

test.for(HOSTILE)('no title of any kind of notification has a link, with %s as each text', (text) => {
  for (const [kind, data] of Object.entries(everyData(text.padEnd(160, ' and so on')))) {
    if (OF_THE_COMMUNITY.includes(kind)) continue;
    const { title } = messageOf(kind as NotificationKind, data as never);
    expect(title, kind).not.toMatch(LINK);
    expect(title.length, kind).toBeLessThanOrEqual(120);
  }
});

test('a usual name stands in a title as it is', () => {
  const titleFor = (name: string) => messageOf('suggestion_to_review', { announcement: 'x', name }).title;
  expect(titleFor('Seán O’Brien-St. John Jr.')).toBe('Seán O’Brien-St. John Jr. suggests an announcement');
  expect(titleFor('J.R. Smith')).toBe('J. R. Smith suggests an announcement');
});

const register = async (index: number, unit: number | string | null = 201) => {
  const answer = await server.call('POST', '/users/register', {
    body: {
      ...{ username: `ida${index}`, password: 'a lamp at dusk', firstName: 'Ida', lastName: 'Brandt' },
      ...{ email: `ida${index}@example.com`, unit },
    },
  });
  expect(answer.statusCode).toBe(201);
};

interface Listed {
  kind: string;
  title: string;
  body: string;
  path: string;
  read_at: string | null;
}
const listed = async () => (await server.call('GET', '/notifications', { as: manager })).json<Listed[]>();

const ofKind = async (kind: string) => (await listed()).filter((each) => each.kind === kind);

/** What managers are sent now. */
async function sentNow(): Promise<string[]> {
  const { database } = server;
  const sent: string[] = [];
  const channel: Channel = {
    ...{ name: 'push', reaches: sqlTag`users.is_manager`, concurrency: 1 },
    send({ title }: Delivery): Promise<Outcome> {
      sent.push(title);
      return Promise.resolve('sent');
    },
  };
  const log = { warn: () => undefined };
  const mustAddFactor = sqlTag`false`;
  await deliverer({ ...{ database, channels: [channel], zone: noonZone(), mustAddFactor, log } })();
  return sent;
}

/** A time zone in which it is about noon, far from quiet hours. */
function noonZone(): string {
  const offset = 12 - new Date().getUTCHours();
  // Signs are the other way round: https://www.postgresql.org/docs/current/datetime-posix-timezone-specs.html
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

/** Lets the time of gathering pass, for what was told so far. */
const passTime = () =>
  server.database.sql`
    with aged as (update notification_events set once = once || ':earlier' where once is not null)
    update deliveries set due_at = now()`;

test('of people who register one after the other managers are told together, with how many there are', async () => {
  for (let index = 1; index <= 7; index += 1) await register(index);
  expect(await ofKind('claim_to_confirm')).toMatchObject([
    {
      title: '7 people registered',
      body: 'Confirm their units or decline them.',
      path: '/admin/manage-users',
    },
  ]);
  expect(await sentNow()).toEqual([]);
  await passTime();
  expect(await sentNow()).toEqual(['7 people registered']);
  await register(8);
  expect((await ofKind('claim_to_confirm')).map(({ title }) => title)).toEqual([
    'Ida Brandt says they live in unit 201',
    '7 people registered',
  ]);
});

test('of a claim for a unit number that no property has managers are told that they choose the unit or decline', async () => {
  await register(50, 999);
  expect(await ofKind('claim_to_confirm')).toMatchObject([
    {
      title: 'Ida Brandt says they live in unit 999',
      body: 'No property has a unit of this number. Choose their unit, or decline the claim.',
    },
  ]);
});

test('of somebody who registers and names no home managers are told as well', async () => {
  await register(51, null);
  expect(await ofKind('claim_to_confirm')).toMatchObject([
    { title: 'Ida Brandt registered without a unit', body: 'Choose the unit that is theirs.' },
  ]);
});

test.for(['www.evil.example', 'http://evil.example', 'a@evil.example', 'evil。example'])(
  'a claim that a stranger types as %s is told to managers without a link',
  async (unit) => {
    await register(60 + unit.length + unit.charCodeAt(0), unit);
    const [told] = await ofKind('claim_to_confirm');
    expect(told?.title).not.toMatch(LINK);
    expect(told?.body).not.toContain('evil');
    expect(told?.path).toMatch(/^\/admin\/manage-users\?claim=\d+$/);
  },
);

test('what newcomers do is sent within ten minutes', async () => {
  vi.useRealTimers();
  await register(20);
  await sentNow();
  const [delivery] = await server.database.sql<{ due_at: string }>`select due_at from deliveries`;
  expect(Date.parse(delivery?.due_at ?? '') - Date.now()).toBeLessThanOrEqual(TEN_MINUTES);
});

test('people who register at the same moment are all counted', async () => {
  await Promise.all(Array.from({ length: 5 }, (_, index) => register(30 + index)));
  expect((await ofKind('claim_to_confirm')).map(({ title }) => title)).toEqual(['5 people registered']);
});

test('what a manager has read is new again when somebody else registers', async () => {
  await register(40);
  await server.database.sql`update notifications set read_at = now()`;
  await register(41);
  expect(await ofKind('claim_to_confirm')).toMatchObject([{ title: '2 people registered', read_at: null }]);
});

const report = (as: string, information: string) =>
  server.call('POST', '/maintenance', { as, form: reportForm({ information }) });
const suggest = (as: string, announcement: string) =>
  server.call('POST', '/announcements/submit', { as, body: { announcement } });

const GATHERED = ['request_new', 'suggestion_to_review'];

test('requests and suggestions of newcomers are gathered too, without their words', async () => {
  for (const text of ['Sign in at evil.example', 'Win at evil.example', 'Pay at evil.example']) {
    expect((await report(newcomer, text)).statusCode).toBe(201);
    expect((await suggest(newcomer, text)).statusCode).toBe(201);
  }
  const told = await listed();
  expect(told.map(({ title }) => title).sort()).toEqual([
    '3 requests by people whose unit is not confirmed',
    '3 suggestions by people whose unit is not confirmed',
  ]);
  expect(JSON.stringify(told)).not.toContain('evil');
  expect(
    await server.database.sql`select data from notification_events where kind = any(${GATHERED}::text[])`,
  ).toEqual([{ data: { count: 3 } }, { data: { count: 3 } }]);
});

test('one request of a newcomer is told with its text, which follows it, and is taken back with it', async () => {
  const { id } = (await report(newcomer, 'The tap drips.')).json<{ id: number }>();
  const form = reportForm({ information: 'Two taps drip.' });
  await server.call('PUT', `/maintenance/${id}`, { as: newcomer, form });
  expect(await ofKind('request_new')).toMatchObject([
    { title: 'New request by Nico Berg', body: 'Two taps drip.' },
  ]);
  await server.call('DELETE', `/maintenance/${id}`, { as: newcomer });
  expect(await ofKind('request_new')).toEqual([]);
  await report(newcomer, 'Three taps drip.');
  expect(await ofKind('request_new')).toMatchObject([{ body: 'Three taps drip.' }]);
});

test('of residents managers are told at once and one by one', async () => {
  await report(resident, 'The tap drips.');
  await report(resident, 'The door sticks.');
  expect(await sentNow()).toEqual([
    'New request by Robin Hale, unit 101',
    'New request by Robin Hale, unit 101',
  ]);
});
