import { afterEach, beforeEach, expect, test } from 'vitest';
import sqlTag from 'sql-template-tag';
import type { Channel, Delivery, Outcome } from '../../../server/notifications/channel.ts';
import { deliverer, RETRY_AFTER } from '../../../server/notifications/deliver.ts';
import { outcomeOf } from '../../../server/notifications/email/transport.ts';
import { notify, type NewNotification } from '../../../server/notifications/notify.ts';
import { queueDeliveries } from '../../../server/notifications/queueDeliveries.ts';
import type { Database } from '../../../server/database/database.ts';
import { testDatabase } from '../../support/server/databases/database.ts';
import {
  ANNOUNCEMENT,
  insertToldRecords,
  REQUEST,
} from '../../support/server/notifications/everyNotification.ts';
import { populate } from '../../support/server/server.ts';

const [MANAGER, RESIDENT, NEIGHBOUR] = [1, 2, 3];
const ZONE = 'America/New_York';
const PASSWORD: NewNotification = { kind: 'password_changed', to: [RESIDENT], data: { by: 'management' } };
const COMPLETED: NewNotification = {
  kind: 'request_completed',
  to: [RESIDENT],
  data: { request_id: 1, information: 'The tap drips.', reported_at: '2026-01-15T01:00:00.000Z' },
  about: REQUEST,
};

let database: Database;
beforeEach(async () => {
  database = await testDatabase();
  await populate(database);
  await insertToldRecords(database.sql);
});
afterEach(() => database.close());

/** A channel that keeps what it is given and answers in turn; the last answer stays. */
function channelThat(...outcomes: (Outcome | Error)[]): Channel & { given: Delivery[] } {
  const given: Delivery[] = [];
  return {
    ...{ name: 'email', reaches: sqlTag`users.email <> ''`, concurrency: 3, given },
    send(delivery) {
      given.push(delivery);
      const outcome = outcomes.length > 1 ? outcomes.shift() : outcomes[0];
      return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome ?? 'sent');
    },
  };
}

const options = (channel: Channel) => ({
  ...{ database, channels: [channel], zone: ZONE, mustAddFactor: sqlTag`false` },
  log: { warn: () => undefined },
});

const deliver = (given: ReturnType<typeof options>) => deliverer(given)();

const stored = () => database.sql<{
  state: string;
  attempts: number;
  reason: string | null;
  wait: number;
}>`
  select state, attempts, reason, round(extract(epoch from due_at - now()))::int as wait
  from deliveries order by event_id, user_id`;

/** Lets time pass until everything is due. */
const later = () => database.sql`update deliveries set due_at = now() where state in ('waiting', 'sending')`;

test('what is sent is not sent again', async () => {
  const channel = channelThat('sent');
  await notify(database.sql, PASSWORD);
  await deliver(options(channel));
  await later();
  await deliver(options(channel));
  expect(channel.given).toMatchObject([{ user_id: RESIDENT, email: 'resident@example.com', attempts: 0 }]);
  expect(await stored()).toMatchObject([{ state: 'sent', attempts: 0, reason: null }]);
});

test('what fails is tried again after longer and longer times, and given up in the end', async () => {
  const channel = channelThat({ retry: 'The mail server is down.' });
  await notify(database.sql, PASSWORD);
  for (const [index, seconds] of RETRY_AFTER.entries()) {
    await deliver(options(channel));
    const [delivery] = await stored();
    expect(delivery).toMatchObject({
      state: 'waiting',
      attempts: index + 1,
      reason: 'The mail server is down.',
    });
    expect(Math.abs((delivery?.wait ?? 0) - seconds)).toBeLessThan(30);
    // Not before its time.
    await deliver(options(channel));
    expect(channel.given).toHaveLength(index + 1);
    await later();
  }
  await deliver(options(channel));
  expect(await stored()).toMatchObject([{ state: 'given_up', attempts: 6 }]);
  await later();
  await deliver(options(channel));
  expect(channel.given).toHaveLength(6);
});

test('a channel that throws, or that says when to come again, is tried again', async () => {
  const channel = channelThat(new Error('No answer.'), { retry: 'Too many.', afterSeconds: 600 }, 'sent');
  await notify(database.sql, PASSWORD);
  await deliver(options(channel));
  expect(await stored()).toMatchObject([{ state: 'waiting', reason: 'No answer.' }]);
  await later();
  await deliver(options(channel));
  const [waiting] = await stored();
  expect(waiting?.reason).toBe('Too many.');
  expect(Math.abs((waiting?.wait ?? 0) - 600)).toBeLessThan(30);
  await later();
  await deliver(options(channel));
  expect(await stored()).toMatchObject([{ state: 'sent', reason: null }]);
});

test('what is refused is given up at once, and what has nowhere to go ends quietly', async () => {
  await notify(database.sql, PASSWORD, PASSWORD);
  await deliver(options(channelThat({ refused: 'No such mailbox.' }, 'gone')));
  const states = (await stored()).map(({ state, reason }) => [state, reason]);
  expect(states.sort()).toEqual([
    ['given_up', 'No such mailbox.'],
    ['gone', null],
  ]);
});

test('messages to one person that hang hold nobody else up', async () => {
  const channel = channelThat('sent');
  const { send } = channel;
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  channel.send = async (delivery) => {
    const outcome = send(delivery);
    if (delivery.user_id === MANAGER) await answered;
    return outcome;
  };
  await notify(database.sql, ...Array.from({ length: 5 }, () => ({ ...PASSWORD, to: [MANAGER] })), PASSWORD);
  const delivering = deliver(options(channel));
  await expect.poll(() => channel.given.map(({ user_id }) => user_id)).toContain(RESIDENT);
  expect(channel.given.map(({ user_id }) => user_id)).toEqual([MANAGER, MANAGER, RESIDENT]);
  answer();
  await delivering;
  expect(channel.given.slice(3).map(({ user_id }) => user_id)).toEqual([MANAGER, MANAGER, MANAGER]);
});

test('two deliverers at once send each message once', async () => {
  const channel = channelThat('sent');
  // As many as are sent to one person within a day, to two people.
  const twice: NewNotification = { ...PASSWORD, to: [RESIDENT, NEIGHBOUR] };
  await notify(database.sql, ...Array.from({ length: 20 }, () => twice));
  await Promise.all([deliver(options(channel)), deliver(options(channel)), deliver(options(channel))]);
  const sent = channel.given.map(({ event_id, user_id }) => `${event_id} ${user_id}`);
  expect([sent.length, new Set(sent).size]).toEqual([40, 40]);
});

test('a slow try whose time ran out, and which another process took, does not overwrite what that one stored', async () => {
  await notify(database.sql, PASSWORD);
  let finish: (outcome: Outcome) => void = () => undefined;
  let begun: () => void = () => undefined;
  const sending = new Promise<void>((resolve) => (begun = resolve));
  const slow: Channel = {
    ...channelThat('sent'),
    concurrency: 1,
    send: () => {
      begun();
      return new Promise((resolve) => (finish = resolve));
    },
  };
  const first = deliver(options(slow));
  await sending;
  await later();
  await deliver(options(channelThat('sent')));
  finish({ retry: 'No answer.' });
  await first;
  expect(await stored()).toMatchObject([{ state: 'sent', reason: null }]);
});

test('whoever is deactivated after the event is not written to', async () => {
  const channel = channelThat('sent');
  await notify(database.sql, PASSWORD);
  await queueDeliveries(database, { channels: [channel], zone: ZONE, mustAddFactor: sqlTag`false` });
  await database.sql`update users set is_current_user = false where id = ${RESIDENT}`;
  await deliver(options(channel));
  expect(channel.given).toEqual([]);
  expect(await stored()).toMatchObject([{ state: 'gone' }]);
});

test('without a channel nothing waits, also when one is configured later', async () => {
  await notify(database.sql, PASSWORD);
  await deliver({ ...options(channelThat('sent')), channels: [] });
  const channel = channelThat('sent');
  await deliver(options(channel));
  expect(channel.given).toEqual([]);
});

const urgent: NewNotification = {
  kind: 'announcement_published',
  to: [RESIDENT],
  data: { announcement: 'Leave the house.', announcement_type: 'Urgent' },
  about: ANNOUNCEMENT,
};

test.for([
  // New York is five hours behind in winter, four in summer.
  ['2026-01-15T01:59:59Z', '2026-01-15T01:59:59.000Z'],
  ['2026-01-15T02:00:00Z', '2026-01-15T13:00:00.000Z'],
  ['2026-01-15T12:59:59Z', '2026-01-15T13:00:00.000Z'],
  ['2026-01-15T13:00:00Z', '2026-01-15T13:00:00.000Z'],
  ['2026-07-15T01:00:00Z', '2026-07-15T12:00:00.000Z'],
  // The night in which the clocks go forward.
  ['2026-03-08T03:00:00Z', '2026-03-08T12:00:00.000Z'],
])('what happens at %s is sent at %s, unless it is urgent or of security', async ([now, expected]) => {
  await notify(database.sql, COMPLETED, urgent, PASSWORD);
  const moment = sqlTag`${now}::timestamptz`;
  await queueDeliveries(database, {
    channels: [channelThat('sent')],
    zone: ZONE,
    mustAddFactor: sqlTag`false`,
    now: moment,
  });
  const due = await database.sql<{ due_at: string }>`select due_at from deliveries order by event_id`;
  const asItHappens = new Date(now!).toISOString();
  expect(due.map(({ due_at }) => due_at)).toEqual([expected, asItHappens, asItHappens]);
});

test('a channel that hangs holds up neither what is new nor other channels nor its own free connections', async () => {
  let finish: (outcome: Outcome) => void = () => undefined;
  const hung = new Promise<Outcome>((resolve) => (finish = resolve));
  const mailed: Delivery[] = [];
  const mail: Channel = {
    ...channelThat('sent'),
    concurrency: 2,
    send: (delivery) => (mailed.push(delivery) === 1 ? hung : Promise.resolve('sent')),
  };
  const push: Channel & { given: Delivery[] } = {
    ...channelThat('sent'),
    name: 'push',
    reaches: sqlTag`true`,
  };
  const deliverAll = deliverer({ ...options(mail), channels: [mail, push] });
  await notify(database.sql, PASSWORD);
  const first = deliverAll();
  await expect.poll(() => [mailed.length, push.given.length]).toEqual([1, 1]);
  await notify(database.sql, urgent);
  const second = deliverAll();
  await expect.poll(() => [mailed.length, push.given.length]).toEqual([2, 2]);
  finish('sent');
  await Promise.all([first, second]);
  expect((await stored()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent']);
});

test('what is urgent or of security is sent first', async () => {
  const channel = { ...channelThat('sent'), concurrency: 1 };
  await notify(database.sql, COMPLETED, COMPLETED, urgent, PASSWORD);
  await queueDeliveries(database, { channels: [channel], zone: ZONE, mustAddFactor: sqlTag`false` });
  await database.sql`update deliveries set due_at = now() - make_interval(mins => 10 - event_id)`;
  await deliver(options(channel));
  expect(channel.given.map(({ kind }) => kind)).toEqual([
    'announcement_published',
    'password_changed',
    'request_completed',
    'request_completed',
  ]);
});

test('what could not be delivered is logged by its code, without the words of the other side', async () => {
  const logged: unknown[] = [];
  const outcome = outcomeOf(
    Object.assign(new Error('550 <resident@example.com> is unknown'), {
      responseCode: 550,
      command: 'RCPT TO',
    }),
  );
  await notify(database.sql, PASSWORD);
  await deliver({
    ...options(channelThat(outcome)),
    log: { warn: (...what: unknown[]) => void logged.push(what) },
  });
  expect(logged).toMatchObject([[{ user: RESIDENT, channel: 'email', code: 550 }, expect.any(String)]]);
  expect(JSON.stringify(logged)).not.toContain('resident@example.com');
  expect(await stored()).toMatchObject([
    { state: 'given_up', reason: '550 <resident@example.com> is unknown' },
  ]);
});
