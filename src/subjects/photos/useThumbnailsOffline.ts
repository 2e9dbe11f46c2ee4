import { useEffect } from 'react';
import type { Photo } from '../../../contract/maintenance/maintenance.ts';
import { cacheThumbnails } from '../../offline/engine/storage/photoCache.ts';

/** Keeps the thumbnails of what a screen shows on this device, so that it has them without a connection too. */
export function useThumbnailsOffline(
  shown: readonly { photos?: readonly Photo[] | undefined }[] | undefined,
): void {
  useEffect(() => {
    if (!shown) return;
    const thumbnails = shown.flatMap(({ photos = [] }) => photos.map((photo) => photo.thumbnail_url));
    // Without a connection those that are missing stay missing: the next refresh tries again.
    cacheThumbnails(thumbnails).catch(() => undefined);
  }, [shown]);
}
