import { randomUUID } from 'node:crypto';
import type { User } from '../../contract/users/user.ts';
import { isNewcomer } from '../auth/newcomers.ts';
import type { Context } from '../context.ts';
import type { ReceivedFile } from '../http/input/receivedFile.ts';
import { addPendingUploads, deleteUploads } from './pendingUploads.ts';
import { fullName, thumbnailName } from './names.ts';
import { processPhoto } from './process.ts';

/** A photo whose files are in the store and whose row is not inserted yet. */
export interface StoredPhoto {
  id: string;
  filename: string;
  sha256: string;
  width: number;
  height: number;
}

interface StoreOptions {
  /** Whether they count already among the photos of people who are not confirmed. */
  counted?: boolean;
}

/**
 * Processes and stores the photos of one request of a user, before the transaction that inserts their rows. Those of
 * newcomers wait behind those of residents.
 * @throws {PhotoRejected} naming the file, with none of the request's photos left in the store
 */
export async function storePhotos(
  context: Context,
  received: readonly ReceivedFile[],
  user?: User,
  { counted = false }: StoreOptions = {},
): Promise<StoredPhoto[]> {
  const turn = user && isNewcomer(user) ? 'last' : 'usual';
  const uploads = received.map((photo) => ({ id: randomUUID(), photo }));
  const ids = uploads.map(({ id }) => id);
  await addPendingUploads(context.database, ids, counted ? undefined : user);
  const stored: StoredPhoto[] = [];
  try {
    for (const { id, photo } of uploads) {
      const { full, thumbnail, width, height } = await processPhoto(photo.bytes, photo.filename, {
        turn,
      });
      await context.photos.put(fullName(id), full);
      await context.photos.put(thumbnailName(id), thumbnail);
      stored.push({ id, filename: photo.filename, sha256: photo.sha256, width, height });
    }
  } catch (error) {
    await discardPhotos(context, ids);
    throw error;
  }
  return stored;
}

/** Deletes stored photos that got no row. What cannot be deleted now is left to `deleteAbandonedUploads`. */
export async function discardPhotos(context: Context, ids: readonly string[]): Promise<void> {
  await deleteUploads(context, ids).catch(() => undefined);
}
