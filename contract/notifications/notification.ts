import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { id, Timestamp } from '../values/text.ts';

/** Where somebody is told outside the app; the app's own list of notifications shows every kind but those of mail alone. */
export const NOTIFICATION_CHANNELS = ['push', 'email'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** Which part of the community is told of a kind. */
type Audience = 'resident' | 'manager' | 'everyone';

interface NotificationRules {
  /** As preferences name it. */
  label: string;
  audience: Audience;
  /** Whether each channel tells of it, unless the community or the person has chosen otherwise; null where it never does. */
  push: boolean | null;
  email: boolean | null;
  /** Whether the app lists it. */
  listed: boolean;
  /** Why nobody can switch it off; left out for what everybody can. */
  mandatory?: 'security' | 'legal';
}

const told = { push: true, email: true, listed: true } as const;
const pushed = { push: true, email: false, listed: true } as const;
const mailed = { push: null, email: true, listed: false } as const;
const resident = { audience: 'resident' } as const;
const manager = { audience: 'manager' } as const;
const everyone = { audience: 'everyone' } as const;
const security = { audience: 'everyone', mandatory: 'security' } as const;
const legal = { audience: 'resident', mandatory: 'legal' } as const;

/** Every kind of notification, in the order in which preferences list them. */
export const NOTIFICATION_KINDS = {
  announcement_published: { label: 'Announcements', ...told, ...everyone },
  suggestion_approved: { label: 'A suggestion of yours is shared', ...pushed, ...resident },
  suggestion_rejected: { label: 'A suggestion of yours is declined', ...pushed, ...resident },
  request_received: { label: 'Your maintenance request was received', ...pushed, ...resident },
  request_answered: { label: 'Management changes your maintenance request', ...pushed, ...resident },
  request_completed: { label: 'Your maintenance request is completed', ...told, ...resident },
  request_reply: { label: 'Management replies to your maintenance request', ...told, ...resident },
  request_scheduled: { label: 'A visit for your maintenance request', ...told, ...resident },
  message_received: { label: 'Messages from management', ...told, ...resident },
  entry_notice: { label: 'Management enters your home', ...told, ...resident },
  charge_posted: { label: 'New charges', ...told, ...resident },
  rent_due_soon: { label: 'Rent is due soon', ...told, ...resident },
  autopay_due_soon: { label: 'Autopay charges soon', ...told, ...resident },
  payment_received: { label: 'Receipts of your payments', ...told, ...resident },
  payment_failed: { label: 'A payment of yours failed', ...told, ...legal },
  payment_taken_back: { label: 'A payment of yours was taken back', ...told, ...legal },
  payment_reminder: { label: 'Reminders of what is past due', ...told, ...legal },
  inspection_finalized: { label: 'An inspection of your home is finalized', ...told, ...resident },
  reading_asked: { label: 'Management asks what your meters show', ...told, ...resident },
  reading_declined: { label: 'A reading of yours is declined', ...pushed, ...resident },
  keys_recorded: { label: 'Keys of your home are recorded', ...pushed, ...resident },
  forwarding_address_set: { label: 'The forwarding address of your deposit', ...told, ...resident },
  unit_confirmed: { label: 'Your unit is confirmed', ...told, ...resident },
  unit_declined: { label: 'Your unit is not confirmed', ...told, ...resident },
  request_new: { label: 'New maintenance requests', ...pushed, ...manager },
  request_replied: { label: 'Replies to maintenance requests', ...pushed, ...manager },
  message_to_answer: { label: 'Messages from residents', ...pushed, ...manager },
  suggestion_to_review: { label: 'Suggestions to review', ...pushed, ...manager },
  claim_to_confirm: { label: 'Units to confirm', ...pushed, ...manager },
  entry_answered: { label: 'Answers to notices of entry', ...pushed, ...manager },
  inspection_remarked: { label: 'A tenant’s remarks on an inspection', ...pushed, ...manager },
  reading_sent: { label: 'Readings of residents to approve', ...pushed, ...manager },
  forwarding_address_given: { label: 'A tenant’s forwarding address', ...pushed, ...manager },
  manager_payment_failed: { label: 'A resident’s payment failed', ...pushed, ...manager },
  job_failed: { label: 'Recurring work of the server failed', ...told, ...manager },
  backup_failed: { label: 'A backup failed', ...told, ...manager },
  new_sign_in: { label: 'Sign-in on a new device', ...told, ...security },
  password_changed: { label: 'Your password was changed', ...told, ...security },
  email_changed: { label: 'Your email address was changed', ...told, ...security },
  email_confirmation: { label: 'Confirm your email address', ...mailed, ...security },
  invitation: { label: 'Invitation', ...mailed, ...security },
  password_reset: { label: 'Forgotten password', ...mailed, ...security },
} as const satisfies Record<string, NotificationRules>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

const kinds: Record<string, NotificationRules> = NOTIFICATION_KINDS;

/** The rules of a kind; undefined for one that this version does not know. */
export function notificationRules(kind: string): NotificationRules | undefined {
  return kinds[kind];
}

const kindsWhere = (matches: (rules: NotificationRules) => boolean) =>
  Object.entries(kinds).flatMap(([kind, rules]) => (matches(rules) ? [kind as NotificationKind] : []));

export const LISTED_KINDS = kindsWhere(({ listed }) => listed);
/** What managers alone are told of. */
export const MANAGERS_KINDS = kindsWhere(({ audience }) => audience === 'manager');
/** What nobody can switch off. */
export const MANDATORY_KINDS = kindsWhere(({ mandatory }) => mandatory !== undefined);

/** Why a kind cannot be switched off, as the end of a sentence. */
export const MANDATORY_REASONS = {
  security: 'the security of the account depends on it',
  legal: 'it is about money that is owed',
} as const;

/** How many notifications are kept for each person, the newest. */
export const MOST_NOTIFICATIONS = 100;

export const Notification = lazySchema(() =>
  z.object({
    id: z.int(),
    /** One of `NOTIFICATION_KINDS`, or one of a newer version. */
    kind: z.string(),
    title: z.string(),
    body: z.string(),
    /** The screen that it leads to, on this app. */
    path: z.string(),
    urgent: z.boolean(),
    created_at: Timestamp,
    read_at: z.nullable(Timestamp),
  }),
);
export type Notification = z.infer<typeof Notification>;

/** Marks one's notifications as read up to the one with this id. */
export const NotificationsRead = lazySchema(() =>
  z.object({ up_to: id('up_to is the id of a notification.') }),
);

/** The hours between which nothing but what is urgent or of security is sent, in the community's time zone. */
export const QUIET_HOURS = { from: 21, to: 8 } as const;

const KindPreference = lazySchema(() =>
  z.object({
    kind: z.string(),
    label: z.string(),
    /** `security` or `legal` where it cannot be switched off. */
    mandatory: z.nullable(z.enum(['security', 'legal'])),
    /** Null where the channel never tells of it. */
    push: z.nullable(z.boolean()),
    email: z.nullable(z.boolean()),
    /** The channels of which it was chosen, so that no default applies; what the version before cached has no list. */
    own: z.optional(z.array(z.enum(NOTIFICATION_CHANNELS))),
  }),
);
export type KindPreference = z.infer<typeof KindPreference>;

export const NotificationPreferences = lazySchema(() =>
  z.object({
    /** The kinds of one's role. */
    kinds: z.array(KindPreference),
    /** The channels that this server can send by. */
    channels: z.array(z.enum(NOTIFICATION_CHANNELS)),
    quiet_hours: z.object({ from: z.int(), to: z.int(), time_zone: z.string() }),
  }),
);
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

const channelChoice = lazySchema(() =>
  z.optional(z.nullable(z.boolean('Please answer yes or no, or null for the default.'))),
);

const LIST_OF_KINDS = 'kinds lists kinds of notifications with push and email.';

/** What is left out stays as it is; null is the community's default again. */
export const NotificationPreferencesUpdate = lazySchema(() =>
  z.object({
    kinds: z
      .array(
        z.object(
          {
            kind: z
              .string('Please name a kind of notification.')
              .check(z.refine((kind) => notificationRules(kind)?.listed === true, 'There is no such kind.')),
            push: channelChoice,
            email: channelChoice,
          },
          LIST_OF_KINDS,
        ),
        LIST_OF_KINDS,
      )
      .check(z.maxLength(Object.keys(kinds).length, 'Please name each kind once.')),
  }),
);
export type NotificationPreferencesUpdate = z.infer<typeof NotificationPreferencesUpdate>;

/** What a mail's link to unsubscribe carries: whose it is, of which kind, and the server's signature. */
export const UnsubscribeQuery = lazySchema(() =>
  z.object({
    token: z
      .string('This link is not whole.')
      .check(z.minLength(1, 'This link is not whole.'), z.maxLength(500, 'This link is not whole.')),
  }),
);
