import { Dexie } from 'dexie';
import { database } from '../../../src/offline/engine/database.ts';
import { deleteDatabase } from './deleteDatabase.ts';
import { ROBIN } from './device.ts';

/** When the device got what an earlier version of the app stored. */
export const asOf = new Date('2026-11-20T08:00:00.000Z');

/** Puts the database on the device as version 1 left it, with these cached reads of Robin's, and what waits to be sent. Returns it as a tab of that version has it. */
export async function fromVersion1(...kept: object[]): Promise<Dexie> {
  const outbox = await database.outbox.toArray();
  const user = await database.device.toArray();
  for (;;) {
    await deleteDatabase();
    const before = openVersion1();
    await before.table('device').bulkPut(user);
    await before.table('outbox').bulkPut(outbox);
    await before.table('kept').bulkPut(kept.map((each) => ({ userId: ROBIN, asOf, ...each })));
    const { version } = before.backendDB();
    before.close({ disableAutoOpen: false });
    // What an earlier test still does may have made the database of today in between.
    if (version === VERSION_1) return before;
  }
}

/** As IndexedDB counts it: Dexie multiplies by ten. */
const VERSION_1 = 10;

function openVersion1(): Dexie {
  const before = new Dexie(database.name);
  before.version(1).stores({
    device: 'key',
    kept: '[userId+key], userId',
    outbox: '++seq, &id, userId, follows',
    sent: 'id, userId, at',
    drafts: '[userId+name], userId',
    draftPhotos: 'id, [userId+name], userId',
  });
  return before;
}
