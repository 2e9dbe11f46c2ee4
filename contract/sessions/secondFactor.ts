import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { Timestamp } from '../values/text.ts';
import { CurrentPassword } from '../users/account.ts';
import { TYPED_CODE, WRONG_FORM } from '../users/user.ts';

/** How many recovery codes are given at once. */
export const RECOVERY_CODES = 10;

/** One's own second factor. */
export const SecondFactor = lazySchema(() =>
  z.object({
    /** When it was turned on; null while it is off. */
    on_since: z.nullable(Timestamp),
    recovery_codes_left: z.int(),
    /** Whether managers must have one here. */
    required: z.boolean(),
  }),
);
export type SecondFactor = z.infer<typeof SecondFactor>;

const Code = lazySchema(() =>
  z
    .string('Code is required')
    .check(z.trim(), z.minLength(1, 'Code is required'), z.regex(TYPED_CODE, WRONG_FORM)),
);

export const SecondFactorStart = lazySchema(() => z.object({ current_password: CurrentPassword }));
export const SecondFactorConfirmation = lazySchema(() => z.object({ code: Code }));
/** What proves that it is still the same person: the password, and a code of the app or a recovery code. */
export const SecondFactorProof = lazySchema(() =>
  z.object({ current_password: CurrentPassword, code: Code }),
);

/** The secret of an authenticator app, told this once. */
export const SecondFactorSecret = lazySchema(() =>
  z.object({
    /** As base32. */
    secret: z.string(),
    /** The same as an `otpauth://` address, as a QR code contains it. */
    uri: z.string(),
  }),
);
export type SecondFactorSecret = z.infer<typeof SecondFactorSecret>;

/** Recovery codes, told this once; each signs in once in place of a code of the app. */
export const RecoveryCodes = lazySchema(() => z.object({ recovery_codes: z.array(z.string()) }));

/** The session goes on with the new token; the tokens and the cookie before are void. */
export const SecondFactorConfirmed = lazySchema(() => z.extend(RecoveryCodes, { token: z.string() }));
export const SecondFactorRemoved = lazySchema(() => z.object({ message: z.string(), token: z.string() }));
