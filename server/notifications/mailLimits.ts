import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { NotificationKind } from '../../contract/notifications/notification.ts';
import { unconfirmedRow } from '../auth/newcomers.ts';

/** What is news, of which the app lists all. */
const NEWS = 100;
/** What cannot be switched off. */
const MANDATORY = 20;

/** How many mails of each kind one person is sent within a day, and one address, whoever has it. */
export const MOST_A_DAY: Record<NotificationKind, number> = {
  announcement_published: NEWS,
  suggestion_approved: NEWS,
  suggestion_rejected: NEWS,
  request_received: NEWS,
  request_answered: NEWS,
  request_completed: NEWS,
  request_reply: NEWS,
  request_scheduled: NEWS,
  message_received: NEWS,
  entry_notice: NEWS,
  charge_posted: NEWS,
  rent_due_soon: NEWS,
  autopay_due_soon: NEWS,
  payment_received: NEWS,
  payment_failed: MANDATORY,
  payment_taken_back: MANDATORY,
  payment_reminder: MANDATORY,
  inspection_finalized: NEWS,
  reading_asked: NEWS,
  reading_declined: NEWS,
  keys_recorded: NEWS,
  forwarding_address_set: NEWS,
  unit_confirmed: MANDATORY,
  unit_declined: MANDATORY,
  request_new: NEWS,
  request_replied: NEWS,
  message_to_answer: NEWS,
  suggestion_to_review: NEWS,
  claim_to_confirm: NEWS,
  entry_answered: NEWS,
  inspection_remarked: NEWS,
  reading_sent: NEWS,
  forwarding_address_given: NEWS,
  manager_payment_failed: NEWS,
  job_failed: NEWS,
  backup_failed: NEWS,
  new_sign_in: 10,
  password_changed: MANDATORY,
  email_changed: 5,
  email_confirmation: 5,
  invitation: 10,
  password_reset: 10,
};

/**
 * How many mails of each of three kinds are sent within a day: confirmations of addresses to all strangers together, those to
 * people whom management knows, and links for new passwords. Otherwise somebody who registers again and again could have any
 * number of strangers written to.
 */
export const MOST_CONFIRMATIONS_A_DAY = 500;

/**
 * The mailbox that an `event` goes to for its person of `users`. Before an address is confirmed, `jo+any@…` counts as `jo@…`,
 * which is one mailbox under any number of names.
 */
export const mailboxOf = sqlTag`sha256(convert_to(case when event.kind = 'email_confirmation'
  then regexp_replace(lower(users.email), '[+][^@]*@', '@')
  else lower(coalesce(event.data ->> 'address', users.email)) end, 'UTF8'))`;

/**
 * What a confirmation to a person of `users` is counted with: strangers who register again and again use up neither what people
 * whom management knows are sent, nor links for new passwords.
 */
const budgetOf = (event: Part) => sqlTag`(case when not ${unconfirmedRow} then 'known'
  when ${event}.data ->> 'resets' = 'true' then 'resets' else 'strangers' end)`;

/** How many mails of the kind of the `taken` delivery were sent within a day, without itself. */
const sentToday = (whose: Part) => sqlTag`(
  select count(*) from deliveries as other join notification_events as cause on cause.id = other.event_id
  where ${whose} and other.channel = 'email' and cause.kind = event.kind
    and (other.event_id, other.user_id) <> (taken.event_id, taken.user_id)
    and (other.state = 'sending' or (other.state = 'sent' and other.ended_at > now() - interval '1 day')))`;

/** How many confirmations of a budget were sent, of those that are so. */
const confirmations = (budget: Part, which: Part) => sqlTag`(
  select count(*) from (select ${budget} as budget) as own
  join notification_events as cause on cause.kind = 'email_confirmation'
  join deliveries as other on other.event_id = cause.id and other.channel = 'email' and other.state in ('sending', 'sent')
  join users on users.id = other.user_id
  where ${which} and ${budgetOf(sqlTag`cause`)} = own.budget)`;

const ofToday = sqlTag`cause.created_at > now() - interval '1 day'`;
const toMailbox = sqlTag`other.mailbox = taken.mailbox
  and (other.state = 'sending' or other.ended_at > now() - interval '1 day')`;
const another = sqlTag`other.event_id <> taken.event_id`;
const own = budgetOf(sqlTag`event`);

/** Of a `taken` mail and its `event`, whether it is one too many of its kind. */
export const isOverDailyLimit = sqlTag`(
  (${MOST_A_DAY}::jsonb ->> event.kind)::int <= ${sentToday(sqlTag`other.user_id = taken.user_id`)}
  or case when event.kind = 'email_confirmation' then
    ${MOST_A_DAY.email_confirmation}::int <= ${confirmations(own, sqlTag`${toMailbox} and ${another}`)}
    or ${MOST_CONFIRMATIONS_A_DAY}::int <= ${confirmations(own, sqlTag`${ofToday} and ${another}`)}
  else (${MOST_A_DAY}::jsonb ->> event.kind)::int <= ${sentToday(sqlTag`other.mailbox = taken.mailbox`)} end)`;

/** Of a row of `users`, whether as many confirmations were sent within a day as are to people such as them. */
export const areConfirmationsUsedUp = sqlTag`(${MOST_CONFIRMATIONS_A_DAY}::int <= ${confirmations(
  sqlTag`case when ${unconfirmedRow} then 'strangers' else 'known' end`,
  ofToday,
)})`;
