import type { NotificationKind } from '../../contract/notifications/notification.ts';
import { CONFIRMATION_DAYS } from '../../contract/users/emailConfirmation.ts';
import { CHANGED_EMAIL_HOURS, RESET_LINK_MINUTES } from '../../contract/users/forgottenPassword.ts';
import { INVITATION_DAYS } from '../../contract/users/invitation.ts';
import { dayText } from '../../contract/values/calendar.ts';
import { toCents, toDollars, usdFormat } from '../../contract/values/money.ts';
import { nameInTitle } from './nameInTitle.ts';

interface RequestData {
  request_id: number;
  information: string;
  /** When it was written, in ISO 8601. */
  reported_at: string;
}

/** What of newcomers is told to managers together (`tellManagers.ts`). */
export interface Gathered {
  /** How many there are; left out for one, whose data the rest is. */
  count?: number;
}
export type GatheredKind = 'request_new' | 'suggestion_to_review' | 'claim_to_confirm';

/** What each kind is told with: the facts that its words are made of. Amounts are in dollars, days are ISO 8601. */
export interface NotificationData {
  announcement_published: { announcement: string; announcement_type: string };
  suggestion_approved: { announcement: string };
  suggestion_rejected: { announcement: string };
  request_received: RequestData;
  request_answered: RequestData;
  request_completed: RequestData;
  charge_posted: { charges: readonly { entry_id: number; amount: number; description: string }[] };
  rent_due_soon: { amount: number; due_on: string; description: string };
  payment_received: { entry_id: number; amount: number };
  payment_failed: { amount: number; reason: string };
  payment_taken_back: { entry_id: number; amount: number; description: string };
  unit_confirmed: { unit_number: string; property_name: string };
  request_new: Gathered & RequestData & { name: string; unit_number: string | null };
  suggestion_to_review: Gathered & { announcement: string; name: string };
  /** `unknown` where no unit has the number claimed. */
  claim_to_confirm: Gathered & { user_id: number; name: string; unit_claim: string; unknown?: boolean };
  manager_payment_failed: { user_id: number; name: string; amount: number; reason: string };
  job_failed: { job: string };
  backup_failed: { reason: string };
  new_sign_in: { device: string | null };
  password_changed: { by: 'oneself' | 'management' | 'reset' };
  /** With the address before, which the mail goes to; empty for no mail. */
  email_changed: { by: 'oneself' | 'management'; address: string };
  /** With the address that it confirms. `resets`: whether its link also chooses a new password, as somebody asked. */
  email_confirmation: { community: string; link: string; address: string; resets: boolean };
  invitation: { community: string; link: string };
  password_reset: { community: string; link: string };
}

export interface Message {
  title: string;
  body: string;
  /** The screen that it leads to, on this app. */
  path: string;
  urgent: boolean;
}

type Words = Omit<Message, 'urgent'> & { urgent?: boolean };
type Writers = { [K in NotificationKind]: (data: NotificationData[K]) => Words };

const usd = (dollars: number) => usdFormat.format(dollars);
const requestOf = (id: number) => `/maintenance?request=maintenance:${id}`;
const managedRequestOf = (id: number) => `/admin/maintenance?request=maintenance:${id}`;

const PASSWORD_CHANGED = {
  oneself: 'Your password was changed, and you were signed out everywhere else.',
  management: 'Management gave you a one-time password, and you were signed out everywhere.',
  reset:
    'Your password was set anew by a link that was sent to your email address, and you were signed out everywhere.',
};
const EMAIL_CHANGED = {
  oneself: `The email address of your account was changed. For ${CHANGED_EMAIL_HOURS} hours no link for a new password is sent to the new one.`,
  management: 'Management changed the email address of your account.',
};
const CONFIRMS = `Somebody, probably you, gave this address for an account. Follow the link to confirm that it is yours. It holds for ${CONFIRMATION_DAYS} days.`;
const RESETS = `Somebody, probably you, asked to choose a new password. Follow the link to do so, which also confirms that this address is yours. It holds for ${RESET_LINK_MINUTES} minutes and can be used once.`;
const WAS_IT_YOU = 'If this was not you, change your password and tell management at once.';

const writers: Writers = {
  announcement_published: ({ announcement, announcement_type }) => {
    const urgent = announcement_type === 'Urgent';
    return {
      title: urgent ? 'Urgent announcement' : `${announcement_type} announcement`,
      body: announcement,
      path: '/announcements',
      urgent,
    };
  },
  suggestion_approved: ({ announcement }) => ({
    title: 'Your suggestion is shared',
    body: announcement,
    path: '/announcements',
  }),
  suggestion_rejected: ({ announcement }) => ({
    title: 'Your suggestion is not shared',
    body: announcement,
    path: '/announcements',
  }),
  request_received: ({ request_id, information }) => ({
    title: 'Your maintenance request was received',
    body: information,
    path: requestOf(request_id),
  }),
  request_answered: ({ request_id, information }) => ({
    title: 'Management changed your maintenance request',
    body: information,
    path: requestOf(request_id),
  }),
  request_completed: ({ request_id, information }) => ({
    title: 'Your maintenance request is completed',
    body: information,
    path: requestOf(request_id),
  }),
  charge_posted: ({ charges }) => {
    const [first] = charges;
    if (first && charges.length === 1) {
      return {
        title: `New charge of ${usd(first.amount)}`,
        body: first.description,
        path: `/ledger?entry=${first.entry_id}`,
      };
    }
    const cents = charges.reduce((sum, { amount }) => sum + toCents(amount), 0);
    return {
      title: `${charges.length} new charges of ${usd(toDollars(cents))} together`,
      body: charges.map(({ description, amount }) => `${description}: ${usd(amount)}`).join('\n'),
      path: '/ledger',
    };
  },
  rent_due_soon: ({ amount, due_on, description }) => ({
    title: `${usd(amount)} is due on ${dayText(due_on)}`,
    body: description,
    path: '/payments',
  }),
  payment_received: ({ entry_id, amount }) => ({
    title: `Your payment of ${usd(amount)} was received`,
    body: 'Thank you. The receipt can be read and printed at any time.',
    path: `/payments/receipt/${entry_id}`,
  }),
  payment_failed: ({ amount, reason }) => ({
    title: `Your payment of ${usd(amount)} failed`,
    body: `${reason} What is due stays due.`,
    path: '/payments',
  }),
  payment_taken_back: ({ entry_id, amount, description }) => ({
    title: `A payment of ${usd(amount)} was taken back`,
    body: `${description}. The amount is due again.`,
    path: `/ledger?entry=${entry_id}`,
  }),
  unit_confirmed: ({ unit_number, property_name }) => ({
    title: 'Your unit is confirmed',
    body: `You are listed in unit ${unit_number} of ${property_name}.`,
    path: '/profile',
  }),
  request_new: ({ count = 1, request_id, information, name, unit_number }) =>
    count > 1
      ? {
          title: `${count} requests by people whose unit is not confirmed`,
          body: 'Open the requests to read them.',
          path: '/admin/maintenance',
        }
      : {
          title: `New request by ${nameInTitle(name)}${unit_number === null ? '' : `, unit ${unit_number}`}`,
          body: information,
          path: managedRequestOf(request_id),
        },
  suggestion_to_review: ({ count = 1, announcement, name }) => ({
    ...(count > 1
      ? {
          title: `${count} suggestions by people whose unit is not confirmed`,
          body: 'Open the announcements to read them.',
        }
      : { title: `${nameInTitle(name)} suggests an announcement`, body: announcement }),
    path: '/admin/announcements',
  }),
  claim_to_confirm: ({ count = 1, user_id, name, unit_claim, unknown = false }) =>
    count > 1
      ? {
          title: `${count} people registered`,
          body: 'Confirm their units or decline them.',
          path: '/admin/manage-users',
        }
      : {
          title: `${nameInTitle(name)} says they live in unit ${nameInTitle(unit_claim)}`,
          body: unknown
            ? 'No property has a unit of this number. Choose their unit, or decline the claim.'
            : 'Confirm the unit or decline it.',
          path: `/admin/manage-users?edit=${user_id}`,
        },
  manager_payment_failed: ({ user_id, name, amount, reason }) => ({
    title: `A payment of ${usd(amount)} by ${nameInTitle(name)} failed`,
    body: reason,
    path: `/admin/ledger/${user_id}`,
  }),
  job_failed: ({ job }) => ({
    title: 'Recurring work of the server failed',
    body: `The job ${job} failed. It is tried again; the server’s log says why it failed.`,
    path: '/admin/dashboard',
  }),
  backup_failed: ({ reason }) => ({
    title: 'The backup failed',
    body: reason,
    path: '/admin/dashboard',
  }),
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
    body: 'Somebody, probably you, asked to choose a new password. The link holds for 30 minutes and can be used once. If this was not you, there is nothing to do.',
    path: '/login',
  }),
};

/** The most characters of a title, which may hold a name. */
const LONGEST_TITLE = 150;

/** One line of visible text, as the header of a mail needs it. */
function lineOf(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > LONGEST_TITLE ? `${Array.from(line).slice(0, LONGEST_TITLE).join('')}…` : line;
}

/** The words of a notification, alike in the app, in a push and in a mail. */
export function messageOf<K extends NotificationKind>(kind: K, data: NotificationData[K]): Message {
  const { title, ...words } = writers[kind](data);
  return { urgent: false, ...words, title: lineOf(title) };
}
