import { Dexie, type EntityTable } from 'dexie';
import { withLock } from '../locks.ts';
import { outOfSpaceInWords } from './storageQuota.ts';
import { storageRefused } from './storageRefusal.ts';
import { now, nowMs } from '../../../browser/clock.ts';

interface SharedPhoto {
  seq: number;
  name: string;
  type: string;
  bytes: ArrayBuffer;
  /** Whose they are; undefined if nobody was remembered here when they were shared. */
  userId?: number | undefined;
  at?: Date;
}

/** Photos shared to the app before a person or a draft is known, in a database of their own. */
class SharedPhotosDatabase extends Dexie {
  declare photos: EntityTable<SharedPhoto, 'seq'>;

  constructor() {
    super('porchlight-shared', { chromeTransactionDurability: 'strict' });
    this.version(1).stores({ photos: '++seq' });
    // Another tab discards them. Dexie's own handler, which would warn, is stopped.
    this.on('versionchange', () => {
      this.close();
      return false;
    });
  }
}

/** Closed after each use, so that a suspended page keeps no connection open. */
async function withShared<T>(work: (db: SharedPhotosDatabase) => Promise<T>): Promise<T> {
  const db = new SharedPhotosDatabase();
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/** Any site can post to the share target, so what it may leave here has limits, in files and in bytes of each. */
const MOST_FILES = 20;
const LARGEST_FILE = 40_000_000;

/** How long photos wait that belong to nobody yet, in milliseconds. */
const UNOWNED_LIFETIME = 24 * 60 * 60 * 1000;

/**
 * Stores shared photos byte for byte, for the person who is remembered here or the next who signs in. Returns how many
 * were taken; what is no photo, too large or too much is left out.
 * @throws {OutOfSpace} (of `storageQuota.ts`) where the device has no room; nothing is stored then
 */
export async function storeSharedPhotos(files: readonly File[], userId: number | undefined): Promise<number> {
  const fitting = files.filter(({ type, size }) => type.startsWith('image/') && size <= LARGEST_FILE);
  const at = now();
  const rows: Omit<SharedPhoto, 'seq'>[] = [];
  for (const file of fitting.slice(0, MOST_FILES)) {
    rows.push({ name: file.name, type: file.type, bytes: await file.arrayBuffer(), userId, at });
  }
  // The caches stay, since anybody may share.
  return outOfSpaceInWords(() =>
    withShared((db) =>
      // By the transaction's own table, as `withTransaction` does it.
      db.transaction('rw', db.photos, async (transaction) => {
        const photos: SharedPhotosDatabase['photos'] = transaction.table('photos');
        const room = MOST_FILES - (await photos.count());
        const taken = rows.slice(0, Math.max(0, room));
        await photos.bulkAdd(taken);
        return taken.length;
      }),
    ),
  );
}

/** The photos that wait for this person. */
function waitingFor(db: SharedPhotosDatabase, userId: number) {
  const oldest = nowMs() - UNOWNED_LIFETIME;
  return db.photos.filter((photo) => {
    // The version before stored neither.
    if (photo.userId === undefined) return (photo.at?.getTime() ?? nowMs()) > oldest;
    return photo.userId === userId;
  });
}

export async function countSharedPhotos(userId: number): Promise<number> {
  if (storageRefused() || !(await Dexie.exists('porchlight-shared'))) return 0;
  return withShared((db) => waitingFor(db, userId).count());
}

/**
 * Hands the shared photos to one form, in the order in which they were shared. They are deleted once `use` says that
 * they are stored elsewhere.
 */
export async function takeSharedPhotos(
  userId: number,
  use: (files: File[]) => Promise<boolean>,
): Promise<void> {
  if (storageRefused() || !(await Dexie.exists('porchlight-shared'))) return;
  // One tab after the other, so that no photo is taken twice.
  await withLock('porchlight-shared', {}, async () => {
    const rows = await withShared((db) => waitingFor(db, userId).sortBy('seq'));
    if (rows.length === 0) return;
    if (!(await use(rows.map(({ name, type, bytes }) => new File([bytes], name, { type }))))) return;
    await withShared((db) => db.photos.bulkDelete(rows.map(({ seq }) => seq)));
  });
}

/** Deletes what waits for this person, and what is too old to wait for anybody. */
export async function discardSharedPhotos(userId: number): Promise<void> {
  if (storageRefused() || !(await Dexie.exists('porchlight-shared'))) return;
  await withShared((db) =>
    db.photos.filter((photo) => photo.userId === undefined || photo.userId === userId).delete(),
  );
}
