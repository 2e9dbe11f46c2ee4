import { afterEach, beforeEach, expect, test } from 'vitest';
import sqlTag from 'sql-template-tag';
import type { Channel, Outcome } from '../../../server/notifications/channel.ts';
import { RETRY_AFTER } from '../../../server/notifications/deliver.ts';
import { notify, type NewNotification } from '../../../server/notifications/notify.ts';
import { queueDeliveries } from '../../../server/notifications/queueDeliveries.ts';
import {
  MANAGER,
  RESIDENT,
  NEIGHBOUR,
  ZONE,
  PASSWORD,
  database,
  channelThat,
  options,
  deliver,
  stored,
  openDatabase,
} from '../../support/server/notifications/deliveries.ts';

beforeEach(openDatabase);

afterEach(() => database.close());

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
  let started: () => void = () => undefined;
  const sending = new Promise<void>((resolve) => (started = resolve));
  const slow: Channel = {
    ...channelThat('sent'),
    concurrency: 1,
    send: () => {
      started();
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
