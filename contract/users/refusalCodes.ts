// Apart from the schemas, since every start of the app knows these codes.

/** The code of every refusal until someone who signed in with a one-time password has chosen a new one. */
export const MUST_CHANGE_PASSWORD = 'must_change_password';

/** The code of a refusal to renew the session of someone whose account was deactivated. */
export const DEACTIVATED = 'deactivated';

/** The code of a sign-in's refusal where the password is right and a code of the second factor is missing. */
export const SECOND_FACTOR_REQUIRED = 'second_factor_required';

/** The code of every refusal until a manager who must have a second factor has set one up. */
export const MUST_ADD_SECOND_FACTOR = 'must_add_second_factor';
