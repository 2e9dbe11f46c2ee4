import { fullNameOf, type ListedUser } from '../../../contract/users/user.ts';
import { matching } from '../../ui/data/matchesSearch.ts';

/** The most users that the list shows. */
export const MOST_SHOWN = 49;

export const SEARCHED = [
  { value: 'firstName', label: 'First name', of: (user: ListedUser) => [user.first_name] },
  { value: 'lastName', label: 'Last name', of: (user: ListedUser) => [user.last_name] },
  { value: 'username', label: 'Username', of: (user: ListedUser) => [user.username] },
  { value: 'unit', label: 'Unit', of: (user: ListedUser) => [user.unit_number, user.unit_claim] },
  { value: 'email', label: 'Email', of: (user: ListedUser) => [user.email] },
] as const;
export type Searched = (typeof SEARCHED)[number]['value'];

/** Whether a user has a claim that management has not decided on. */
export function hasClaim({ unit_claim, is_current_user }: ListedUser): boolean {
  return unit_claim !== null && is_current_user;
}

/** The users that match the search, those with a pending claim first. */
export function searchUsers(
  users: readonly ListedUser[],
  { active, by, typed }: { active: boolean; by: Searched; typed: string },
): ListedUser[] {
  const matches = matching(typed);
  const of = SEARCHED.find(({ value }) => value === by)?.of;
  // Whoever types both names under either of them means the person.
  const isWholeName = (by === 'firstName' || by === 'lastName') && /\S\s+\S/.test(typed);
  const textsOf = (user: ListedUser) => [...(of?.(user) ?? []), ...(isWholeName ? [fullNameOf(user)] : [])];
  const hits = users.filter((user) => user.is_current_user === active && matches(...textsOf(user)));
  return [...hits.filter(hasClaim), ...hits.filter((user) => !hasClaim(user))];
}
