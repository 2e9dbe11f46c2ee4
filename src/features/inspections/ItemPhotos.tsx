import type { InspectedItem, Inspection, ItemPhoto } from '../../../contract/inspections/inspection.ts';
import { reckonedNow } from '../../browser/clock.ts';
import type { StoredPhoto } from '../../offline/engine/storedRecords.ts';
import { photosOfItem } from '../../offline/subjects/photos/inspectionPhotos.ts';
import { PhotoPicker } from '../../subjects/photos/PhotoPicker.tsx';
import { ShownPhotos } from '../../subjects/photos/ShownPhotos.tsx';

/** Where an item stands in its inspection. */
export interface ItemPlace {
  room: number;
  item: number;
}

/** The photos of a walk. */
export interface WalkPhotos {
  /** Of the server. */
  sent: Inspection['photos'];
  /** On this device. */
  stored: readonly StoredPhoto[];
  /** Keeps photos that were taken now. */
  keep: (taken: readonly StoredPhoto[]) => void;
  /** Changes the photos of an item as it is by then, since a photo takes a moment in which other things are tapped. */
  put: (at: ItemPlace, update: (photos: ItemPhoto[]) => ItemPhoto[]) => void;
  /** Called as photos begin to be read, and when they are. */
  onReading: (reading: boolean) => void;
}

interface ItemPhotosProps {
  item: InspectedItem;
  at: ItemPlace;
  photos: WalkPhotos;
}

/** The photos of an item: taken or chosen, each with when that was, and taken off again. */
export function ItemPhotos({ item, at, photos: { sent, stored, keep, put, onReading } }: ItemPhotosProps) {
  const shown = photosOfItem(item, sent, stored);
  const onServer = shown.filter((photo) => 'sent' in photo);
  const here = shown.flatMap((photo) => ('stored' in photo ? [photo.stored] : []));
  const takeOff = (digests: readonly string[]) =>
    put(at, (photos) => photos.filter(({ sha256 }) => !digests.includes(sha256)));

  function change(next: readonly StoredPhoto[]): void {
    const taken = next.filter((photo) => !here.includes(photo));
    const gone = here.filter((photo) => !next.includes(photo)).map(({ sha256 }) => sha256);
    if (gone.length > 0) takeOff(gone);
    if (taken.length === 0) return;
    // Stored first, so that no item names a photo that a kill took away.
    keep(taken);
    const taken_at = reckonedNow().now.toISOString();
    put(at, (photos) => [
      ...photos,
      ...taken
        .filter(({ sha256 }) => photos.every((photo) => photo.sha256 !== sha256))
        .map(({ sha256 }) => ({ sha256, taken_at })),
    ]);
  }

  return (
    <div className="flex flex-col gap-3">
      <ShownPhotos
        photos={onServer}
        onRemove={(photo) => {
          if ('sent' in photo) takeOff([photo.sent.sha256]);
        }}
      />
      <PhotoPicker
        photos={here}
        onChange={change}
        onReading={onReading}
        others={onServer.length}
        of="An item"
      />
    </div>
  );
}
