import * as z from 'zod/mini';
import { isOfOneScript } from './unicodeScripts.ts';
import { id, isStorable, nameText, requiredText, Timestamp, UNSTORABLE } from './text.ts';

/** How long an access token is valid, in minutes. */
export const TOKEN_MINUTES = 15;

/** How long a one-time password is valid, in days. */
export const ONE_TIME_PASSWORD_DAYS = 7;

/** The code of every refusal until someone who signed in with a one-time password has chosen a new one. */
export const MUST_CHANGE_PASSWORD = 'must_change_password';

/** The code of a refusal to renew the session of someone whose account was deactivated. */
export const DEACTIVATED = 'deactivated';

/** The code of a sign-in's refusal where the password is right and a code of the second factor is missing. */
export const SECOND_FACTOR_REQUIRED = 'second_factor_required';

/** The code of every refusal until a manager who must have a second factor has set one up. */
export const MUST_ADD_SECOND_FACTOR = 'must_add_second_factor';

export const User = z.object({
  id: z.int(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** The unit's id, once management has confirmed it. */
  unit: z.nullable(z.int()),
  unit_number: z.nullable(z.string()),
  /** The door number given at registration, until management confirms it. */
  unit_claim: z.nullable(z.string()),
  is_manager: z.boolean(),
  /** Whether the account is active. */
  is_current_user: z.boolean(),
  /** Whether they signed in with a one-time password and must choose a new one first. */
  must_change_password: z.boolean(),
  /** True in the answer to a sign-in of a manager who must set up a second factor first; otherwise left out. */
  must_add_second_factor: z.optional(z.boolean()),
  created_at: Timestamp,
});
export type User = z.infer<typeof User>;

/** How long a request to remove a manager may be confirmed, in days. */
export const REMOVAL_DAYS = 7;

/** A request to remove a manager, until it is confirmed, declined or too old. */
export const ManagerRemoval = z.object({
  requested_by: z.int(),
  requested_by_name: z.string(),
  requested_at: Timestamp,
});
export type ManagerRemoval = z.infer<typeof ManagerRemoval>;

/** A user in the managers' list. */
export const ListedUser = z.extend(User, {
  property_name: z.nullable(z.string()),
  /** Absent from a list that an older version cached. */
  removal: z.optional(z.nullable(ManagerRemoval)),
  /** False for somebody whom management entered, until they have a password. Absent as above. */
  has_password: z.optional(z.boolean()),
  /** When they were invited last; null where there is no invitation. Absent as above. */
  invited_at: z.optional(z.nullable(Timestamp)),
});
export type ListedUser = z.infer<typeof ListedUser>;

/** A user with their unit as an object, as `GET /users/:id` and `GET /users/:id/unit` answer. */
export const UserWithUnit = z.extend(User, {
  unit: z.nullable(
    z.object({ id: z.int(), unit_number: z.string(), property_id: z.int(), property_name: z.string() }),
  ),
});
export type UserWithUnit = z.infer<typeof UserWithUnit>;

export const SignedIn = z.object({ token: z.string(), user: User });
export type SignedIn = z.infer<typeof SignedIn>;

/** A code as it is typed: digits, with spaces or dashes between them. */
export const TYPED_CODE = /^[\d\s-]{0,40}$/;
export const WRONG_FORM = 'A code has digits only.';

const keep_signed_in = z.optional(z.boolean('Please answer yes or no.'));

export const Login = z.object({
  username: requiredText('Username is required'),
  password: z
    .string('Password is required')
    .check(z.minLength(1, 'Password is required'), z.maxLength(1000, 'This password is too long.')),
  keep_signed_in,
  /** Of the second factor: a code of the authenticator app, or a recovery code. */
  code: z.optional(z.string(WRONG_FORM).check(z.regex(TYPED_CODE, WRONG_FORM))),
});

/** The server also refuses a common password, and the owner's own names. */
const NewPassword = z
  .string('Password is required')
  .check(
    z.minLength(7, 'Password must be at least 7 characters'),
    z.maxLength(128, 'Password must be at most 128 characters'),
    z.refine<string>(isStorable, UNSTORABLE),
  );

const username = nameText('Username is required', 60).check(
  z.refine(isOfOneScript, 'Please use the letters of one alphabet.'),
);
const firstName = nameText('First name is required', 80);
const lastName = nameText('Last name is required', 80);
const email = requiredText('Email is required', 254).check(
  // The parts after the @ hold no dots, so there is only one way to match and no backtracking.
  z.regex(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, 'Please enter an email address like name@example.com.'),
);
/** An email address that may be left out; blank is null. */
export const optionalEmail = z.pipe(
  z.nullable(z.string('Email must be text.').check(z.trim())),
  z.pipe(
    z.transform((text: string | null) => text || null),
    z.nullable(email),
  ),
);

/** `unit` is the number on the door for self-registration, and the unit's id with a manager's token. */
export const Register = z.object({
  username,
  password: NewPassword,
  firstName,
  lastName,
  email,
  unit: z.optional(
    z.nullable(
      z
        .int('Unit number must be a whole number.')
        .check(
          z.minimum(1, 'Unit number must be 1 or more.'),
          z.maximum(999_999_999, 'This unit number is too long.'),
        ),
    ),
  ),
  keep_signed_in,
  /** Whether they must choose a password of their own at the first sign-in; only with a manager's token. */
  must_change_password: z.optional(z.boolean('Please answer yes or no.')),
});

/** A person whom management enters, and who has no password yet. */
export const NewPerson = z.object({
  firstName,
  lastName,
  /** Left out, empty or null for somebody who gives none. */
  email: z.optional(optionalEmail),
  /** The unit's id. */
  unit: z.optional(z.nullable(id('There is no such unit.'))),
});

/** A field that is left out stays as it is. */
export const UserUpdate = z.object({
  id: z.optional(id('This is not the id of that user.')),
  firstName: z.optional(firstName),
  lastName: z.optional(lastName),
  email: z.optional(email),
  username: z.optional(username),
  isManager: z.optional(z.boolean('isManager must be true or false.')),
  isCurrentUser: z.optional(z.boolean('isCurrentUser must be true or false.')),
  /** The unit's id, which also confirms a claim; null for no unit. */
  unit: z.optional(z.nullable(id('There is no such unit.'))),
  /** Declines a claim. */
  unit_claim: z.optional(z.null('A claim can only be declined, by null.')),
});
export type UserUpdate = z.infer<typeof UserUpdate>;

/** The fields of the profile form. */
export const ProfileEdit = z.object({ firstName, lastName, email });
export type ProfileEdit = z.infer<typeof ProfileEdit>;

export const CurrentPassword = z
  .string('Current password is required')
  .check(z.minLength(1, 'Current password is required'), z.maxLength(1000, 'This password is too long.'));

export const PasswordChange = z.object({
  current_password: CurrentPassword,
  new_password: NewPassword,
});

/** The session goes on with the new token; the tokens and the cookie before are void. */
export const PasswordChanged = z.object({ message: z.string(), token: z.string() });

/** A password that management hands over; it is shown once. */
export const OneTimePassword = z.object({ one_time_password: z.string(), expires_at: Timestamp });
export type OneTimePassword = z.infer<typeof OneTimePassword>;

export function fullNameOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`;
}
