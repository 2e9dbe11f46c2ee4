import * as z from 'zod/mini';
import { MAX_PHOTOS, Photo } from '../maintenance/maintenance.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { Digest } from './photoUpload.ts';

/** The kinds of records that name photos, which are sent after them: an event of a maintenance request, an inspection,
 * the reading of a meter, an entry of a deposit, a reading that a resident sent. */
export const PHOTO_RECORDS = ['event', 'inspection', 'reading', 'deposit', 'sent_reading'] as const;
export type PhotoRecordKind = (typeof PHOTO_RECORDS)[number];

/** Of what a record's answer says of its photos. Both are left out by the version before. */
export const shownPhotos = lazySchema(() =>
  z.object({
    photos: z.optional(z.array(Photo)),
    /** How many more were taken with it and are not here yet. */
    awaited_photos: z.optional(z.int()),
  }),
);

/** The photos of one record. */
export const RecordPhotos = lazySchema(() =>
  z.object({
    kind: z.enum(PHOTO_RECORDS),
    id: z.string(),
    photos: z.array(Photo),
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
