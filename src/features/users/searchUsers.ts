import { fullNameOf, type ListedUser } from '../../../contract/users/user.ts';
import { digitsOf } from '../../ui/data/matchesSearch.ts';
import { timeText } from '../../ui/data/Time.tsx';
import type { Chip } from '../../ui/lists/listOptions.ts';
import { hasClaim, placeOf } from './userUnits.ts';

/** The most users that the list shows. */
export const MOST_SHOWN = 49;

export const SEARCHED = [
  { value: 'everything', label: 'Everything', of: everything },
  { value: 'firstName', label: 'First name', of: (user: ListedUser) => [user.first_name] },
  { value: 'lastName', label: 'Last name', of: (user: ListedUser) => [user.last_name] },
  { value: 'username', label: 'Username', of: (user: ListedUser) => [user.username] },
  { value: 'unit', label: 'Unit', of: (user: ListedUser) => [user.unit_number, user.unit_claim] },
  { value: 'email', label: 'Email', of: (user: ListedUser) => [user.email] },
] as const;
export type Searched = (typeof SEARCHED)[number]['value'];

/** Those with a pending claim first, and else as they come. */
export function claimsFirst(users: readonly ListedUser[]): ListedUser[] {
  return [...users.filter(hasClaim), ...users.filter((user) => !hasClaim(user))];
}

/** What of a user is searched. Whoever types both names under either of them means the person. */
export function textsBy(by: Searched) {
  const of = SEARCHED.find(({ value }) => value === by)?.of;
  const isName = by === 'firstName' || by === 'lastName';
  return (user: ListedUser, isPhrase: boolean) => [
    ...(of?.(user) ?? []),
    ...(isName && isPhrase ? [fullNameOf(user)] : []),
  ];
}

/** All that a row shows. */
function everything(user: ListedUser) {
  const { username, property_name, unit_number, unit_claim, email, phone, created_at, is_manager } = user;
  return [
    ...[fullNameOf(user), username, unit_claim, email, phone, phone && digitsOf(phone)],
    property_name !== null && unit_number !== null ? placeOf({ property_name, unit_number }) : null,
    ...[timeText(created_at, 'dayMonthYear'), is_manager ? 'Manager' : null],
  ];
}

/** The accounts, by what management asks of them. */
export const CHIPS: readonly Chip<ListedUser>[] = [
  { value: 'active', label: 'Active', has: ({ is_current_user }) => is_current_user },
  { value: 'inactive', label: 'Inactive', has: ({ is_current_user }) => !is_current_user },
  { value: 'claims', label: 'Claims', has: hasClaim },
  {
    value: 'no-home',
    label: 'No home',
    has: ({ is_current_user, is_manager, unit }) => is_current_user && !is_manager && unit === null,
  },
  {
    value: 'managers',
    label: 'Managers',
    has: ({ is_current_user, is_manager }) => is_current_user && is_manager,
  },
];
