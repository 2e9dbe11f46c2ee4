import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Inspection } from '../../../contract/inspections/inspection.ts';
import type { Lease } from '../../../contract/leases/lease.ts';
import type { Move } from '../../../contract/moves/move.ts';
import { monthOf } from '../../../contract/values/calendar.ts';
import { saveDraft } from '../../../src/offline/engine/draftWrites.ts';
import { readDraft } from '../../../src/offline/engine/drafts.ts';
import { queue } from '../../../src/offline/engine/outbox/outbox.ts';
import { discard } from '../../../src/offline/engine/outbox/revise.ts';
import { inspectionChange, withUnsent } from '../../../src/offline/subjects/inspections.ts';
import { addressOfLease } from '../../../src/offline/subjects/leases/leases.ts';
import { communityDay } from '../../support/days.ts';
import { MANAGER, ROBIN } from '../../support/offline/device.ts';
import { net, phone, test as base } from '../../support/offline/world.ts';
import { ofHome, SIGNED, walk } from '../../support/server/leases/inspections.ts';
import { manager, server } from '../../support/server/world.ts';

const test = base.extend('person', MANAGER);
const today = communityDay();
const stored = async (id: string) => (await ofHome()).filter((each) => each.id === id);
const read = async <T>(path: string) => (await server.call('GET', path, { as: manager })).json<T>();
const place = { unit_id: 1, unit_number: '101', property_name: 'Maple Court' };

const newLease = (unit = 1) =>
  queue({
    ...{ userId: MANAGER, route: 'createLease' },
    input: {
      body: {
        ...{ unit_id: unit, starts: today, proration: 'actual_days', tenant_ids: [ROBIN] },
        charges: [{ kind: 'rent', amount: 900, due_day: 1, from_month: monthOf(today) }],
      },
    },
    shown: { ...place, tenants: [{ id: ROBIN, name: 'Robin Hale' }] },
  });

async function inspected(id: string, leaseMadeBy: string) {
  const draft = `inspection-1-${id}`;
  const body = walk({ ...SIGNED, day: today });
  await saveDraft(MANAGER, draft, { ...body, lease_made_by: leaseMadeBy });
  return queue({
    userId: MANAGER,
    ...inspectionChange({ id, body, home: 'Unit 101', leaseMadeBy, draft: { name: draft } }),
  });
}

test('a move-in at the door of a home whose lease is unsent arrives after the lease, and is the step of its move', async () => {
  net.offline = true;
  const { id: lease } = await newLease();
  const id = randomUUID();
  const { capturedAt } = await inspected(id, lease);
  await phone.send();
  const [unsent] = withUnsent([], await phone.waiting(), place);
  expect(unsent).toMatchObject({ id, lease_id: null, finalized_at: capturedAt });
  expect(addressOfLease(unsent!)).toBe(`new:${lease}`);

  net.offline = false;
  // The answer to the lease is lost once, so that the inspection has to wait for it once more.
  net.fail(/leases/, 'answer lost', 'delivered twice');
  for (let attempt = 0; attempt < 4; attempt += 1) await phone.send();
  expect(await phone.waiting()).toEqual([]);
  const leases = (await read<Lease[]>('/leases')).filter(({ unit_id }) => unit_id === 1);
  expect(leases).toHaveLength(1);
  expect(await stored(id)).toMatchObject([{ id, lease_id: leases[0]!.id, finalized_at: capturedAt }]);
  expect(await read<Move>(`/leases/${leases[0]!.id}/move`)).toMatchObject({ move_in_inspection: id });
});

test('a walk that lies on the device for days after its lease was sent is still of that lease', async () => {
  const { id: lease } = await newLease(2);
  const [draft, other] = ['inspection-1-a', 'inspection-1-b'];
  await saveDraft(MANAGER, draft, { kind: 'Move-in', lease_id: null, lease_made_by: lease });
  await saveDraft(MANAGER, other, { kind: 'Move-in', lease_id: null, lease_made_by: 'another' });
  await phone.send();
  const sent = (await read<Lease[]>('/leases')).find(({ unit_id }) => unit_id === 2);
  expect((await readDraft(MANAGER, draft))?.value).toEqual({ kind: 'Move-in', lease_id: sent!.id });
  expect((await readDraft(MANAGER, other))?.value).toMatchObject({ lease_made_by: 'another' });
});

test('an inspection whose lease is discarded waits for a decision, and is saved for no lease', async () => {
  net.offline = true;
  const { id: lease } = await newLease();
  const id = randomUUID();
  const { id: first } = await inspected(id, lease);
  await discard(lease);
  net.offline = false;
  await phone.send();
  expect(await stored(id)).toEqual([]);
  const [waiting] = await phone.waiting();
  expect(waiting?.refusal?.failure.code).toBe('named_discarded');

  const body = walk({ ...SIGNED, day: today });
  await queue({
    userId: MANAGER,
    ...inspectionChange({ id, body, home: 'Unit 101', draft: { name: `inspection-1-${id}` } }),
  });
  await discard(first);
  await phone.send();
  expect(await phone.waiting()).toEqual([]);
  expect(await stored(id)).toMatchObject<Partial<Inspection>[]>([{ id, lease_id: null }]);
});
