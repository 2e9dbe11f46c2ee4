import { afterEach, beforeEach, expect, test } from 'vitest';
import sqlTag from 'sql-template-tag';
import type { Channel, Delivery, Outcome } from '../../../server/notifications/channel.ts';
import { deliverer } from '../../../server/notifications/deliver.ts';
import { outcomeOf } from '../../../server/notifications/email/transport.ts';
import { notify, type NewNotification } from '../../../server/notifications/notify.ts';
import { queueDeliveries } from '../../../server/notifications/queueDeliveries.ts';
import { ANNOUNCEMENT, REQUEST } from '../../support/server/notifications/everyNotification.ts';
import {
  RESIDENT,
  ZONE,
  PASSWORD,
  database,
  channelThat,
  options,
  deliver,
  stored,
  openDatabase,
} from '../../support/server/notifications/deliveries.ts';

const COMPLETED: NewNotification = {
  kind: 'request_completed',
  to: [RESIDENT],
  data: { request_id: 1, information: 'The tap drips.', reported_at: '2026-01-15T01:00:00.000Z' },
  about: REQUEST,
};
beforeEach(openDatabase);

afterEach(() => database.close());

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
