import sqlTag from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  MANDATORY_KINDS,
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
} from '../../../contract/notifications/notification.ts';
import { mustAddSecondFactor } from '../../../server/auth/secondFactor.ts';
import type { Channel, Delivery, Outcome } from '../../../server/notifications/channel.ts';
import { deliverer } from '../../../server/notifications/deliver.ts';
import { notify } from '../../../server/notifications/notify.ts';
import {
  ANNOUNCEMENT,
  everyNotification,
  insertToldRecords,
} from '../../support/server/notifications/everyNotification.ts';
import { pushedWorld } from '../../support/server/notifications/pushedWorld.ts';

const RESIDENT = 2;

let world: Awaited<ReturnType<typeof pushedWorld>>;
beforeAll(async () => {
  world = await pushedWorld({
    PUBLIC_URL: 'https://homes.example.com',
    MANAGER_SECOND_FACTOR: 'required',
  });
  await insertToldRecords(world.server.database.sql);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.clear();
  await removeFactor();
  await beManager(false);
});

const beManager = (is: boolean) =>
  world.server.database.sql`update users set is_manager = ${is} where id = ${RESIDENT}`;
const addFactor = () =>
  world.server.database.sql`
    insert into second_factors (user_id, secret, confirmed_at) values (${RESIDENT}, 'JBSWY3DPEHPK3PXP', now())`;
const removeFactor = () => world.server.database.sql`delete from second_factors`;

test('where managers must have a second factor, one without it gets no push', async () => {
  const { browser } = await world.device('resident');
  await beManager(true);
  const urgent = {
    kind: 'announcement_published' as const,
    ...{ to: [RESIDENT], about: ANNOUNCEMENT },
    data: { announcement: 'The code of the gate is 4711.', announcement_type: 'Urgent' },
  };
  await world.notify(urgent);
  expect(browser.received).toEqual([]);
  await addFactor();
  await world.notify(urgent);
  expect(browser.received).toHaveLength(1);
  await removeFactor();
  await world.notify(urgent);
  expect(browser.received).toHaveLength(1);
  await beManager(false);
  await world.notify(urgent);
  expect(browser.received).toHaveLength(2);
});

/** What is sent of every kind, by each channel. */
async function sentByChannel(): Promise<Record<NotificationChannel, string[]>> {
  const { database, app } = world.server;
  const sent: Record<NotificationChannel, string[]> = { push: [], email: [] };
  const channels = NOTIFICATION_CHANNELS.map((name): Channel => ({
    ...{ name, reaches: sqlTag`true`, concurrency: 1 },
    send({ kind }: Delivery): Promise<Outcome> {
      sent[name].push(kind);
      return Promise.resolve('sent');
    },
  }));
  const mustAddFactor = mustAddSecondFactor(app.context.configuration);
  const log = { warn: () => undefined };
  const deliver = deliverer({ database, channels, zone: 'UTC', mustAddFactor, log });
  const everyKind = everyNotification([RESIDENT]);
  await database.sql`
    insert into notification_preferences (user_id, kind, channel, wanted)
    select ${RESIDENT}, kind, channel, true from unnest(${everyKind.map(({ kind }) => kind)}::text[]) as kind,
      unnest(${[...NOTIFICATION_CHANNELS]}::text[]) as channel on conflict do nothing`;
  // By halves, since a person is mailed a number of news at most.
  const half = Math.ceil(everyKind.length / 2);
  for (const some of [everyKind.slice(0, half), everyKind.slice(half)]) {
    await notify(database.sql, ...some);
    await deliver();
    await database.sql`update deliveries set due_at = now() where state = 'waiting'`;
    await deliver();
    await database.sql`delete from notification_events`;
  }
  return sent;
}

test('of every kind, such a manager gets by mail what is mandatory alone, and nothing by push', async () => {
  await beManager(true);
  const without = await sentByChannel();
  expect(without.push).toEqual([]);
  expect(without.email.sort()).toEqual([...MANDATORY_KINDS].sort());
  await addFactor();
  const withFactor = await sentByChannel();
  expect(withFactor.email).toHaveLength(everyNotification([RESIDENT]).length);
  expect(withFactor.push.length).toBeGreaterThan(without.email.length);
});

test('what waits is not sent to a manager who removes the second factor meanwhile', async () => {
  const { browser } = await world.device('resident');
  await beManager(true);
  await addFactor();
  await world.server.database.transaction((sql) =>
    notify(sql, { kind: 'job_failed', to: [RESIDENT], data: { job: 'late-fees' } }),
  );
  await world.server.app.deliverNotifications();
  await world.server.database
    .sql`update deliveries set state = 'waiting', due_at = now() + interval '1 hour'`;
  browser.received.length = 0;
  await removeFactor();
  await world.deliverAgain();
  expect(browser.received).toEqual([]);
  expect(await world.deliveries()).toMatchObject([
    { state: 'gone', reason: 'The second factor is not set up.' },
  ]);
});
