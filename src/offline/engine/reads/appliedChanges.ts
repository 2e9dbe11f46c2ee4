import { readFact, withDatabase, type DeviceTables } from '../database.ts';

/** How often answers to changes of the outbox were applied to cached reads on this device. */
export async function appliedChanges(): Promise<number> {
  return withDatabase(readAppliedChanges);
}

export async function readAppliedChanges(db: DeviceTables): Promise<number> {
  return (await readFact(db, 'changes')) ?? 0;
}

/** Counts a change, in the transaction that applies its answer. */
export async function countAppliedChange(db: DeviceTables): Promise<void> {
  await db.device.put({ key: 'changes', value: (await readAppliedChanges(db)) + 1 });
}
