import {
  digestsIn,
  type Inspection,
  type InspectedItem,
  type SavedInspection,
} from '../../../../contract/inspections/inspection.ts';
import type { RecordPhotos } from '../../../../contract/photos/recordPhotos.ts';
import type { DeviceTables, OutboxItem } from '../../engine/database.ts';
import { takeOut } from '../../engine/outbox/photosLeft.ts';
import type { StoredPhoto } from '../../engine/storedRecords.ts';
import { updateCached } from '../../engine/reads/cachedReads.ts';
import { unsentPhotosOf, type RecordPhotosItem } from './recordPhotos.ts';
import type { ShownPhoto } from './shownPhoto.ts';

/** A photo of an item, and when it was taken. */
export type InspectedPhoto = ShownPhoto & { taken_at: string };

/** The photos of an inspection that are on this device: in its unsent saves, and on their way after one that was sent. */
export function storedPhotosOf(items: readonly OutboxItem[], id: string): StoredPhoto[] {
  const saves = items
    .filter((item) => item.route === 'saveInspection')
    .filter((item) => item.input.params.id === id);
  const photos = [...saves, ...unsentPhotosOf(items, 'inspection', id)].flatMap((item) => item.photos);
  return [...new Map(photos.map((photo) => [photo.sha256, photo])).values()];
}

/** The photos of an item that can be shown: those of the server, and those that are only on this device. */
export function photosOfItem(
  { photos = [] }: InspectedItem,
  sent: Inspection['photos'],
  stored: readonly StoredPhoto[],
): InspectedPhoto[] {
  return photos.flatMap(({ sha256, taken_at }): InspectedPhoto[] => {
    const isIt = (photo: { sha256: string }) => photo.sha256 === sha256;
    const there = sent?.find(isIt);
    if (there) return [{ sent: there, taken_at }];
    const here = stored.find(isIt);
    return here ? [{ stored: here, taken_at }] : [];
  });
}

/** Takes photos out that an answer does not name any more, since a later save took them off before they were sent. */
export async function dropUnnamed(
  db: DeviceTables,
  userId: number,
  { id, rooms }: Pick<Inspection, 'id' | 'rooms'>,
): Promise<void> {
  const named = digestsIn(rooms);
  const items = await db.outbox.where({ userId }).toArray();
  for (const item of unsentPhotosOf(items, 'inspection', id))
    await takeOut(db, item, ({ sha256 }) => !named.includes(sha256), { arrived: false });
}

/** The photos that a save takes along: of its items alone. */
export function photosToSend(
  { rooms }: Pick<SavedInspection, 'rooms'>,
  photos: readonly StoredPhoto[],
): StoredPhoto[] {
  const named = digestsIn(rooms);
  return [...new Map(photos.map((photo) => [photo.sha256, photo])).values()].filter(({ sha256 }) =>
    named.includes(sha256),
  );
}

export async function applyInspectionPhotos(
  db: DeviceTables,
  { userId, shown }: RecordPhotosItem,
  { id, photos, awaited_photos }: RecordPhotos,
): Promise<void> {
  const params = { id: shown.of.replace('home:', '') };
  await updateCached(
    db,
    userId,
    'listHomeInspections',
    (list) => list.map((each) => (each.id === id ? { ...each, photos, awaited_photos } : each)),
    { params },
  );
}
