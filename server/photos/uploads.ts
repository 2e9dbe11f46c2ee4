import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { ReceivedFile } from '../http/formReader.ts';
import { announcePhotos, removeFiles } from './pendingUploads.ts';
import { fullName, thumbnailName } from './names.ts';
import { processPhoto } from './process.ts';

/** A photo that lies in the store and waits for its row. */
export interface StoredPhoto {
  id: string;
  filename: string;
  sha256: string;
  width: number;
  height: number;
}

/**
 * Decodes, re-encodes and stores the photos of one request, before the transaction that gives them rows.
 * @throws {PhotoRefused} naming the file, with none of the request's photos left in the store
 */
export async function storePhotos(context: Context, files: readonly ReceivedFile[]): Promise<StoredPhoto[]> {
  const stored: StoredPhoto[] = [];
  const named = files.map((file) => ({ id: randomUUID(), file }));
  const ids = named.map(({ id }) => id);
  await announcePhotos(context.database.sql, ids);
  try {
    for (const { id, file } of named) {
      const photo = await processPhoto(file.bytes, file.filename);
      stored.push({
        id,
        filename: file.filename,
        sha256: file.sha256,
        width: photo.width,
        height: photo.height,
      });
      await context.photos.put(fullName(id), photo.full);
      await context.photos.put(thumbnailName(id), photo.thumbnail);
    }
  } catch (error) {
    await discardPhotos(context, ids);
    throw error;
  }
  return stored;
}

/** Takes photos that got no row out of the store again; one that cannot be removed now is left to the next sweep. */
export async function discardPhotos(context: Context, ids: readonly string[]): Promise<void> {
  await removeFiles(context, ids).catch(() => undefined);
}
