import { useState } from 'react';
import { PhotoGrid } from '../../ui/photos/PhotoGrid.tsx';
import { PhotoViewer } from '../../ui/photos/PhotoViewer.tsx';
import type { RequestPhoto } from '../../offline/subjects/maintenanceList.ts';
import { useObjectUrls } from './useObjectUrls.ts';

interface RequestPhotosProps {
  photos: readonly RequestPhoto[];
  /** Where they can be taken off: called with the photo. */
  onRemove?: (photo: RequestPhoto) => void;
}

interface Shown {
  photo: RequestPhoto;
  alt: string;
  src: string;
  large: string;
  badge: string | undefined;
}

function idOf(photo: RequestPhoto): string {
  return 'sent' in photo ? photo.sent.id : photo.stored.id;
}

/** A request's photos, sent and unsent, small in a row and large when opened. */
export function RequestPhotos({ photos, onRemove }: RequestPhotosProps) {
  const [opened, setOpened] = useState<string>();
  const urls = useObjectUrls(photos.flatMap((photo) => ('stored' in photo ? [photo.stored] : [])));
  if (photos.length === 0) return <></>;

  const shown = photos.flatMap((photo, index): Shown[] => {
    const alt = `Photo ${index + 1} of ${photos.length}`;
    if ('sent' in photo) {
      return [{ photo, alt, src: photo.sent.thumbnail_url, large: photo.sent.photo_url, badge: undefined }];
    }
    const url = urls.get(photo.stored.id);
    return url ? [{ photo, alt, src: url, large: url, badge: 'On this device' }] : [];
  });

  return (
    <>
      <PhotoGrid
        photos={shown.map(({ photo, alt, src, badge }) => ({
          id: idOf(photo),
          src,
          alt,
          badge,
          onRemove: onRemove && (() => onRemove(photo)),
        }))}
        onOpen={setOpened}
      />
      {opened && shown.length > 0 && (
        <PhotoViewer
          photos={shown.map(({ photo, alt, large }) => ({ id: idOf(photo), src: large, alt }))}
          startId={opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
