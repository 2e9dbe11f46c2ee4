import { beforeEach, expect } from 'vitest';
import type { Failure } from '../../../contract/http/failure.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import { begin, history, runAt } from '../../support/server/leases/lateFees.ts';
import { isolatedTest as test, manager, server } from '../../support/server/world.ts';

let lease: number;
const set = (body: object, headers: Record<string, string> = {}) =>
  server.call('PUT', `/leases/${lease}/last-day`, { as: manager, body, headers });
const stands = async () =>
  (await server.call('GET', '/leases', { as: manager })).json<Lease[]>().find(({ id }) => id === lease)?.ends;
const audited = () =>
  server.database.sql`select changes from audit where subject = 'lease' and subject_id = ${lease}
    and changes ? 'ends' order by id`;

/** Rent and parking of May and June 2026 are posted. */
beforeEach(async () => {
  lease = await begin();
  await server.database.sql`delete from late_fee_rules`;
  await runAt('2026-06-02');
});

test('a last day ends the charges, credits what is posted for later days, and is set once by its key', async () => {
  const before = (await audited()).length;
  const key = { 'idempotency-key': '00000000-0000-4000-8000-000000000077' };
  const answer = await set({ ends: '2026-06-15', stood: null }, key);
  expect(answer.json()).toMatchObject({ id: lease, ends: '2026-06-15' });
  expect((await set({ ends: '2026-06-15', stood: null }, key)).json()).toEqual(answer.json());
  expect((await history()).filter(({ type }) => type === 'Lease Credit')).toHaveLength(2);
  expect(await audited()).toHaveLength(before + 1);
});

test('a last day written while another one stood is refused with the one that stands, and set once it is known', async () => {
  await set({ ends: '2026-06-15' });
  const refused = await set({ ends: '2026-06-20', stood: null });
  expect([refused.statusCode, refused.json<Failure>()]).toMatchObject([
    409,
    { code: 'last_day_changed', detail: { ends: '2026-06-15' } },
  ]);
  expect(await stands()).toBe('2026-06-15');
  expect((await set({ ends: '2026-06-20', stood: '2026-06-15' })).statusCode).toBe(200);
  expect((await set({ ends: null, stood: '2026-06-20' })).statusCode).toBe(200);
  expect(await stands()).toBeNull();
});

test('a last day that somebody else set already is no conflict', async () => {
  await set({ ends: '2026-06-15' });
  const before = (await audited()).length;
  expect((await set({ ends: '2026-06-15', stood: null })).statusCode).toBe(200);
  expect(await audited()).toHaveLength(before);
});

test('a last day before the first, and one of a lease that is not there, are refused', async () => {
  expect((await set({ ends: '2020-01-01' })).json<Failure>().fields).toEqual({
    ends: 'The last day must not be before the first.',
  });
  expect((await set({})).json<Failure>().fields).toEqual({ ends: 'Please enter the last day.' });
  lease = 999_999;
  expect((await set({ ends: '2026-06-15' })).statusCode).toBe(404);
});
