import type { RecordPhotos } from '../../../../contract/photos/recordPhotos.ts';
import type { DeviceTables } from '../../engine/database.ts';
import { updateCached } from '../../engine/reads/cachedReads.ts';
import { followingPhotos, type RecordPhotosItem } from './recordPhotos.ts';

/** How the photos of a deposit's entry follow it. */
export const depositPhotos = followingPhotos<'addDepositEntry'>({
  kind: 'deposit',
  named: (body, following_photos, photos) => ({
    ...body,
    following_photos,
    photos_taken: photos.flatMap(({ sha256, takenAt }) =>
      takenAt === undefined ? [] : { sha256, taken_at: takenAt },
    ),
  }),
  after: ({ input, shown }, { entries }) => ({
    // The lease is locked while one is entered, so that the newest is the one that was sent.
    id: String(Math.max(...entries.map(({ id }) => id))),
    shown: { title: 'an entry of a deposit', unit: shown.unit, of: `deposit:${input.params.id}` },
  }),
});

/** Shows a photo that arrived at its entry. */
export async function applyDepositPhotos(
  db: DeviceTables,
  { userId, shown }: RecordPhotosItem,
  { id, photos, awaited_photos }: RecordPhotos,
): Promise<void> {
  await updateCached(
    db,
    userId,
    'readDeposit',
    (deposit) => ({
      ...deposit,
      entries: deposit.entries.map((each) =>
        String(each.id) === id ? { ...each, photos, awaited_photos } : each,
      ),
    }),
    { params: { id: shown.of.replace('deposit:', '') } },
  );
}
