import * as z from 'zod/mini';
import { MAX_PHOTO_BYTES, MAX_PHOTO_SIZE } from '../maintenance/maintenance.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { requiredText } from '../values/text.ts';

/** What is said of a photo before it is sent. */
export const NewPhotoUpload = lazySchema(() =>
  z.object({
    filename: requiredText('filename is the name of the photo.', 1000),
    /** Of the whole photo. */
    bytes: z
      .int('bytes is the size of the photo.')
      .check(
        z.minimum(1, 'This photo is empty.'),
        z.maximum(MAX_PHOTO_BYTES, `A photo is larger than ${MAX_PHOTO_SIZE}.`),
      ),
  }),
);

const FROM = 'from is the place in the photo at which the part begins.';
/** Where a part begins. */
export const PartOfPhoto = lazySchema(() =>
  z.object({
    from: z.pipe(
      z.string(FROM).check(z.regex(/^\d{1,8}$/, { error: FROM, abort: true })),
      z.transform(Number),
    ),
  }),
);
