import type { AskedReading } from '../../../../contract/utilities/sentReadings.ts';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import { photosOfSent } from '../../../offline/subjects/photos/sentReadingPhotos.ts';
import { PhotosToCome } from '../../../subjects/photos/PhotosToCome.tsx';
import { ShownPhotos } from '../../../subjects/photos/ShownPhotos.tsx';
import { useThumbnailsOffline } from '../../../subjects/photos/useThumbnailsOffline.ts';
import { useMemo } from 'react';

interface PhotosOfSentProps {
  asked: AskedReading;
  /** The outbox. */
  items: readonly OutboxItem[];
}

/** The photos that a resident took with a reading, sent or not. */
export default function PhotosOfSent({ asked, items }: PhotosOfSentProps) {
  const photos = photosOfSent(asked, items);
  useThumbnailsOffline(useMemo(() => (asked.sent ? [asked.sent] : []), [asked.sent]));
  return (
    <>
      <ShownPhotos size="small" photos={photos} />
      <PhotosToCome
        here={asked.sent?.photos?.length ?? 0}
        toCome={photos.some((photo) => 'stored' in photo) ? 0 : (asked.sent?.awaited_photos ?? 0)}
      />
    </>
  );
}
