import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import { followChanges } from '../../support/server/changeStreams.ts';
import { isolatedTest as test, manager, neighbour, resident, server } from '../../support/server/world.ts';

const A_WHILE = 700;

test('signing out ends the stream at once, and those of other sessions go on', async () => {
  const again = await server.token('resident');
  const [first, second, other] = await Promise.all(
    [resident, again, neighbour].map((token) => followChanges(server, token)),
  );
  expect((await server.call('POST', '/users/logout', { as: resident })).statusCode).toBe(200);
  await first?.ended;
  await second?.told('listSessions');
  expect([second?.isOpen(), other?.isOpen()]).toEqual([true, true]);
});

test('a password reset, a changed password and a deactivation end the streams of that person', async () => {
  const reset = await followChanges(server, resident);
  expect((await server.call('POST', '/users/2/password-reset', { as: manager })).statusCode).toBe(201);
  await reset.ended;
  const changed = await followChanges(server, neighbour);
  const body = { current_password: 'porchlight', new_password: 'a lamp at dusk' };
  expect((await server.call('PUT', '/users/3/password', { as: neighbour, body })).statusCode).toBe(200);
  await changed.ended;
  const left = await followChanges(server, await server.token('newcomer'));
  await server.database.sql`update users set is_current_user = false where id = 4`;
  await left.ended;
});

test('a session that expires ends its stream at the next look, within 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const followed = await followChanges(server, resident);
  // Unlike a sign-out, nothing tells of the time that passes.
  await server.database.sql`update sessions set expires_at = now() - interval '1 second' where user_id = 2`;
  await pause(A_WHILE);
  expect(followed.isOpen()).toBe(true);
  vi.advanceTimersByTime(30_000);
  await followed.ended;
});

test('a silent stream gets a comment within 25 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const followed = await followChanges(server, resident);
  await pause(50);
  const before = followed.bytes();
  vi.advanceTimersByTime(25_000);
  await pause(50);
  expect(followed.bytes()).toBe(before + ':\n\n'.length);
  expect(followed.events).toEqual([]);
});

test('a manager who is none any more is told nothing of the lists that they saw, from the next change on', async () => {
  const followed = await followChanges(server, manager);
  await server.database.sql`update users set is_manager = false, unit = 2 where id = 1`;
  await server.database.sql`update units set notes = 'Seen by managers' where id = 1`;
  await followed.told('listAnnouncements', 'listMaintenance');
  await server.database.sql`update units set notes = 'Again' where id = 1`;
  await pause(A_WHILE);
  const told = followed.events.flat();
  for (const call of ['listUnits', 'listUsers', 'listBalances', 'listAudit', 'listLeases'])
    expect(told).not.toContain(call);
  // What management reports in their unit is theirs now.
  const before = followed.events.length;
  await server.database.sql`
    insert into maintenance_requests (user_id, unit_id, by_management, information) values (3, 2, true, 'Leak')`;
  await pause(A_WHILE);
  expect(followed.events.slice(before).flat()).toEqual([
    'listMaintenance',
    'listRequestEvents',
    'listWaitingEvents',
  ]);
});

test('a person has at most 10 streams, and a closed one makes room', async () => {
  const streams = await Promise.all(Array.from({ length: 10 }, () => followChanges(server, resident)));
  const refused = await server.call('GET', '/changes', { as: resident });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
  expect((await server.call('GET', '/changes', { as: neighbour })).statusCode).toBe(200);
  streams[0]?.close();
  await pause(50);
  expect((await server.call('GET', '/changes', { as: resident })).statusCode).toBe(200);
  expect((await server.call('GET', '/metrics')).body).toContain('porchlight_change_streams 9');
});

test('a person opens at most 30 streams in a minute', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 31; count += 1) {
    statuses.push((await server.call('GET', '/changes', { as: resident })).statusCode);
  }
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(200));
  expect(statuses[30]).toBe(429);
});

test('a stopping server ends the streams at once', async () => {
  const followed = await followChanges(server, resident);
  const began = performance.now();
  const closed = server.app.close();
  await followed.ended;
  await closed;
  expect(performance.now() - began).toBeLessThan(2000);
});
