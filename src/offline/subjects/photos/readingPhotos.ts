import type { RecordPhotos } from '../../../../contract/photos/recordPhotos.ts';
import { now } from '../../../browser/clock.ts';
import { withDatabase, withTransaction, type DeviceTables } from '../../engine/database.ts';
import type { DraftPhoto, StoredPhoto } from '../../engine/storedRecords.ts';
import { updateCached } from '../../engine/reads/cachedReads.ts';
import { writeMakingRoom } from '../../engine/storage/storageQuota.ts';
import { followingPhotos, type RecordPhotosItem } from './recordPhotos.ts';

/** What the drafts of readings begin with. */
export const READING_DRAFTS = 'reading:';
/** The draft of what is read in one unit. */
export const readingDraft = (unitId: number): string => `${READING_DRAFTS}${unitId}`;

/**
 * Stores a photo that was taken at a meter, with the draft of its unit. It is read at the time of the write.
 * @throws {OutOfSpace} if the device has no space, even without the cached reads
 */
export async function keepReadingPhoto(
  userId: number,
  unitId: number,
  photo: StoredPhoto,
  typedNow: () => unknown,
): Promise<void> {
  const name = readingDraft(unitId);
  const row = { ...photo, filename: photo.name, position: 0, userId, name };
  await writeMakingRoom(() =>
    withTransaction('rw', ['drafts', 'draftPhotos'], async (db) => {
      await db.draftPhotos.put(row);
      await db.drafts.put({ userId, name, value: typedNow(), savedAt: now() });
    }),
  );
}

/** Deletes a photo that was taken off a reading which is not posted. */
export async function dropReadingPhoto(id: string): Promise<void> {
  await withTransaction('rw', ['draftPhotos'], (db) => db.draftPhotos.delete(id));
}

/** The photos that were taken in units and are in no bill yet. */
export async function readReadingPhotos(userId: number, unitIds: readonly number[]): Promise<StoredPhoto[]> {
  const rows = await withDatabase((db) =>
    db.draftPhotos
      .where('[userId+name]')
      .anyOf(unitIds.map((id): [number, string] => [userId, readingDraft(id)]))
      .toArray(),
  );
  return rows.map(toPhoto);
}

const toPhoto = ({ id, filename, type, bytes, sha256 }: DraftPhoto): StoredPhoto => ({
  ...{ id, name: filename, type, bytes, sha256 },
});

/** Puts the photos of a unit's readings back with its draft, in the transaction that withdraws its bill. */
export async function restoreReadingPhotos(
  db: DeviceTables,
  userId: number,
  unitId: number,
  photos: readonly StoredPhoto[],
): Promise<void> {
  await db.draftPhotos.bulkPut(
    photos.map(({ name: filename, ...photo }, position) => ({
      ...photo,
      ...{ filename, position, userId, name: readingDraft(unitId) },
    })),
  );
}

/** How the photos of a reading without a bill follow it. */
export const plainReadingPhotos = followingPhotos<'readMeter'>({
  kind: 'reading',
  named: (body, following_photos) => ({ ...body, following_photos }),
  after: ({ shown }, { last }) => ({
    id: String(last.id),
    shown: { title: 'a reading', unit: shown.meter, of: `home:${shown.unit_id}` },
  }),
});

/** How the photos of the readings of bills follow them, each with its own reading. */
export const billedReadingPhotos = followingPhotos<'createUtilityBills'>({
  kind: 'reading',
  // Its readings name them.
  named: (body) => body,
  after: ({ input, shown }, { readings = [] }) => {
    const unitOf = (only: readonly string[]) => {
      const entry = input.body.find((each) =>
        each.readings?.some(({ following_photos = [] }) =>
          following_photos.some((photo) => only.includes(photo)),
        ),
      );
      return shown.bills.find(({ user_id }) => user_id === entry?.user_id);
    };
    return readings.flatMap(({ id, following_photos: only = [] }) => {
      const bill = unitOf(only);
      if (only.length === 0) return [];
      return {
        ...{ id: String(id), only },
        shown: { title: 'a reading', unit: bill?.unit ?? '', of: `home:${bill?.unit_id ?? ''}` },
      };
    });
  },
});

/** Shows a photo that arrived at its reading. */
export async function applyReadingPhotos(
  db: DeviceTables,
  { userId }: RecordPhotosItem,
  { id, photos, awaited_photos }: RecordPhotos,
): Promise<void> {
  await updateCached(db, userId, 'listMeterReadings', (readings) =>
    readings.map((each) => (String(each.id) === id ? { ...each, photos, awaited_photos } : each)),
  );
}
