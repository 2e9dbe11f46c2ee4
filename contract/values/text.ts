import * as z from 'zod/mini';
import { lazySchema } from './lazySchema.ts';
import { cleanName, hasInvisible } from './cleanText.ts';

const tooLong = (longest: number) => `Please use at most ${longest} characters.`;

/** Trimmed text that must not be blank. A missing, a wrong and an empty value get the same message. */
export function requiredText(message: string, longest = 200) {
  return z.string(message).check(z.trim(), z.minLength(1, message), ...storable(longest));
}

/** One line that must not be blank, of visible characters, as `clean` leaves it. */
export function nameText(message: string, longest: number, clean = cleanName) {
  return requiredText(message, longest).check(
    z.refine<string>((text) => !hasInvisible(text), 'Please leave out characters that cannot be seen.'),
    z.overwrite(clean),
    atMost(longest),
  );
}

/** Trimmed text that may be left out; blank is null. */
export function optionalText(message: string, longest = 200) {
  return z.nullable(
    z.pipe(
      z.string(message).check(z.trim(), ...storable(longest)),
      z.transform((text) => (text === '' ? null : text)),
    ),
  );
}

export const UNSTORABLE = 'This text contains a character that cannot be stored.';

/** PostgreSQL's text type cannot contain a NUL character, and half a surrogate pair is no character in its JSON. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/** Of a text that was cleaned, which can make it longer. */
export function atMost(longest: number) {
  return z.refine<string>((text) => text.length <= longest, tooLong(longest));
}

function storable(longest: number) {
  return [
    // Aborts, since later patterns would be slow on a megabyte of text.
    z.maxLength(longest, { error: tooLong(longest), abort: true }),
    // zod counts code points; limits here are in UTF-16 units, as JavaScript and the form's counter count.
    atMost(longest),
    z.refine<string>(isStorable, UNSTORABLE),
  ];
}

const MOMENT = 'Please give a date and time.';

/**
 * ISO 8601 also has offsets of up to 23:59, a year 0, and seconds of any precision. PostgreSQL refuses them, and no place and no
 * clock has them.
 */
const STORABLE_MOMENT = /^(?!0000)[^.]{1,19}(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-5]):\d\d)$/;

const isoMoment = () => z.iso.datetime({ offset: true, error: MOMENT, abort: true });
const storableMoment = lazySchema(() =>
  z.refine<string>((text) => STORABLE_MOMENT.test(text), { error: MOMENT, abort: true }),
);

/** A date and time, as ISO 8601 with an offset. */
export const Timestamp = lazySchema(() => isoMoment().check(storableMoment));

/** A day or a time between bounds that everyone's clock and database can store. */
const dated = lazySchema(() =>
  z.refine<string>(
    (text) => {
      const time = Date.parse(text);
      return time >= Date.UTC(2000) && time < Date.UTC(2100);
    },
    { error: 'Please give a date from 2000 to 2099.', abort: true },
  ),
);

/** A date and time that a caller gives, as ISO 8601 with an offset. */
export const GivenTimestamp = lazySchema(() => isoMoment().check(dated, storableMoment));

/** A calendar day that a caller gives, as ISO 8601. */
export const givenDay = (message: string) => z.iso.date({ error: message, abort: true }).check(dated);

const SomeDay = lazySchema(() => givenDay(''));

/** Whether a text is a day of the calendar, such as `2026-11-21`. */
export const isDay = (text: string): boolean => SomeDay.safeParse(text).success;

/** The id of a record in a path or a query: digits only. */
export const IdParam = lazySchema(() =>
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'There is no such record.')), z.transform(Number)),
);
export const IdParams = lazySchema(() => z.object({ id: IdParam }));

/** The id of a record in a body: a number, never numeric text. */
export function id(message: string) {
  return z.int(message).check(z.minimum(1, message), z.maximum(999_999_999, message));
}

export const MessageAnswer = lazySchema(() => z.object({ message: z.string() }));

/** What an answer may leave out where there is nothing: it is read as null. A server of the version before may lack it too. */
export const absentIsNull = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z._default(z.nullable(schema), null);

/** The Idempotency-Key that a record was created with, by which the outbox knows a record as its own; a UUID of any version. */
export const createdWith = lazySchema(() => absentIsNull(z.guid()));

/**
 * The id of somebody who is named beside it, for management alone: null for residents, and of who is no person with an account.
 * Left out by a server of an older version.
 */
export const personId = lazySchema(() => z.optional(z.nullable(z.int())));
