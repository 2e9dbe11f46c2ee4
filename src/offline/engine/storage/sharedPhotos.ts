import { Dexie, type EntityTable } from 'dexie';
import { writeMakingRoom } from './storageQuota.ts';
import { storageRefused } from './storageRefusal.ts';

interface SharedPhoto {
  seq: number;
  name: string;
  type: string;
  bytes: ArrayBuffer;
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

/** Closed after each use, so that a suspended page holds no connection. */
async function withShared<T>(work: (db: SharedPhotosDatabase) => Promise<T>): Promise<T> {
  const db = new SharedPhotosDatabase();
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/**
 * Stores shared files byte for byte, all or none.
 * @throws {OutOfSpace} (of `storageQuota.ts`) where the device has no room even without the cached reads
 */
export async function storeSharedPhotos(files: readonly File[]): Promise<void> {
  const rows = await Promise.all(
    files.map(async (file) => ({ name: file.name, type: file.type, bytes: await file.arrayBuffer() })),
  );
  await writeMakingRoom(() => withShared((db) => db.photos.bulkAdd(rows)));
}

export async function countSharedPhotos(): Promise<number> {
  if (storageRefused() || !(await Dexie.exists('porchlight-shared'))) return 0;
  return withShared((db) => db.photos.count());
}

/**
 * Hands the shared photos to one form, in the order in which they were shared. They are deleted once `use` says that
 * they are stored elsewhere.
 */
export async function takeSharedPhotos(use: (files: File[]) => Promise<boolean>): Promise<void> {
  if (storageRefused() || !(await Dexie.exists('porchlight-shared'))) return;
  // One tab after the other, so that no photo is taken twice.
  await navigator.locks.request('porchlight-shared', async () => {
    const rows = await withShared((db) => db.photos.orderBy('seq').toArray());
    if (rows.length === 0) return;
    if (!(await use(rows.map(({ name, type, bytes }) => new File([bytes], name, { type }))))) return;
    await withShared((db) => db.photos.bulkDelete(rows.map(({ seq }) => seq)));
  });
}

export async function discardSharedPhotos(): Promise<void> {
  if (!storageRefused()) await Dexie.delete('porchlight-shared');
}
