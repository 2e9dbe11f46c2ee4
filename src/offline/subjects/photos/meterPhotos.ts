import type { LastMeterPhoto } from '../../../../contract/utilities/readingPhotos.ts';
import { cacheThumbnails } from '../../engine/storage/photoCache.ts';

/** The most bytes of the last photos of meters that are fetched at once. A thumbnail has about 30 KB, some of noise have 100 KB. */
export const MOST_METER_PHOTO_BYTES = 15 * 1024 * 1024;

/** Keeps the last photo of each meter small on this device, the newest first, so that it is there without a connection. */
export async function keepMeterPhotos(last: readonly LastMeterPhoto[]): Promise<void> {
  await cacheThumbnails(
    last.map(({ photo }) => photo.thumbnail_url),
    { mostBytes: MOST_METER_PHOTO_BYTES },
  );
}
