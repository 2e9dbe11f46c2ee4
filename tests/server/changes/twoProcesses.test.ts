import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../server/database/database.ts';
import { openDatabase } from '../../../server/database/openDatabase.ts';
import { followChanges } from '../../support/server/changeStreams.ts';
import { serverDatabase } from '../../support/server/databases/database.ts';
import { postgresIfInstalled } from '../../support/server/databases/postgres.ts';
import { testServer, type TestServer } from '../../support/server/server.ts';

const postgres = await postgresIfInstalled();
afterAll(() => postgres?.stop());

// Where PostgreSQL is not installed, its tests are no part of the suite.
const whereInstalled: (name: string, tests: () => void) => void = postgres ? describe : () => undefined;

whereInstalled('two processes on one PostgreSQL server', () => {
  let own: Awaited<ReturnType<typeof serverDatabase>>;
  let first: TestServer;
  let second: TestServer;
  let database: Database;
  beforeEach(async () => {
    own = await serverDatabase(postgres!.url);
    database = await openDatabase({ url: own.url });
    first = await testServer({}, { database });
    second = await testServer({}, { database: await openDatabase({ url: own.url }), populated: true });
  });
  afterEach(async () => {
    await first.close();
    await second.close();
    await own.drop();
  });

  const report = (server: TestServer, token: string) =>
    server.call('POST', '/maintenance', { as: token, body: { information: 'Leak' } });

  test('a change by one is told by the other', async () => {
    const followed = await followChanges(second, await second.token('manager'));
    expect((await report(first, await first.token('resident'))).statusCode).toBe(201);
    await followed.told('listMaintenance');
  });

  test('what one commits, the deliverer of the other adds deliveries for at once', async () => {
    // The first one does not listen, so that it delivers nothing.
    await second.app.listen({ port: 0, host: '127.0.0.1' });
    // The job that looks each minute has looked.
    await expect
      .poll(() => database.sql`select from jobs where name = 'deliver-notifications'`)
      .toHaveLength(1);
    await second.app.deliverNotifications();
    await report(first, await first.token('resident'));
    // Well before the job looks again, a minute later.
    const events = () =>
      database.sql<{ queued: boolean }>`select queued_at is not null as queued from notification_events`;
    await expect
      .poll(events, { timeout: 30_000 })
      .toSatisfy((each: { queued: boolean }[]) => each.length > 0 && each.every(({ queued }) => queued));
  });

  test('a session that ends at one ends its stream at the other', async () => {
    const token = await first.token('resident');
    const followed = await followChanges(second, token);
    await first.call('POST', '/users/logout', { as: token });
    await followed.ended;
  });

  test('after the listening connection was lost, everything is stale and changes are told again', async () => {
    const token = await first.token('resident');
    const followed = await followChanges(second, await second.token('manager'));
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'porchlight listener' and datname = current_database()`;
    // Spread over 5 seconds.
    await followed.told('listMaintenance', 'listUsers', 'listBalances');
    const before = followed.events.length;
    await report(first, token);
    await expect.poll(() => followed.events.slice(before).flat()).toContain('listMaintenance');
  });
});
