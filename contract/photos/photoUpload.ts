import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';

/** The largest part of a photo that is sent at once, in bytes: less than the 1 MB that many a proxy takes. */
export const MAX_PHOTO_PART_BYTES = 512 * 1024;
/** The smallest, unless it is the last one. */
export const MIN_PHOTO_PART_BYTES = 16 * 1024;

/** A photo is named by the SHA-256 of its bytes, in hex. */
export const Digest = lazySchema(() =>
  z
    .string('A photo is named by its SHA-256 in hex.')
    .check(z.regex(/^[0-9a-f]{64}$/, 'A photo is named by its SHA-256 in hex.')),
);

/** How much of a photo is here. */
export const PhotoUpload = lazySchema(() =>
  z.object({
    /** The bytes from its beginning on: where the next part begins. */
    received: z.int(),
    /** Whether the record has or had this photo, so that nothing of it is to be sent. */
    attached: z.boolean(),
  }),
);
export type PhotoUpload = z.infer<typeof PhotoUpload>;
