import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import { postEntries } from '../../../server/resources/ledger/postEntries.ts';
import { followChanges, type FollowedChanges } from '../../support/server/changeStreams.ts';
import { manager, neighbour, resident, server, test } from '../../support/server/world.ts';

const [ROBIN, NOOR] = [2, 3];
/** Longer than the time between two events, in milliseconds. */
const A_WHILE = 700;

const open: FollowedChanges[] = [];
async function follow(token: string, query?: string): Promise<FollowedChanges> {
  const followed = await followChanges(server, token, query);
  open.push(followed);
  return followed;
}
afterEach(async () => {
  for (const followed of open.splice(0)) followed.close();
  await pause(20);
});

const charge = (userId: number) =>
  server.call('POST', '/transactions/charge', {
    as: manager,
    body: { userId, amount: 5, description: 'Key' },
  });

test('a charge is told to the manager and the person charged, and to nobody else', async () => {
  const [managing, charged, other] = await Promise.all([
    follow(manager),
    follow(resident),
    follow(neighbour),
  ]);
  expect((await charge(ROBIN)).statusCode).toBe(201);
  await Promise.all([
    managing.told('listBalances', 'listUserTransactions'),
    charged.told('listMyTransactions'),
  ]);
  await pause(A_WHILE);
  expect(charged.events.flat().sort()).toEqual([
    'listMyTransactions',
    'listNotifications',
    'readMove',
    'readReceipt',
  ]);
  expect(managing.events.flat()).not.toContain('listMyTransactions');
  expect(other.events).toEqual([]);
});

test('a change is told within a second, and a change that was refused is not told', async () => {
  const followed = await follow(manager);
  const refused = await server.call('POST', '/transactions/charge', {
    as: manager,
    body: { userId: ROBIN, amount: -1 },
  });
  expect(refused.statusCode).toBe(400);
  await expect(
    server.database.transaction(async (sql) => {
      await sql`insert into maintenance_requests (user_id, unit_id, by_management, information) values (2, 1, false, 'Leak')`;
      throw new Error('Rolled back.');
    }),
  ).rejects.toThrow('Rolled back.');
  await pause(A_WHILE);
  expect(followed.events).toEqual([]);
  const began = performance.now();
  await charge(NOOR);
  await followed.told('listBalances');
  expect(performance.now() - began).toBeLessThan(1000);
});

test('a resident is told of reports in their unit and of announcements, and not of lists for managers', async () => {
  const [mine, other] = await Promise.all([follow(resident), follow(neighbour)]);
  await server.call('POST', '/maintenance', { as: manager, body: { information: 'Roof', unit_id: 1 } });
  await mine.told('listMaintenance');
  await server.call('POST', '/announcements', {
    as: manager,
    body: { announcement: 'Water off', announcement_type: 'General' },
  });
  await Promise.all([mine.told('listAnnouncements'), other.told('listAnnouncements')]);
  await server.call('PATCH', '/units/1', { as: manager, body: { notes: 'Corner' } });
  await pause(A_WHILE);
  for (const { events } of [mine, other]) {
    for (const call of ['listUnits', 'listUsers', 'listBalances', 'listAudit'])
      expect(events.flat()).not.toContain(call);
  }
  expect(other.events.flat()).not.toContain('listMaintenance');
});

test('many changes are told in few events', async () => {
  const followed = await follow(manager);
  const began = performance.now();
  for (let count = 0; count < 40; count += 1) await charge(NOOR);
  await pause(A_WHILE);
  expect(followed.events.length).toBeGreaterThan(0);
  expect(followed.events.length).toBeLessThanOrEqual(1 + (performance.now() - began) / 500);
});

test('a posting to thousands of people is told to each of them', async () => {
  const { sql } = server.database;
  await sql`
    insert into users (username, email, password_hash, first_name, last_name)
    select 'many' || n, 'many' || n || '@example.com', 'none', 'M', 'N' from generate_series(1, 3000) as n`;
  const people = await sql<{ id: number }>`select id from users where not is_manager order by id`;
  const [first, second] = await Promise.all([follow(resident), follow(neighbour)]);
  await server.database.transaction((transaction) =>
    postEntries(
      transaction,
      people.map(
        ({ id }) =>
          ({ user_id: id, type: 'Late Fee', amount: 1, description: 'Storm', created_by: 1 }) as never,
      ),
    ),
  );
  await Promise.all([first.told('listMyTransactions'), second.told('listMyTransactions')]);
});

test('who was away is told what changed meanwhile, and nothing else', async () => {
  await server.database.sql`update list_changes set changed_at = now() - interval '60 seconds'`;
  await charge(ROBIN);
  const late = await follow(resident, '?away=5');
  await late.told('listMyTransactions');
  await pause(A_WHILE);
  expect(late.events.map((each) => [...each].sort())).toEqual([
    ['listMyTransactions', 'listNotifications', 'readMove', 'readReceipt'],
  ]);
  const long = await follow(resident, '?away=3600');
  await long.told('listAnnouncements', 'readUser', 'listMaintenance');
  expect(long.events.flat()).not.toContain('listUsers');
  const fresh = await follow(resident);
  await pause(A_WHILE);
  expect(fresh.events).toEqual([]);
  expect((await server.call('GET', '/changes?away=soon', { as: resident })).statusCode).toBe(400);
});

test('proxies are told to pass events on at once, and nothing may store them', async () => {
  const answer = await server.call('GET', '/changes', { as: resident });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.body).toBe(':\n\n');
  const head = await server.call('HEAD', '/changes', { as: resident, headers: { 'x-follows': 'yes' } });
  expect(head.statusCode).toBe(200);
});
