import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { requiredText, Timestamp } from '../values/text.ts';

/** How long an access token is valid, in minutes. */
export const TOKEN_MINUTES = 15;

/** How long a one-time password is valid, in days. */
export const ONE_TIME_PASSWORD_DAYS = 7;

export const User = lazySchema(() =>
  z.object({
    id: z.int(),
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    /** As it was typed; null for none. Told to its owner and to management alone. Absent from what an older version cached. */
    phone: z.optional(z.nullable(z.string())),
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
  }),
);
export type User = z.infer<typeof User>;

/** How long a request to remove a manager may be confirmed, in days. */
export const REMOVAL_DAYS = 7;

/** A request to remove a manager, until it is confirmed, declined or too old. */
export const ManagerRemoval = lazySchema(() =>
  z.object({
    requested_by: z.int(),
    requested_by_name: z.string(),
    requested_at: Timestamp,
  }),
);
export type ManagerRemoval = z.infer<typeof ManagerRemoval>;

/** A user in the managers' list. */
export const ListedUser = lazySchema(() =>
  z.extend(User, {
    property_name: z.nullable(z.string()),
    /** Absent from a list that an older version cached. */
    removal: z.optional(z.nullable(ManagerRemoval)),
    /** False for somebody whom management entered, until they have a password. Absent as above. */
    has_password: z.optional(z.boolean()),
    /** When they were invited last; null where there is no invitation. Absent as above. */
    invited_at: z.optional(z.nullable(Timestamp)),
    /** Since when their home and whether they are active stand as they do; null where neither was ever changed. Absent as above. */
    access_since: z.optional(z.nullable(Timestamp)),
  }),
);
export type ListedUser = z.infer<typeof ListedUser>;

/** A user with their unit as an object, as `GET /users/:id` and `GET /users/:id/unit` answer. */
export const UserWithUnit = lazySchema(() =>
  z.extend(User, {
    unit: z.nullable(
      z.object({ id: z.int(), unit_number: z.string(), property_id: z.int(), property_name: z.string() }),
    ),
    /** False while no mail goes to the address, since its link was not opened. Absent from what an older version cached. */
    email_confirmed: z.optional(z.boolean()),
    /** False while no unit has the number of the claim. Absent as above. */
    unit_claim_known: z.optional(z.boolean()),
  }),
);
export type UserWithUnit = z.infer<typeof UserWithUnit>;

export const SignedIn = lazySchema(() => z.object({ token: z.string(), user: User }));
export type SignedIn = z.infer<typeof SignedIn>;

/** A code as it is typed: digits, with spaces or dashes between them. */
export const TYPED_CODE = /^[\d\s-]{0,40}$/;
export const WRONG_FORM = 'A code has digits only.';

export const keepSignedIn = lazySchema(() => z.optional(z.boolean('Please answer yes or no.')));

export const Login = lazySchema(() =>
  z.object({
    username: requiredText('Username is required'),
    password: z
      .string('Password is required')
      .check(z.minLength(1, 'Password is required'), z.maxLength(1000, 'This password is too long.')),
    keep_signed_in: keepSignedIn,
    /** Of the second factor: a code of the authenticator app, or a recovery code. */
    code: z.optional(z.string(WRONG_FORM).check(z.regex(TYPED_CODE, WRONG_FORM))),
  }),
);

export function fullNameOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`;
}
