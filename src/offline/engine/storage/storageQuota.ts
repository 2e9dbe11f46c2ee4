import { PHOTO_CACHE } from './photoCache.ts';
import { withTransaction } from '../database.ts';

/** The device has no space for a write, even after the caches were deleted. */
export class OutOfSpace extends Error {
  constructor(cause?: unknown) {
    super('This device is out of space, so this could not be saved. Free some space and try again.', {
      cause,
    });
    this.name = 'OutOfSpace';
  }
}

/** Dexie wraps the browser's error: for an aborted transaction, and for each row of a bulk write. */
export function isQuota(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'QuotaExceededError' ||
    ('inner' in error && isQuota(error.inner)) ||
    ('failures' in error && Array.isArray(error.failures) && error.failures.some(isQuota))
  );
}

/** Deletes cached photos and reads, which can be fetched again. */
async function makeRoom(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(PHOTO_CACHE);
  await withTransaction('rw', ['reads', 'readParts', 'kept'], (db) =>
    Promise.all([db.reads.clear(), db.readParts.clear(), db.kept.clear()]),
  );
}

/**
 * Runs a write.
 * @throws {OutOfSpace} if there is no space
 */
export async function outOfSpaceInWords<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isQuota(error) ? new OutOfSpace(error) : error;
  }
}

/**
 * Runs a write; when storage is full, deletes the caches and runs it again.
 * @throws {OutOfSpace} if there is still no space
 */
export async function writeMakingRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isQuota(error)) throw error;
    await makeRoom();
  }
  return outOfSpaceInWords(write);
}
