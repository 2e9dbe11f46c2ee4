import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { SavedInspection } from '../../../contract/inspections/inspection.ts';
import { saveDraft } from '../../../src/offline/engine/draftWrites.ts';
import { readDraft } from '../../../src/offline/engine/drafts.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { readCached } from '../../../src/offline/engine/reads/cachedReads.ts';
import { fetchAndCache } from '../../../src/offline/engine/reads/refreshCached.ts';
import { inspectionChange } from '../../../src/offline/subjects/inspections.ts';
import { MANAGER } from '../../support/offline/device.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';
import { SIGNED, walk } from '../../support/server/leases/inspections.ts';
import { manager, server } from '../../support/server/world.ts';

const test = base.extend('person', MANAGER);
const params = { id: '1' };

const saved = async (id: string, body: SavedInspection, draft = `inspection-1-${id}`) => {
  await saveDraft(MANAGER, draft, body, undefined);
  return queue({
    userId: MANAGER,
    ...inspectionChange({ id, body, home: 'Unit 101', draft: { name: draft } }),
  });
};
const stored = () => server.database.sql<{
  id: string;
  version: number;
  finalized_at: Date | null;
  condition: string;
}>`
  select id, version, finalized_at, rooms -> 0 -> 'items' -> 0 ->> 'condition' as condition from inspections order by day`;
const kept = async () => (await readCached(MANAGER, 'listHomeInspections', { params }))?.answer;

test('a walk without a connection, killed twice and delivered twice, is one inspection, signed when it was signed', async () => {
  await fetchAndCache(MANAGER, 'listHomeInspections', { params }, (call) => call(manager));
  net.offline = true;
  const id = randomUUID();
  const body = walk();
  await saved(id, body);
  expect(await readDraft(MANAGER, `inspection-1-${id}`)).toBeUndefined();
  const { capturedAt } = await saved(id, {
    ...{ ...body, ...SIGNED },
    rooms: [{ name: 'Kitchen', items: [{ name: 'Floor', condition: 'Damaged', remark: 'Scratched' }] }],
  });
  await phone.send();
  expect(await stored()).toEqual([]);

  net.offline = false;
  // Each row is cut off once after the server has it, and comes again by its key.
  net.fail(/inspections/, 'answer lost', 'delivered twice');
  await phone.send();
  net.fail(/inspections/, 'answer lost', 'delivered twice');
  await phone.send();
  await phone.send();
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  const [inspection, ...others] = await stored();
  expect(others).toEqual([]);
  expect(inspection).toMatchObject({ id, version: 2, condition: 'Damaged' });
  expect(new Date(inspection!.finalized_at!).toISOString()).toBe(capturedAt);
  expect(await kept()).toMatchObject([{ id, finalized_at: capturedAt, signatures: SIGNED.signatures }]);
});

test('a walk whose inspection was saved elsewhere meanwhile waits for a decision, and nothing of it is lost', async () => {
  const id = randomUUID();
  const body = walk();
  await server.call('PUT', `/inspections/${id}`, { as: manager, body: walk() });
  await saved(id, { ...body, version: 0 });
  await phone.send();
  const [waiting] = await phone.waiting();
  expect(waiting?.refusal?.failure.code).toBe('inspection_changed');
  expect(waiting?.input.body).toMatchObject({ copy: body.copy });
});
