import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { MaintenanceRequest } from './maintenance.ts';
import type { Route } from '../http/route.ts';
import { Digest, MAX_PHOTO_PART_BYTES, MIN_PHOTO_PART_BYTES, PhotoUpload } from '../photos/photoUpload.ts';
import { IdParam } from '../values/text.ts';
import { NewPhotoUpload, PartOfPhoto } from '../photos/newPhotoUpload.ts';

const params = lazySchema(() => z.object({ id: IdParam, sha256: Digest }));

const REFUSES = [
  '404 for a request that is not there, 403 for a resident, where management reported it',
  '409 `completed`, unless the photo was named before',
] as const;

/** The calls that send a photo of a request in parts, so that a cut costs no more than one part. */
export const photoUploadRoutes = {
  beginPhotoUpload: {
    method: 'PUT',
    path: '/maintenance/:id/photos/:sha256',
    who: 'signed-in',
    offline: 'refuse',
    summary: 'Begins to send a photo of a request, or tells how much of it is here.',
    signIn: 'You must be logged in to submit a request.',
    params,
    body: NewPhotoUpload,
    answer: PhotoUpload,
    unkeyed: 'asked again, it answers how much of the photo is here',
    refuses: [
      ...REFUSES,
      '429 for more photos of a resident within an hour than the settings allow, counted as each begins',
    ],
  },
  appendToPhotoUpload: {
    method: 'POST',
    path: '/maintenance/:id/photos/:sha256/parts',
    who: 'signed-in',
    offline: 'refuse',
    summary: `Sends the next part of a photo, of at most ${MAX_PHOTO_PART_BYTES / 1024} KiB, and of ${MIN_PHOTO_PART_BYTES / 1024} KiB or more unless it is the last one.`,
    signIn: 'You must be logged in to submit a request.',
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
  attachPhoto: {
    method: 'PUT',
    path: '/maintenance/:id/photos/:sha256/attachment',
    who: 'signed-in',
    offline: 'queue',
    summary: 'Adds a photo to its request once all of its parts are here.',
    signIn: 'You must be logged in to submit a request.',
    params,
    answer: MaintenanceRequest,
    unkeyed: 'a request has a photo once, by its digest',
    refuses: [
      ...REFUSES,
      '404 `upload_gone` where nothing of this photo was started or it was deleted after a week',
      '408 where the parts are not the photo that was named, or not all of it; what does not belong to it is deleted',
      '413 or 415 for what is no photo that is taken; what is here of it is deleted',
    ],
  },
} as const satisfies Record<string, Route>;
