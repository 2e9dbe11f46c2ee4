import { readFact, withDatabase, withTransaction } from '../engine/database.ts';
import { storesReadsOf } from '../engine/deviceUser.ts';
import type { FoundBefore } from '../engine/storedRecords.ts';

const MOST = 8;
/** In characters: of an announcement no more is kept apart from it than tells which it was. */
const LONGEST_TITLE = 100;

/** What somebody found and opened last on this device, latest first. */
export async function readRecentlyFound(userId: number): Promise<FoundBefore[]> {
  const recent = await withDatabase((db) => readFact(db, 'recently-found'));
  return recent?.userId === userId ? recent.found : [];
}

/** Records what was opened, where this device stores what this person reads. */
export async function recordFound(userId: number, opened: FoundBefore): Promise<void> {
  await withTransaction('rw', ['device'], async (db) => {
    if (!(await storesReadsOf(db, userId))) return;
    const recent = await readFact(db, 'recently-found');
    const before = recent?.userId === userId ? recent.found : [];
    const kept = { ...opened, title: opened.title.slice(0, LONGEST_TITLE) };
    const found = [kept, ...before.filter(({ key }) => key !== opened.key)].slice(0, MOST);
    await db.device.put({ key: 'recently-found', value: { userId, found } });
  });
}
