import { beforeEach, expect } from 'vitest';
import type { Lease } from '../../../contract/leases/lease.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { revise } from '../../../src/offline/engine/outbox/revise.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { moveWithUnsent, unsentSteps } from '../../../src/offline/subjects/leases/moves.ts';
import { MANAGER } from '../../support/offline/device.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';
import { leaseOf } from '../../support/server/leases/inspections.ts';
import { manager, server } from '../../support/server/world.ts';

const test = base.extend('person', MANAGER);
// A home has one lease at a time.
beforeEach(() => server.database.sql`update leases set starts = '2000-01-01', ends = '2000-01-31'`);
const shown = { home: 'Unit 101' };

const lastDay = (lease: number, ends: string | null, stood: string | null = null) =>
  queue({
    ...{ userId: MANAGER, route: 'setLastDay', shown, record: `last-day:${lease}` },
    input: { params: { id: String(lease) }, body: { ends, stood } },
  });
const opened = async () => {
  const lease = await leaseOf(2);
  const params = { id: String(lease) };
  await fetchAndCache(MANAGER, 'readMove', { params }, (call) => call(manager));
  const kept = async () => (await readCached(MANAGER, 'readMove', { params }))!.answer;
  return { lease, kept, shownMove: async () => moveWithUnsent(await kept(), await phone.waiting()) };
};
const onServer = async (lease: number) =>
  (await server.call('GET', '/leases', { as: manager })).json<Lease[]>().find(({ id }) => id === lease)?.ends;
const recordings = async (lease: number) =>
  (await server.database.sql`select 1 from audit where subject = 'lease' and subject_id = ${lease}`).length;

test('a last day that is set without a connection is an unsent step at once, and arrives once', async () => {
  const { lease, kept, shownMove } = await opened();
  net.offline = true;
  await lastDay(lease, '2030-05-26');
  const move = await shownMove();
  expect(move.ends).toBe('2030-05-26');
  expect([...unsentSteps(await phone.waiting(), move, 2)]).toEqual([['notice', { needsAttention: false }]]);
  net.offline = false;
  net.fail(/last-day/, 'answer lost', 'delivered twice');
  for (let attempt = 0; attempt < 4; attempt += 1) await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(await onServer(lease)).toBe('2030-05-26');
  expect((await kept()).ends).toBe('2030-05-26');
  expect(await recordings(lease)).toBe(1);
});

test('a last day that somebody else set meanwhile stays until one of both is chosen', async () => {
  const { lease, shownMove } = await opened();
  net.offline = true;
  const { id } = await lastDay(lease, '2030-05-26');
  await server.call('PUT', `/leases/${lease}/last-day`, { as: manager, body: { ends: '2030-06-30' } });
  net.offline = false;
  await phone.send();
  const [waiting] = await phone.waiting();
  expect(waiting?.refusal?.failure).toMatchObject({
    code: 'last_day_changed',
    detail: { ends: '2030-06-30' },
  });
  const move = await shownMove();
  expect(move.ends).toBeNull();
  expect([...unsentSteps([waiting!], move, 2)]).toEqual([['notice', { needsAttention: true }]]);
  expect(await onServer(lease)).toBe('2030-06-30');

  const body = { ends: '2030-05-26', stood: '2030-06-30' };
  await revise(id, { body, photos: [], shown });
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(await onServer(lease)).toBe('2030-05-26');
});
