import { Dexie } from 'dexie';
import { database } from '../../../src/offline/engine/database.ts';
import { ROBIN } from './device.ts';

/** When the device got what an earlier version of the app stored. */
export const asOf = new Date('2026-11-20T08:00:00.000Z');

/** Puts the database on the device as version 1 left it, with these cached reads of Robin's, and what waits to be sent. Returns it as a tab of that version has it. */
export async function fromVersion1(...kept: object[]): Promise<Dexie> {
  const outbox = await database.outbox.toArray();
  const user = await database.device.toArray();
  // Those of pages and service workers of earlier tests, which Dexie would warn of; its types leave the list out.
  const { connections } = Dexie as unknown as { connections: Dexie[] };
  for (const each of [...connections]) each.close({ disableAutoOpen: false });
  await database.delete({ disableAutoOpen: false });
  const before = new Dexie(database.name);
  before.version(1).stores({
    device: 'key',
    kept: '[userId+key], userId',
    outbox: '++seq, &id, userId, follows',
    sent: 'id, userId, at',
    drafts: '[userId+name], userId',
    draftPhotos: 'id, [userId+name], userId',
  });
  await before.table('device').bulkPut(user);
  await before.table('outbox').bulkPut(outbox);
  await before.table('kept').bulkPut(kept.map((each) => ({ userId: ROBIN, asOf, ...each })));
  before.close({ disableAutoOpen: false });
  return before;
}
