import { expect, onTestFinished, vi } from 'vitest';
import { forgetUser } from '../../../src/offline/engine/deviceUser.ts';
import { followKeys, followList, type ListChange } from '../../../src/offline/engine/reads/followList.ts';
import { ROBIN } from '../../support/offline/device.ts';
import { addRequests, KEY, refresh } from '../../support/offline/requestList.ts';
import { test } from '../../support/offline/world.ts';
import { server } from '../../support/server/world.ts';

/** What is told of the list, in order. */
function follow(): (ListChange | undefined)[] {
  const told: (ListChange | undefined)[] = [];
  onTestFinished(followList({ userId: ROBIN, key: KEY }, (change) => told.push(change)));
  return told;
}
const rowsOf = (told: readonly (ListChange | undefined)[]) =>
  told.flatMap((change) => [...(change?.parts.values() ?? [])].flat());

test('a long list is told part by part, and after a change only the parts with new rows', async () => {
  await addRequests(2500);
  const told = follow();
  await vi.waitFor(() => expect(told).toEqual([undefined]));
  await refresh();
  await vi.waitFor(() => expect(told.at(-1)?.whole).toBe(true));
  expect(told.length).toBeGreaterThan(2);
  expect(rowsOf(told)).toHaveLength(2500);
  told.length = 0;
  await server.database
    .sql`update maintenance_requests set information = 'Changed' where information = 'Issue 450'`;
  await refresh();
  await vi.waitFor(() => expect(told.at(-1)?.whole).toBe(true));
  const rows = rowsOf(told);
  // One part, of at most so many.
  expect(rows.length).toBeLessThanOrEqual(200);
  expect(rows).toContainEqual(expect.objectContaining({ information: 'Changed' }));
});

test('a short list is told whole, and that it is gone once its owner signs out', async () => {
  await server.database.sql`delete from maintenance_requests`;
  await addRequests(3);
  await refresh();
  const told = follow();
  const keys: (readonly string[])[] = [];
  onTestFinished(followKeys(ROBIN, (all) => keys.push(all)));
  await vi.waitFor(() => expect(rowsOf(told)).toHaveLength(3));
  await vi.waitFor(() => expect(keys.at(-1)).toContain(KEY));
  await forgetUser(ROBIN);
  await vi.waitFor(() => expect(told.at(-1)).toBeUndefined());
  await vi.waitFor(() => expect(keys.at(-1)).toEqual([]));
});
