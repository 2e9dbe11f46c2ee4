import * as z from 'zod/mini';
import { MAX_PHOTOS, Photo } from '../maintenance/maintenance.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { GivenTimestamp, Timestamp } from '../values/text.ts';
import { Digest } from './photoUpload.ts';

/** The kinds of records that name photos, which are sent after them: an event of a maintenance request, an inspection,
 * the reading of a meter, an entry of a deposit, a reading that a resident sent. */
export const PHOTO_RECORDS = ['event', 'inspection', 'reading', 'deposit', 'sent_reading'] as const;
export type PhotoRecordKind = (typeof PHOTO_RECORDS)[number];

/** A photo that a record named, and when it was taken by the clock of its device, where that was said with the record. */
export const NamedPhoto = lazySchema(() => z.extend(Photo, { taken_at: z.optional(Timestamp) }));
export type NamedPhoto = z.infer<typeof NamedPhoto>;

/** Of what a record's answer says of its photos. Both are left out by the version before. */
export const shownPhotos = lazySchema(() =>
  z.object({
    photos: z.optional(z.array(NamedPhoto)),
    /** How many more were taken with it and are not here yet. */
    awaited_photos: z.optional(z.int()),
  }),
);

/** The photos of one record. */
export const RecordPhotos = lazySchema(() =>
  z.object({
    kind: z.enum(PHOTO_RECORDS),
    id: z.string(),
    photos: z.array(NamedPhoto),
    awaited_photos: z.int(),
  }),
);
export type RecordPhotos = z.infer<typeof RecordPhotos>;

/**
 * The digests of photos that are sent after a record, each on its own.
 * @param tooMany said where there are more than `most`
 */
export const digests = (most: number, tooMany: string) =>
  z.array(Digest, 'following_photos must be a list of digests.').check(z.maxLength(most, tooMany));

export const followingPhotos = lazySchema(() =>
  z.optional(digests(MAX_PHOTOS, `There can be at most ${MAX_PHOTOS} photos.`)),
);

const PHOTOS_TAKEN = 'photos_taken must be a list of digests with the time at which each photo was taken.';
/** When photos that are sent after a record were taken, for those that it names. */
export const photosTaken = lazySchema(() =>
  z.optional(
    z
      .array(z.object({ sha256: Digest, taken_at: GivenTimestamp }, PHOTOS_TAKEN), PHOTOS_TAKEN)
      .check(z.maxLength(MAX_PHOTOS, `There can be at most ${MAX_PHOTOS} photos.`)),
  ),
);
export type PhotosTaken = z.infer<typeof photosTaken>;
