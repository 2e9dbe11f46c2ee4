import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { Photo } from '../maintenance/maintenance.ts';
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

/** The most meters whose last photo is answered, so that a device keeps a bounded number of them. */
export const MOST_LAST_PHOTOS = 300;

/** What a meter showed when it was photographed last. */
export const LastMeterPhoto = lazySchema(() =>
  z.object({
    meter_id: z.int(),
    value: z.number(),
    read_on: z.iso.date(),
    photo: Photo,
  }),
);
export type LastMeterPhoto = z.infer<typeof LastMeterPhoto>;

/** The calls that answer the photos of readings: those of a bill, and the last one of each meter. */
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
  listLastMeterPhotos: {
    method: 'GET',
    path: '/meters/last-photos',
    who: 'manager',
    offline: 'keep',
    summary: `The last photo of each installed meter in a home where somebody lives, to be compared at the meter; of the ${MOST_LAST_PHOTOS} meters that were photographed last, newest first.`,
    answer: lazySchema(() => z.array(LastMeterPhoto)),
  },
} as const satisfies Record<string, Route>;
