import type { DeviceDatabase } from '../../../src/offline/engine/database.ts';
import type { ReadHead } from '../../../src/offline/engine/storedRecords.ts';

type ReadTables = Pick<DeviceDatabase, 'reads' | 'readParts'>;

/** Stores an answer on the device as the app does, with what it knows of it. */
export async function storeRead(
  { reads, readParts }: ReadTables,
  { answer, ...head }: ReadHead & { answer: unknown },
): Promise<void> {
  const { userId, key, asOf = new Date() } = head;
  await reads.put({ ...head, asOf });
  await readParts.put({ userId, key, id: '', asOf, answer });
}

/** All that the device stores of what was read, in any table. */
export async function everythingRead({ reads, readParts }: ReadTables): Promise<object[]> {
  return [...(await reads.toArray()), ...(await readParts.toArray())];
}
