import { PHOTO_CACHE } from './photoCache.ts';
import { withDatabase } from './database.ts';

/** The device has no room for what a person wants to keep on it. */
export class OutOfSpace extends Error {
  constructor(cause?: unknown) {
    super('This device is out of space, so this could not be saved. Free some space and try again.', {
      cause,
    });
    this.name = 'OutOfSpace';
  }
}

function isQuota(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const inner = (error as { inner?: unknown }).inner;
  return (
    error.name === 'QuotaExceededError' || (inner instanceof Error && inner.name === 'QuotaExceededError')
  );
}

/**
 * Where an error says that storage is full, gives up what can be fetched again: cached photos and kept reads.
 * Tells whether it was that error.
 */
export async function makeRoom(error: unknown): Promise<boolean> {
  if (!isQuota(error)) return false;
  if ('caches' in globalThis) await caches.delete(PHOTO_CACHE);
  await withDatabase((db) => db.kept.clear());
  return true;
}
