import { INVITATION_DAYS } from '../../../contract/users/invitation.ts';
import type { ListedUser } from '../../../contract/users/user.ts';
import { now } from '../../browser/clock.ts';

export type InvitationState = 'not invited' | 'invited' | 'expired';

/** Whether somebody has no password yet, and can be invited. */
export function canBeInvited({ has_password, is_manager, is_current_user }: ListedUser): boolean {
  return has_password === false && !is_manager && is_current_user;
}

export function invitationStateOf({ invited_at }: ListedUser, at = now()): InvitationState {
  if (!invited_at) return 'not invited';
  const days = (at.getTime() - Date.parse(invited_at)) / (24 * 60 * 60_000);
  return days < INVITATION_DAYS ? 'invited' : 'expired';
}
