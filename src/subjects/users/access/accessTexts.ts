import type { AccessItem, ShownAccess } from '../../../offline/subjects/people/access.ts';

/** The parameter of the address that opens the form which ends a person's access. */
export const END_ACCESS = 'end-access';

/** What ends, in words. */
export function endText(
  { home }: ShownAccess,
  { sign_in_ends }: Pick<AccessItem['input']['body'], 'sign_in_ends'>,
): string {
  if (home === null) return 'They cannot sign in any more.';
  return sign_in_ends
    ? `They leave ${home} and cannot sign in any more.`
    : `They leave ${home} and can still sign in.`;
}

/** Why a manager's access is not ended as a resident's is. */
export function managerText(name: string): string {
  return `${name} is a manager, whom two people remove in Manage Users.`;
}
