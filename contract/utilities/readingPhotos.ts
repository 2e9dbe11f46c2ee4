import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { digests, shownPhotos } from '../photos/recordPhotos.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { IdParams } from '../values/text.ts';

/** The most photos of one reading. */
export const MOST_READING_PHOTOS = 3;

/** The digests of the photos that were taken at a meter, which are sent after its reading. */
export const photosOfReading = lazySchema(() =>
  z.optional(
    digests(MOST_READING_PHOTOS, `A reading can have at most ${MOST_READING_PHOTOS} photos.`).check(
      z.refine((all) => new Set(all).size === all.length, 'A photo is in this list twice.'),
    ),
  ),
);

/** The photos of one reading of a bill. */
export const BillPhotos = lazySchema(() =>
  z.object({
    reading_id: z.int(),
    serial_number: z.string(),
    read_on: z.iso.date(),
    ...shownPhotos.shape,
  }),
);
export type BillPhotos = z.infer<typeof BillPhotos>;

/** The call that answers the photos of a bill's readings. */
export const readingPhotoRoutes = {
  listBillPhotos: {
    method: 'GET',
    path: '/transactions/:id/reading-photos',
    who: 'signed-in',
    offline: 'keep',
    summary:
      'The photos that were taken with the readings of a utility bill, of one’s own or for management.',
    params: IdParams,
    answer: lazySchema(() => z.array(BillPhotos)),
    refuses: ['404 for an entry that is not there, or of somebody else'],
  },
} as const satisfies Record<string, Route>;
