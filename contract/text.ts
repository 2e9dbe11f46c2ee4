import * as z from 'zod/mini';

const tooLong = (longest: number) => `Please use at most ${longest} characters.`;

/** Trimmed text that must not be blank: the same words for a missing, a wrong and an empty value. */
export function requiredText(message: string, longest = 200) {
  return z.string(message).check(z.trim(), z.minLength(1, message), ...keepable(longest));
}

/** Trimmed text that may be left out; blank is null. */
export function optionalText(message: string, longest = 200) {
  return z.nullable(
    z.pipe(
      z.string(message).check(z.trim(), ...keepable(longest)),
      z.transform((text) => (text === '' ? null : text)),
    ),
  );
}

function keepable(longest: number) {
  return [
    // Nothing looks further at a text that is too long: a pattern over a megabyte takes its time.
    z.maxLength(longest, { error: tooLong(longest), abort: true }),
    // zod counts code points; a person's counter, and the promise made, count as JavaScript does.
    z.refine<string>((text) => text.length <= longest, tooLong(longest)),
    // PostgreSQL's text cannot hold it.
    z.refine<string>((text) => !text.includes('\0'), 'This text holds a character that cannot be kept.'),
  ];
}

/** A moment, as ISO 8601 with an offset. */
export const Moment = z.iso.datetime({ offset: true, error: 'Please give a date and time.' });

/** The id of a record, from a path or a query: digits only, so that nothing else reaches the database. */
export const IdInAddress = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'There is no such record.')),
  z.transform(Number),
);
export const ById = z.object({ id: IdInAddress });

/** The id of a record, in a body: a number, never numeric text. */
export function id(message: string) {
  return z.int(message).check(z.minimum(1, message), z.maximum(999_999_999, message));
}

export const Done = z.object({ message: z.string() });
