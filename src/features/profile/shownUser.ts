import type { ProfileEdit } from '../../../contract/account.ts';
import type { User } from '../../../contract/user.ts';

/** The fields of a user that the profile shows. */
export type ShownUser = Pick<
  User,
  'id' | 'first_name' | 'last_name' | 'email' | 'username' | 'unit_number' | 'unit_claim'
>;

export const NOT_SET = '(not set)';

export function profileOf(user: ShownUser): ProfileEdit {
  return { firstName: user.first_name, lastName: user.last_name, email: user.email };
}
