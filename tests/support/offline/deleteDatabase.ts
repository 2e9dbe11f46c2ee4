import { Dexie } from 'dexie';
import { database } from '../../../src/offline/engine/database.ts';

/** Deletes the device's database. It opens again, and empty, at its next use. */
export async function deleteDatabase(): Promise<void> {
  // Those of pages and service workers of earlier tests, which Dexie would warn of; its types leave the list out.
  const { connections } = Dexie as unknown as { connections: Dexie[] };
  for (const each of [...connections]) each.close({ disableAutoOpen: false });
  await database.delete({ disableAutoOpen: false });
}
