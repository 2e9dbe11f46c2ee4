import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setTimeout as pause } from 'node:timers/promises';
import { deliverer } from '../../../server/notifications/deliver.ts';
import { notify } from '../../../server/notifications/notify.ts';
import type { Sql } from '../../../server/database/database.ts';
import {
  PASSWORD,
  channelThat,
  database,
  openDatabase,
  options,
  stored,
} from '../../support/server/notifications/deliveries.ts';
import { server, test as onServer } from '../../support/server/world.ts';

beforeEach(openDatabase);
afterEach(() => database.close());

/** The database, with how often it was looked what is due. */
function watched() {
  const seen = { looks: 0 };
  const sql = ((strings: TemplateStringsArray, ...values: unknown[]) => {
    if (strings.some((part) => part.includes('for update skip locked'))) seen.looks += 1;
    return database.sql(strings, ...values);
  }) as Sql;
  return { seen, database: { sql, transaction: database.transaction } };
}

test('where nothing is due, a channel that sends many at once is looked at once', async () => {
  const { seen, database: asked } = watched();
  await deliverer({ ...options({ ...channelThat('sent'), concurrency: 20 }), database: asked })();
  expect(seen.looks).toBe(1);
});

test('what is due is sent by as many at once as the channel allows', async () => {
  let sending = 0;
  let most = 0;
  const channel = {
    ...channelThat('sent'),
    concurrency: 3,
    async send() {
      most = Math.max(most, (sending += 1));
      await pause(50);
      sending -= 1;
      return 'sent' as const;
    },
  };
  await notify(
    database.sql,
    ...[1, 2, 3].flatMap((person) => [1, 2].map(() => ({ ...PASSWORD, to: [person] }))),
  );
  await deliverer(options(channel))();
  expect(most).toBe(3);
  expect((await stored()).map(({ state }) => state)).toEqual(Array(6).fill('sent'));
});

test('an event of a kind that only a newer version knows is left to a process of that version', async () => {
  await notify(database.sql, { ...PASSWORD, to: [1] });
  await database.sql`update notification_events set kind = 'of_the_next_version'`;
  await deliverer(options(channelThat('sent')))();
  expect(await database.sql`select queued_at from notification_events`).toEqual([{ queued_at: null }]);
});

onServer('commits that follow each other at once are looked at together', async () => {
  const { context } = server.app;
  const looks = vi.spyOn(context.database, 'transaction');
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  await server.app.deliverNotifications();
  const before = looks.mock.calls.length;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  for (let event = 0; event < 10; event += 1) await notify(context.database.sql, PASSWORD);
  await vi.advanceTimersByTimeAsync(49);
  expect(looks.mock.calls.length - before).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await expect
    .poll(() => context.database.sql`select from notification_events where queued_at is null`)
    .toEqual([]);
  expect(looks.mock.calls.length - before).toBeLessThanOrEqual(3);
});
