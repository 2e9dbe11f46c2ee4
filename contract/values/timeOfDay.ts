import * as z from 'zod/mini';
import { lazySchema } from './lazySchema.ts';

const TIME = 'Please enter a time such as 09:30.';

/** A time of day such as `09:30`. */
export const timeOfDay = lazySchema(() => z.string(TIME).check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, TIME)));

/** One that may be left out; blank is null. */
export const optionalTimeOfDay = lazySchema(() =>
  z.optional(
    z.nullable(
      z.pipe(
        z.string(TIME).check(z.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, TIME)),
        z.transform((text) => (text === '' ? null : text)),
      ),
    ),
  ),
);
