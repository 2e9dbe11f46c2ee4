import type { ReactNode } from 'react';
import { PhotoGrid, type PhotoSize } from '../../ui/photos/PhotoGrid.tsx';
import { useOpenedPhoto } from '../../ui/photos/openedPhoto.ts';
import { PhotoViewer } from '../../ui/photos/PhotoViewer.tsx';
import type { ShownPhoto } from '../../offline/subjects/photos/shownPhoto.ts';
import { useObjectUrls } from './useObjectUrls.ts';

interface ShownPhotosProps {
  photos: readonly ShownPhoto[];
  /** Where they can be taken off: called with the photo. */
  onRemove?: (photo: ShownPhoto) => void;
  /** What stands under each, such as when it was taken; they are on paper too. */
  captions?: readonly ReactNode[];
  /** In a row of a list, the row says whether it is sent. */
  size?: PhotoSize;
  /** What a photo is called that stands for itself, instead of by its place among the others. */
  name?: string;
}

/** A record's photos, sent and unsent, small at first and large when opened. */
export function ShownPhotos({ photos, onRemove, captions, size = 'large', name }: ShownPhotosProps) {
  const { opened, open, close } = useOpenedPhoto();
  const urls = useObjectUrls(photos.flatMap((photo) => ('stored' in photo ? [photo.stored] : [])));
  if (photos.length === 0) return <></>;

  const shown = photos.flatMap((photo, index) => {
    const same = {
      alt: name ?? `Photo ${index + 1} of ${photos.length}`,
      onRemove: onRemove && (() => onRemove(photo)),
      caption: captions?.[index],
    };
    if ('sent' in photo) {
      const { id, thumbnail_url, photo_url } = photo.sent;
      return [{ ...same, id, src: thumbnail_url, large: photo_url }];
    }
    const { id } = photo.stored;
    const src = urls.get(id);
    return src
      ? [{ ...same, id, src, large: src, badge: size === 'large' ? 'On this device' : undefined }]
      : [];
  });

  return (
    <>
      <PhotoGrid photos={shown} onOpen={open} size={size} />
      {opened && shown.length > 0 && (
        <PhotoViewer
          photos={shown.map(({ id, alt, large }) => ({ id, src: large, alt }))}
          startId={opened}
          onClose={close}
        />
      )}
    </>
  );
}
