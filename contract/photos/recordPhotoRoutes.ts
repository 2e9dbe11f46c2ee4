import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { NewPhotoUpload, PartOfPhoto } from './newPhotoUpload.ts';
import { Digest, MAX_PHOTO_PART_BYTES, MIN_PHOTO_PART_BYTES, PhotoUpload } from './photoUpload.ts';
import { PHOTO_RECORDS, RecordPhotos } from './recordPhotos.ts';

const NO_RECORD = 'There is no such record.';
const params = lazySchema(() =>
  z.object({
    kind: z.enum(PHOTO_RECORDS, `A record with photos is one of ${PHOTO_RECORDS.join(', ')}.`),
    /** A number or a UUID, as the record has it. */
    id: z
      .string(NO_RECORD)
      .check(z.regex(/^(?:\d{1,9}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/, NO_RECORD)),
    sha256: Digest,
  }),
);

const REFUSES = [
  '404 for a record that is not there, or that one does not see; 403 where somebody else wrote it',
  '409 `not_named` for a photo that the record does not name',
] as const;

/** The calls that send a photo which a record names, in parts, so that a cut costs no more than one part. */
export const recordPhotoRoutes = {
  beginRecordPhoto: {
    method: 'PUT',
    path: '/records/:kind/:id/photos/:sha256',
    who: 'signed-in',
    offline: 'refuse',
    summary: 'Begins to send a photo that a record names, or tells how much of it is here.',
    params,
    body: NewPhotoUpload,
    answer: PhotoUpload,
    unkeyed: 'asked again, it answers how much of the photo is here',
    refuses: [
      ...REFUSES,
      '429 for more photos of a resident within an hour than the settings allow, counted as each begins',
    ],
  },
  appendToRecordPhoto: {
    method: 'POST',
    path: '/records/:kind/:id/photos/:sha256/parts',
    who: 'signed-in',
    offline: 'refuse',
    summary: `Sends the next part of a photo, of at most ${MAX_PHOTO_PART_BYTES / 1024} KiB, and of ${MIN_PHOTO_PART_BYTES / 1024} KiB or more unless it is the last one.`,
    params,
    query: PartOfPhoto,
    body: lazySchema(() => z.object({})),
    multipart: { part: 'part', json: [] },
    answer: PhotoUpload,
    unkeyed: 'a part says where it begins, and is stored once',
    refuses: [
      ...REFUSES,
      '404 `upload_gone` where nothing of this photo was started or it was deleted after a week',
      '409 `wrong_place` for a part that does not begin where the others end, which is answered in `detail`',
    ],
  },
  attachRecordPhoto: {
    method: 'PUT',
    path: '/records/:kind/:id/photos/:sha256/attachment',
    who: 'signed-in',
    offline: 'queue',
    summary: 'Adds a photo to the record that names it once all of its parts are here.',
    params,
    answer: RecordPhotos,
    unkeyed: 'a record has a photo once, by its digest',
    refuses: [
      ...REFUSES,
      '404 `upload_gone` where nothing of this photo was started or it was deleted after a week',
      '408 where the parts are not the photo that was named, or not all of it; what does not belong to it is deleted',
      '413 or 415 for what is no photo that is taken; what is here of it is deleted',
    ],
  },
} as const satisfies Record<string, Route>;
