import { randomUUID } from 'node:crypto';
import type { House } from '../house.ts';
import type { ReceivedFile } from '../multipart.ts';
import { processPhoto } from './process.ts';

/** A photo that lies in the store and waits for its row. */
export interface StoredPhoto {
  id: string;
  filename: string;
  sha256: string;
  width: number;
  height: number;
}

export function fullName(id: string): string {
  return `${id}.jpg`;
}

export function thumbnailName(id: string): string {
  return `${id}-thumbnail.jpg`;
}

/**
 * Decodes, re-encodes and stores the photos of one request, before the transaction that gives them rows.
 * @throws {PhotoRefused} naming the file, with none of the request's photos left in the store
 */
export async function storePhotos(house: House, files: readonly ReceivedFile[]): Promise<StoredPhoto[]> {
  const stored: StoredPhoto[] = [];
  try {
    for (const file of files) {
      const id = randomUUID();
      const photo = await processPhoto(file.bytes, file.filename);
      stored.push({
        id,
        filename: file.filename,
        sha256: file.sha256,
        width: photo.width,
        height: photo.height,
      });
      await house.photos.put(fullName(id), photo.full);
      await house.photos.put(thumbnailName(id), photo.thumbnail);
    }
  } catch (error) {
    await discardPhotos(house, stored);
    throw error;
  }
  return stored;
}

/** Takes photos that got no row out of the store again; one that cannot be removed only takes up room. */
export async function discardPhotos(house: House, photos: readonly StoredPhoto[]): Promise<void> {
  const names = photos.flatMap(({ id }) => [fullName(id), thumbnailName(id)]);
  await Promise.allSettled(names.map((name) => house.photos.remove(name)));
}
