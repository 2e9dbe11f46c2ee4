import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { OutboxItem } from '../../../src/offline/engine/database.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { ROBIN } from '../../support/offline/device.ts';
import { killHolders } from '../../support/offline/locks.ts';
import { net, phone, test } from '../../support/offline/world.ts';
import { leaseOf, save, SIGNED, walk } from '../../support/server/leases/inspections.ts';
import { resident, server } from '../../support/server/world.ts';

const remark = (id: string, text: string): Promise<OutboxItem> =>
  queue({
    ...{ userId: ROBIN, route: 'addInspectionRemark', shown: { home: 'Unit 101', kind: 'Move-in' } },
    input: { params: { id }, body: { text } },
  });
const finalized = async () => {
  const id = randomUUID();
  await save(id, walk({ lease_id: await leaseOf(ROBIN), ...SIGNED }));
  await fetchAndCache(ROBIN, 'listOwnInspections', {}, (call) => call(resident));
  return id;
};
const stored = async (id: string) =>
  (
    await server.database.sql<{ text: string }>`
      select text from inspection_remarks where inspection_id = ${id} order by id`
  ).map(({ text }) => text);
const kept = async (id: string) =>
  (await readCached(ROBIN, 'listOwnInspections', {}))?.answer
    .find((each) => each.id === id)
    ?.remarks.map(({ text }) => text);

test('remarks that a tenant writes without a connection arrive once, in their order, and stand in the copy on the phone', async () => {
  const id = await finalized();
  net.offline = true;
  await remark(id, 'The floor was so before');
  await remark(id, 'So was the door');
  await phone.send();
  expect(await stored(id)).toEqual([]);

  net.offline = false;
  net.fail(/remarks/, 'answer lost', 'delivered twice', 'delivered twice');
  for (let attempt = 0; attempt < 4; attempt += 1) await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(await stored(id)).toEqual(['The floor was so before', 'So was the door']);
  expect(await kept(id)).toEqual(['The floor was so before', 'So was the door']);
});

test('a remark whose app is killed while it is sent is one remark', async () => {
  const id = await finalized();
  await remark(id, 'The floor was so before');
  net.fail(/remarks/, 'hangs after');
  void phone.send();
  await expect.poll(() => stored(id)).toEqual(['The floor was so before']);
  killHolders();
  await phone.send();
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(await stored(id)).toEqual(['The floor was so before']);
});

test('a remark on an inspection of a lease that is not one’s own any more is refused, and its words stay on the phone', async () => {
  const id = await finalized();
  await remark(id, 'The floor was so before');
  await server.database.sql`delete from lease_tenants where user_id = ${ROBIN}`;
  await phone.send();
  const [waiting] = await phone.waiting();
  expect(waiting?.refusal?.failure.error).toBe('There is no such inspection.');
  expect(waiting?.input.body).toEqual({ text: 'The floor was so before' });
});
