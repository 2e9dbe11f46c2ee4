import { readCached } from '../../offline/engine/reads/cachedReads.ts';
import { cacheThumbnails } from '../../offline/engine/storage/photoCache.ts';

/** Keeps on this device the small photos of the requests that it has. */
export async function keepThumbnails(userId: number): Promise<void> {
  const requests = (await readCached(userId, 'listMaintenance', {}))?.answer ?? [];
  await cacheThumbnails(requests.flatMap(({ photos }) => photos.map((photo) => photo.thumbnail_url)));
}
