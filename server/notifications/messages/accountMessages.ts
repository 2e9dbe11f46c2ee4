import type { Writers } from './notificationData.ts';
import { INVITATION_DAYS } from '../../../contract/users/invitation.ts';
import { CONFIRMATION_DAYS } from '../../../contract/users/emailConfirmation.ts';
import { CHANGED_EMAIL_HOURS, RESET_LINK_MINUTES } from '../../../contract/users/forgottenPassword.ts';

const PASSWORD_CHANGED = {
  oneself: 'Your password was changed, and you were signed out everywhere else.',
  management: 'Management gave you a one-time password, and you were signed out everywhere.',
  reset:
    'Your password was reset by a link that was sent to your email address, and you were signed out everywhere.',
};
const EMAIL_CHANGED = {
  oneself: `The email address of your account was changed. For ${CHANGED_EMAIL_HOURS} hours no link for a new password is sent to the new one.`,
  management: 'Management changed the email address of your account.',
};
const CONFIRMS = `Somebody, probably you, gave this address for an account. Follow the link to confirm that it is yours. It is valid for ${CONFIRMATION_DAYS} days.`;
const RESETS = `Somebody, probably you, asked to choose a new password. Follow the link to do so, which also confirms that this address is yours. It is valid for ${RESET_LINK_MINUTES} minutes and can be used once.`;
const WAS_IT_YOU = 'If this was not you, change your password and tell management at once.';

/** The words of what happens to an account. */
export const accountWriters: Pick<
  Writers,
  | 'new_sign_in'
  | 'password_changed'
  | 'email_changed'
  | 'email_confirmation'
  | 'invitation'
  | 'password_reset'
> = {
  new_sign_in: ({ device }) => ({
    title: 'A sign-in on a new device',
    body: `Somebody signed in to your account with ${device ?? 'a device that is not known'}. ${WAS_IT_YOU}`,
    path: '/profile',
  }),
  password_changed: ({ by }) => ({
    title: 'Your password was changed',
    body: `${PASSWORD_CHANGED[by]} ${WAS_IT_YOU}`,
    path: '/profile',
  }),
  email_changed: ({ by }) => ({
    title: 'Your email address was changed',
    body: `${EMAIL_CHANGED[by]} ${WAS_IT_YOU}`,
    path: '/profile',
  }),
  email_confirmation: ({ community, resets }) => ({
    title: `Confirm your email address for ${community}`,
    body: `${resets ? RESETS : CONFIRMS} Until then nothing else is sent here. If this was not you, there is nothing to do.`,
    path: '/login',
  }),
  invitation: ({ community }) => ({
    title: `You are invited to ${community}`,
    body: `There you see your balance and pay, report problems and read what is new. Follow the link to choose a password. It can be used once, within ${INVITATION_DAYS} days.`,
    path: '/login',
  }),
  password_reset: ({ community }) => ({
    title: `A new password for ${community}`,
    body: 'Somebody, probably you, asked to choose a new password. The link is valid for 30 minutes and can be used once. If this was not you, there is nothing to do.',
    path: '/login',
  }),
};
