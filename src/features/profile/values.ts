import type { ProfileEdit, User } from '../../../contract/user.ts';

/** What the profile shows of a person. */
export type Shown = Pick<
  User,
  'id' | 'first_name' | 'last_name' | 'email' | 'username' | 'unit_number' | 'unit_claim'
>;

export const NOT_SET = '(not set)';

export function valuesOf(user: Shown): ProfileEdit {
  return { firstName: user.first_name, lastName: user.last_name, email: user.email };
}

/** The unit in words, an unconfirmed one with what it waits for. */
export function unitWords({ unit_number, unit_claim }: Shown): string {
  return unit_number ?? (unit_claim ? `${unit_claim} (waiting for management to confirm)` : NOT_SET);
}
