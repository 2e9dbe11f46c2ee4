import { INVITATION_DAYS } from '../../../contract/invitation.ts';
import type { ListedUser } from '../../../contract/user.ts';

export type InvitationState = 'not invited' | 'invited' | 'expired';

/** Whether somebody has no password yet, and can be invited. */
export function canBeInvited({ has_password, is_manager, is_current_user }: ListedUser): boolean {
  return has_password === false && !is_manager && is_current_user;
}

export function invitationStateOf({ invited_at }: ListedUser, now = new Date()): InvitationState {
  if (!invited_at) return 'not invited';
  const days = (now.getTime() - Date.parse(invited_at)) / (24 * 60 * 60_000);
  return days < INVITATION_DAYS ? 'invited' : 'expired';
}
