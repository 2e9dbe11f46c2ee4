import type { ProfileEdit } from '../../../contract/users/account.ts';
import type { User, UserWithUnit } from '../../../contract/users/user.ts';

/** The fields of a user that the profile shows. */
export type ShownUser = Pick<
  User,
  'id' | 'first_name' | 'last_name' | 'email' | 'username' | 'unit_number' | 'unit_claim'
> &
  Pick<UserWithUnit, 'email_confirmed'>;

export const NOT_SET = '(not set)';

export function profileOf(user: ShownUser): ProfileEdit {
  return { firstName: user.first_name, lastName: user.last_name, email: user.email };
}
