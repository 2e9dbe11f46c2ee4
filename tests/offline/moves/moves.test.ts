import { expect } from 'vitest';
import type { Move } from '../../../contract/moves/move.ts';
import type { OutboxItem } from '../../../src/offline/engine/database.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { moveWithUnsent } from '../../../src/offline/subjects/leases/moves.ts';
import { MANAGER } from '../../support/offline/device.ts';
import { killHolders } from '../../support/offline/locks.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';
import { leaseOf } from '../../support/server/leases/inspections.ts';
import { manager, resident, server } from '../../support/server/world.ts';

const test = base.extend('person', MANAGER);
const shown = { home: 'Unit 101' };

const keys = (lease: number, done: boolean): Promise<OutboxItem> =>
  queue({
    ...{ userId: MANAGER, route: 'setKeys', shown, record: `move:${lease}` },
    input: { params: { id: String(lease) }, body: { keys: 'returned' as const, done } },
  });
const address = (lease: number, forwarding_address: string): Promise<OutboxItem> =>
  queue({
    ...{ userId: MANAGER, route: 'setForwardingAddress', shown, record: `move:${lease}` },
    input: { params: { id: String(lease) }, body: { forwarding_address } },
  });
const opened = async () => {
  const lease = await leaseOf(2);
  const params = { id: String(lease) };
  await fetchAndCache(MANAGER, 'readMove', { params }, (call) => call(manager));
  const kept = async () => (await readCached(MANAGER, 'readMove', { params }))!.answer;
  return { lease, kept, shownMove: async () => moveWithUnsent(await kept(), await phone.waiting()) };
};
const onServer = async (lease: number) =>
  (await server.call('GET', `/leases/${lease}/move`, { as: manager })).json<Move>();
const recordings = async (lease: number) =>
  (await server.database.sql`select 1 from audit where subject = 'lease' and subject_id = ${lease}`).length;

test('keys and an address that are recorded without a connection show at once, and arrive once with the time of the phone', async () => {
  const { lease, kept, shownMove } = await opened();
  net.offline = true;
  const { capturedAt } = await keys(lease, true);
  await address(lease, '9 Quay');
  const recorded = { keys_returned_at: capturedAt, forwarding_address: '9 Quay' };
  expect(await shownMove()).toMatchObject(recorded);
  await phone.send();
  expect(await onServer(lease)).toMatchObject({ keys_returned_at: null, forwarding_address: null });

  net.offline = false;
  net.fail(/keys/, 'answer lost', 'delivered twice');
  net.fail(/forwarding-address/, 'answer lost', 'delivered twice');
  for (let attempt = 0; attempt < 4; attempt += 1) await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(await onServer(lease)).toMatchObject(recorded);
  expect(await kept()).toMatchObject(recorded);
  expect(await recordings(lease)).toBe(2);
});

test('an app that is killed while keys and address are sent sends what is left when it is opened again, each once', async () => {
  const { lease } = await opened();
  const { capturedAt } = await keys(lease, true);
  await address(lease, '9 Quay');
  net.fail(/keys/, 'hangs after');
  void phone.send();
  await expect.poll(() => recordings(lease)).toBe(1);
  killHolders();
  await phone.send();
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(await onServer(lease)).toMatchObject({ keys_returned_at: capturedAt, forwarding_address: '9 Quay' });
  expect(await recordings(lease)).toBe(2);
});

test('what waited while another device recorded something later does not replace it, and the phone then shows what stands', async () => {
  const { lease, kept } = await opened();
  net.offline = true;
  await keys(lease, true);
  await address(lease, '1 Old Road');
  await server.call('PUT', `/leases/${lease}/forwarding-address`, {
    ...{ as: resident, body: { forwarding_address: '9 Quay' } },
  });
  await server.call('PUT', `/leases/${lease}/keys`, { as: manager, body: { keys: 'returned', done: false } });
  net.offline = false;
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(await kept()).toMatchObject({ keys_returned_at: null, forwarding_address: '9 Quay' });
});

test('keys of a lease that was taken off meanwhile wait with the reason, and the steps do not show them', async () => {
  const { lease, shownMove } = await opened();
  await keys(lease, true);
  await server.database.sql`delete from lease_tenants where lease_id = ${lease}`;
  await server.database.sql`delete from leases where id = ${lease}`;
  await phone.send();
  expect((await phone.waiting())[0]?.refusal?.failure.error).toBe('This lease is not there any more.');
  expect((await shownMove()).keys_returned_at).toBeNull();
});
