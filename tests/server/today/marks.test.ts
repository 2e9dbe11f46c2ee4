import { expect } from 'vitest';
import { addDays } from '../../../contract/values/calendar.ts';
import { isolatedTest as test, manager, server } from '../../support/server/world.ts';
import {
  change,
  charge,
  group,
  groups,
  NICO,
  NOOR,
  read,
  ROBIN,
  today,
} from '../../support/server/today/today.ts';

test('what was said of a row is not said of what waits under its id later, or of a manager who left', async () => {
  const { sql } = server.database;
  await charge(40, addDays(today(), -3));
  await change('PUT', `/today/late:${ROBIN}/taken`, { taken: true });
  await change('PUT', `/today/claim:${NICO}/taken`, { taken: true });
  const takers = async () => (await groups()).flatMap(({ rows }) => rows.map(({ taken_by }) => taken_by?.id));
  expect((await takers()).filter((id) => id === 1)).toHaveLength(2);
  await sql`update today_taken set taken_at = now() - interval '5 days'`;
  expect((await takers()).filter((id) => id === 1)).toEqual([]);
  await sql`update today_taken set taken_at = now(), user_id = ${NOOR}`;
  expect((await takers()).filter((id) => id === NOOR)).toEqual([]);
  await change('PUT', `/today/claim:${NICO}/taken`, { taken: true });

  await change('PUT', `/today/late:${ROBIN}/snooze`, { until: addDays(today(), 9) });
  expect(await group('late')).toBeUndefined();
  await sql`update today_snoozes set snoozed_at = now() - interval '5 days'`;
  expect((await group('late'))?.total).toBe(1);
});

test('a row that is snoozed is hidden from that manager alone, until its day', async () => {
  await server.database.sql`update users set is_manager = true where username = 'neighbour'`;
  const noor = await server.token('neighbour');
  const path = `/today/claim:${NICO}/snooze`;
  await change('PUT', path, { until: addDays(today(), 1) });
  expect((await groups()).map(({ kind }) => kind)).not.toContain('claim');
  expect((await groups(noor)).map(({ kind }) => kind)).toContain('claim');
  expect([(await read()).hidden, (await read(noor)).hidden]).toEqual([1, 0]);
  await server.database.sql`update today_snoozes set until = ${today()}::date`;
  expect((await group('claim'))?.total).toBe(1);
  await change('PUT', path, { until: addDays(today(), 1) });
  await change('PUT', path, { until: null });
  expect((await group('claim'))?.total).toBe(1);
  await change('PUT', path, { until: addDays(today(), 1) });
  expect((await server.call('DELETE', '/today/snoozes', { as: manager })).statusCode).toBe(200);
  expect((await read()).hidden).toBe(0);
  expect((await group('claim'))?.total).toBe(1);
});

test('a row that a manager takes says so to all, and another one cannot take it', async () => {
  const path = `/today/claim:${NICO}/taken`;
  await change('PUT', path, { taken: true });
  expect((await group('claim'))?.rows[0]?.taken_by).toEqual({ id: 1, name: 'Morgan Reyes' });
  await server.database.sql`update users set is_manager = true where username = 'neighbour'`;
  const noor = await server.token('neighbour');
  const refused = await server.call('PUT', path, { as: noor, body: { taken: true } });
  expect([refused.statusCode, refused.json<object>()]).toEqual([
    409,
    expect.objectContaining({ code: 'already_taken' }),
  ]);
  await change('PUT', path, { taken: true, over: 1 }, noor);
  expect((await group('claim'))?.rows[0]?.taken_by?.name).toBe('Noor Aziz');
  await change('PUT', path, { taken: true, over: NOOR });
  await change('PUT', path, { taken: false });
  await change('PUT', path, { taken: true }, noor);
  expect((await group('claim'))?.rows[0]?.taken_by?.name).toBe('Noor Aziz');
});

test.each(['claim:0x1', 'claim:', 'dance:1', 'claim:1:2', 'claim:1234567890'])(
  'there is no row %s',
  async (row) => {
    const answer = await server.call('PUT', `/today/${row}/snooze`, { as: manager, body: { until: null } });
    expect([answer.statusCode, answer.body]).toEqual([404, expect.stringContaining('There is no such row.')]);
  },
);

test('what the bell told of waits on, however often it is read', async () => {
  const before = await groups();
  expect(before.map(({ kind }) => kind)).toContain('claim');
  const [latest] = await server.database.sql<{ id: number }>`
    insert into notification_events (kind, title, body, path) values ('claim_to_confirm', 'A claim', '', '/') returning id`;
  await server.database.sql`insert into notifications (event_id, user_id) values (${latest!.id}, 1)`;
  await change('PUT', '/notifications/read', { up_to: latest!.id });
  expect(await groups()).toEqual(before);
});
