import { ProfileEdit } from '../../../contract/users/account.ts';
import type { User, UserWithUnit } from '../../../contract/users/user.ts';

/** The fields of a user that the profile shows. */
export type ShownUser = Pick<
  User,
  'id' | 'first_name' | 'last_name' | 'email' | 'phone' | 'username' | 'unit_number' | 'unit_claim'
> &
  Pick<UserWithUnit, 'email_confirmed'>;

export const NOT_SET = '(not set)';

/** The fields of the profile form as texts, each empty where nothing is given. */
export type ProfileFields = Record<keyof ProfileEdit, string>;

export function profileOf(user: ShownUser): ProfileFields {
  const { first_name: firstName, last_name: lastName, email, phone } = user;
  return { firstName, lastName, email, phone: phone ?? '' };
}

/** The fields as they would be stored. */
export function cleanProfile(typed: ProfileFields): ProfileFields {
  const { phone, ...names } = ProfileEdit.parse(typed);
  return { ...names, phone: phone ?? '' };
}
