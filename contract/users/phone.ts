import * as z from 'zod/mini';
import { cleanPhone } from '../values/cleanText.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { phoneParts } from '../values/phoneParts.ts';
import { atMost, optionalText } from '../values/text.ts';

const LONGEST = 40;
const LEAST_DIGITS = 7;

/** A number without its extension, such as "+44 (0)20 7946-0958" or "555.123.4567". */
const NUMBER = /^[\d\s+().\-/\p{Pd}]*$/u;

const digitsOf = (typed: string) => phoneParts(typed).number.replaceAll(/\D/g, '');

const phone = lazySchema(() =>
  z.string().check(
    z.overwrite(cleanPhone),
    atMost(LONGEST),
    z.refine<string>((typed) => NUMBER.test(phoneParts(typed).number), {
      error: 'A phone number has digits, and no letters but an extension, such as 555-123-4567 ext. 12.',
      abort: true,
    }),
    z.refine<string>(
      (typed) => digitsOf(typed).length >= LEAST_DIGITS,
      `Please enter the whole phone number: it has at least ${LEAST_DIGITS} digits, such as 555-123-4567.`,
    ),
  ),
);

/** A person's phone number as it is typed; it may be left out, and blank is null. */
export const optionalPhone = lazySchema(() =>
  z.pipe(optionalText('Phone must be text.', LONGEST), z.nullable(phone)),
);
