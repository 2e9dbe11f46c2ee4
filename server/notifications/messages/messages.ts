import type { NotificationKind } from '../../../contract/notifications/notification.ts';
import { dayText } from '../../../contract/values/calendar.ts';
import { toCents, toDollars, dollarText } from '../../../contract/values/money.ts';
import { nameInTitle } from './nameInTitle.ts';
import { accountWriters } from './accountMessages.ts';
import { homeWriters } from './homeMessages.ts';
import type { Message, NotificationData, Writers } from './notificationData.ts';

const usd = (dollars: number) => dollarText(dollars);
const requestOf = (id: number) => `/maintenance?request=maintenance:${id}`;
const managedRequestOf = (id: number) => `/admin/maintenance?request=maintenance:${id}`;

/** What became of autopay, after its name. */
const ENDED = { 'over limit': 'charged nothing', paused: 'is paused' } as const;

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
  request_reply: ({ request_id, text }) => ({
    title: 'Management replied to your maintenance request',
    body: text,
    path: requestOf(request_id),
  }),
  request_scheduled: ({ request_id, information, visit }) => ({
    title: visit,
    body: information,
    path: requestOf(request_id),
  }),
  message_received: ({ thread, text }) => ({
    title: 'Management wrote to you',
    body: text,
    path: `/messages/${thread}`,
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
  rent_due_soon: ({ amount, due_on, description, autopay }) => ({
    title: `${usd(amount)} is due on ${dayText(due_on)}`,
    body: autopay ? `${description}. ${autopay}` : description,
    path: '/payments',
  }),
  autopay_due_soon: ({ charged_on, text }) => ({
    title: `Autopay on ${dayText(charged_on)}`,
    body: text,
    path: '/payments/autopay',
  }),
  payment_received: ({ entry_id, amount, payer }) => ({
    title: payer
      ? `${payer} paid ${usd(amount)} for your home`
      : `Your payment of ${usd(amount)} was received`,
    body: payer ? 'It is in your ledger.' : 'Thank you. The receipt can be read and printed at any time.',
    path: `/payments/receipt/${entry_id}`,
  }),
  payment_failed: ({ amount, reason, autopay }) => ({
    title: autopay ? `Autopay ${ENDED[autopay]}` : `Your payment of ${usd(amount)} failed`,
    body: `${reason} What is due stays due.`,
    path: '/payments',
  }),
  payment_taken_back: ({ entry_id, amount, description, of_home }) => ({
    title: `A payment of ${usd(amount)} was taken back`,
    body: `${description}. The amount is due again.`,
    path: of_home ? '/payments' : `/ledger?entry=${entry_id}`,
  }),
  payment_reminder: ({ amount, text }) => ({
    title: `${usd(amount)} is past due`,
    body: text,
    path: '/payments',
  }),
  unit_confirmed: ({ unit_number, property_name }) => ({
    title: 'Your unit is confirmed',
    body: `You are listed in unit ${unit_number} of ${property_name}.`,
    path: '/profile',
  }),
  unit_declined: ({ unit_claim }) => ({
    title: 'Your unit is not confirmed',
    body: `Management did not confirm that you live in unit ${nameInTitle(unit_claim)}. Please ask them which unit is yours.`,
    path: '/contact',
  }),
  request_new: ({ count = 1, request_id, information, name, unit_number, emergency = false }) =>
    count > 1
      ? {
          title: `${count} requests by people whose unit is not confirmed`,
          body: 'Open the requests to read them.',
          path: '/admin/maintenance',
        }
      : {
          title: `${emergency ? 'Emergency reported' : 'New request'} by ${nameInTitle(name)}${unit_number === null ? '' : `, unit ${unit_number}`}`,
          body: information,
          path: managedRequestOf(request_id),
          urgent: emergency,
        },
  request_replied: ({ count = 1, request_id, information, name, text, reopened }) =>
    count > 1
      ? {
          title: `${count} replies by people whose unit is not confirmed`,
          body: 'Open the requests to read them.',
          path: '/admin/maintenance',
        }
      : {
          title: `${nameInTitle(name)} ${reopened ? 'says that it is still not fixed' : 'replied to a request'}`,
          body: text === '' ? information : text,
          path: managedRequestOf(request_id),
        },
  message_to_answer: ({ count = 1, thread, name, text }) =>
    count > 1
      ? {
          title: `${count} messages from people whose unit is not confirmed`,
          body: 'Open the messages to read them.',
          path: '/admin/messages',
        }
      : { title: `${nameInTitle(name)} wrote to management`, body: text, path: `/admin/messages/${thread}` },
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
          ...(unit_claim === null
            ? {
                title: `${nameInTitle(name)} registered without a unit`,
                body: 'Choose the unit that is theirs.',
              }
            : {
                title: `${nameInTitle(name)} says they live in unit ${nameInTitle(unit_claim)}`,
                body: unknown
                  ? 'No property has a unit of this number. Choose their unit, or decline the claim.'
                  : 'Confirm the unit or decline it.',
              }),
          path: `/admin/manage-users?${unit_claim === null ? 'edit' : 'claim'}=${user_id}`,
        },
  manager_payment_failed: ({ user_id, name, amount, reason, autopay }) => ({
    title: autopay
      ? `Autopay of ${nameInTitle(name)} ${ENDED[autopay]}`
      : `A payment of ${usd(amount)} by ${nameInTitle(name)} failed`,
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
  ...homeWriters,
  ...accountWriters,
};

/** The most characters of a title, which may contain a name. */
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
