import { readCached } from '../../offline/engine/reads/cachedReads.ts';
import { cacheThumbnails } from '../../offline/engine/storage/photoCache.ts';
import { keepMeterPhotos } from '../../offline/subjects/photos/meterPhotos.ts';

/** Keeps on this device the small photos of the requests that it has, and the last one of each meter that is read. */
export async function keepThumbnails(userId: number): Promise<void> {
  const requests = (await readCached(userId, 'listMaintenance', {}))?.answer ?? [];
  await cacheThumbnails(requests.flatMap(({ photos }) => photos.map((photo) => photo.thumbnail_url)));
  await keepMeterPhotos((await readCached(userId, 'listLastMeterPhotos', {}))?.answer ?? []);
}
