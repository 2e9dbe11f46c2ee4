import { expect } from 'vitest';
import type { AuditEntry } from '../../../contract/audit/audit.ts';
import type { Move } from '../../../contract/moves/move.ts';
import { leaseOf } from '../../support/server/leases/inspections.ts';
import { isolatedTest as test, manager, neighbour, resident, server } from '../../support/server/world.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const put = async (path: string, body: object, as: string, at: string) => {
  const answer = await server.call('PUT', path, { as, body, headers: { 'captured-at': at } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Move>();
};
const give = (lease: number, forwarding_address: string, { as = resident, at = ago(0) } = {}) =>
  put(`/leases/${lease}/forwarding-address`, { forwarding_address }, as, at);
const returned = (lease: number, done: boolean, at = ago(0)) =>
  put(`/leases/${lease}/keys`, { keys: 'returned', done }, manager, at);
const told = (kind: string) => server.database.sql<{ username: string; title: string; body: string }>`
  select users.username, event.title, event.body from notifications
    join notification_events as event on event.id = event_id join users on users.id = user_id
  where event.kind = ${kind} order by event.id, users.username`;
const history = async (lease: number) =>
  (await server.call('GET', `/audit?subject=lease&id=${lease}`, { as: manager })).json<AuditEntry[]>();

test('an address or keys that a device recorded earlier never replace what another one recorded later, whichever arrives first', async () => {
  const lease = await leaseOf(2, 3);
  await give(lease, '9 Quay', { at: ago(5) });
  expect(await give(lease, '1 Old Road', { as: neighbour, at: ago(10) })).toMatchObject({
    forwarding_address: '9 Quay',
  });
  expect(await give(lease, '12 Pier', { at: ago(3) })).toMatchObject({ forwarding_address: '12 Pier' });

  await returned(lease, false, ago(5));
  expect((await returned(lease, true, ago(10))).keys_returned_at).toBeNull();
  const at = ago(2);
  expect((await returned(lease, true, at)).keys_returned_at).toBe(at);
  expect((await returned(lease, true, ago(4))).keys_returned_at).toBe(at);
});

test('who recorded keys and address, and what stood before, is in the history of the lease; what did not count is not', async () => {
  const lease = await leaseOf(2);
  await give(lease, '9 Quay', { at: ago(5) });
  await give(lease, '1 Old Road', { as: manager, at: ago(10) });
  await give(lease, '12 Pier', { as: manager, at: ago(4) });
  const at = ago(1);
  await returned(lease, true, at);
  expect(await history(lease)).toMatchObject([
    { first_name: 'Morgan', changes: { keys_returned_at: { before: null, after: at } } },
    { first_name: 'Morgan', changes: { forwarding_address: { before: '9 Quay', after: '12 Pier' } } },
    { first_name: 'Robin', changes: { forwarding_address: { before: null, after: '9 Quay' } } },
  ]);
});

test('a tenant’s forwarding address is told to management and to the other tenants, management’s to all tenants, and the same one to nobody', async () => {
  const lease = await leaseOf(2, 3);
  await give(lease, '9 Quay');
  await give(lease, '9 Quay');
  const others = { title: 'Robin Hale changed the forwarding address of unit 101', body: '9 Quay' };
  expect(await told('forwarding_address_set')).toEqual([{ username: 'neighbour', ...others }]);
  expect(await told('forwarding_address_given')).toEqual([
    { username: 'manager', title: 'Robin Hale gave the forwarding address of unit 101', body: '9 Quay' },
  ]);
  await give(lease, '', { as: manager });
  expect((await told('forwarding_address_set')).slice(1)).toMatchObject([
    { username: 'neighbour', body: 'No address is given any more.' },
    { username: 'resident', body: 'No address is given any more.' },
  ]);
  expect(await told('forwarding_address_given')).toHaveLength(1);
});

test('the tenants are told that keys were recorded, and that it was taken back', async () => {
  const lease = await leaseOf(2);
  await returned(lease, true, ago(3));
  await returned(lease, true, ago(2));
  await returned(lease, false, ago(1));
  expect(await told('keys_recorded')).toMatchObject([
    { username: 'resident', title: 'Keys returned' },
    { username: 'resident', title: 'Keys not returned' },
  ]);
});
