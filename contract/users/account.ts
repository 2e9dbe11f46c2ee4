import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { cleanEmail, cleanUsername } from '../values/cleanText.ts';
import { DoorNumber } from '../units/doorNumber.ts';
import { atMost, id, isStorable, nameText, requiredText, Timestamp, UNSTORABLE } from '../values/text.ts';
import { isOfOneScript } from '../values/unicodeScripts.ts';
import { optionalPhone } from './phone.ts';
import { keepSignedIn } from './user.ts';

// What is typed to make or change an account. Apart from user.ts, so that the login screen does without.

/** The server also refuses a common password, and the owner's own names. */
const NewPassword = lazySchema(() =>
  z
    .string('Password is required')
    .check(
      z.minLength(7, 'Password must be at least 7 characters'),
      z.maxLength(128, 'Password must be at most 128 characters'),
      z.refine<string>(isStorable, UNSTORABLE),
    ),
);

const username = lazySchema(() =>
  nameText('Username is required', 60, cleanUsername).check(
    z.refine(isOfOneScript, 'Please use the letters of one alphabet.'),
  ),
);
const firstName = lazySchema(() => nameText('First name is required', 80));
const lastName = lazySchema(() => nameText('Last name is required', 80));
const email = lazySchema(() =>
  requiredText('Email is required', 254).check(
    z.overwrite(cleanEmail),
    atMost(254),
    // Without what would need quotes in a mail, and control characters, not all of which \s is. The parts after the @ contain no dots, so
    // there is only one way to match and no backtracking.
    z.regex(
      /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@.<>()[\]\\,;:"]+(?:\.[^\s\p{Cc}@.<>()[\]\\,;:"]+)+$/u,
      'Please enter an email address like name@example.com.',
    ),
  ),
);
/** An email address that may be left out; blank is null. */
export const optionalEmail = lazySchema(() =>
  z.pipe(
    z.nullable(z.string('Email must be text.').check(z.trim())),
    z.pipe(
      z.transform((text: string | null) => text || null),
      z.nullable(email),
    ),
  ),
);

/** Null takes the number away. */
const phone = lazySchema(() => z.optional(optionalPhone));

/** `unit` is what is on the door for self-registration, and the unit's id with a manager's token. */
export const Register = lazySchema(() =>
  z.object({
    username,
    password: NewPassword,
    firstName,
    lastName,
    email,
    phone,
    unit: z.optional(z.nullable(DoorNumber)),
    keep_signed_in: keepSignedIn,
    /** Whether they must choose a password of their own at the first sign-in; only with a manager's token. */
    must_change_password: z.optional(z.boolean('Please answer yes or no.')),
  }),
);

/** A person whom management enters, and who has no password yet. */
export const NewPerson = lazySchema(() =>
  z.object({
    firstName,
    lastName,
    /** Left out, empty or null for somebody who gives none. */
    email: z.optional(optionalEmail),
    phone,
    /** The unit's id. */
    unit: z.optional(z.nullable(id('There is no such unit.'))),
    /** Whether they are invited at once: by e-mail where mail is sent from here and they have an address. */
    invite: z.optional(z.boolean('Please answer yes or no.')),
  }),
);

/** A field that is left out stays as it is. */
export const UserUpdate = lazySchema(() =>
  z.object({
    id: z.optional(id('This is not the id of that user.')),
    firstName: z.optional(firstName),
    lastName: z.optional(lastName),
    email: z.optional(email),
    phone,
    username: z.optional(username),
    isManager: z.optional(z.boolean('isManager must be true or false.')),
    isCurrentUser: z.optional(z.boolean('isCurrentUser must be true or false.')),
    /** The unit's id, which also confirms a claim; null for no unit. */
    unit: z.optional(z.nullable(id('There is no such unit.'))),
    /** Declines a claim. */
    unit_claim: z.optional(z.null('A claim can only be declined, by null.')),
  }),
);
export type UserUpdate = z.infer<typeof UserUpdate>;

/** The fields of the profile form. */
export const ProfileEdit = lazySchema(() => z.object({ firstName, lastName, email, phone }));
export type ProfileEdit = z.infer<typeof ProfileEdit>;

export const CurrentPassword = lazySchema(() =>
  z
    .string('Current password is required')
    .check(z.minLength(1, 'Current password is required'), z.maxLength(1000, 'This password is too long.')),
);

export const PasswordChange = lazySchema(() =>
  z.object({
    current_password: CurrentPassword,
    new_password: NewPassword,
  }),
);

/** The session goes on with the new token; the tokens and the cookie before are void. */
export const PasswordChanged = lazySchema(() => z.object({ message: z.string(), token: z.string() }));

/** A password that management hands over; it is shown once. */
export const OneTimePassword = lazySchema(() =>
  z.object({ one_time_password: z.string(), expires_at: Timestamp }),
);
export type OneTimePassword = z.infer<typeof OneTimePassword>;
