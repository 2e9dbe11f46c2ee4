import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { NotificationKind } from '../../contract/notifications/notification.ts';
import {
  residentSeesMessage,
  residentSeesNotice,
  residentSeesPost,
  residentSeesRequest,
  tenantSeesLease,
} from '../auth/visibleRecords.ts';

/** The record that each kind tells of, which decides who may go on seeing it; null for what is about oneself or the server. */
interface RecordOf {
  announcement_published: 'announcement';
  suggestion_approved: 'announcement';
  suggestion_rejected: 'announcement';
  request_received: 'maintenance';
  request_answered: 'maintenance';
  request_completed: 'maintenance';
  request_reply: 'maintenance';
  request_scheduled: 'maintenance';
  message_received: 'message';
  entry_notice: 'entry_notice';
  charge_posted: null;
  rent_due_soon: 'lease';
  autopay_due_soon: null;
  payment_received: null;
  payment_failed: null;
  payment_taken_back: null;
  payment_reminder: null;
  inspection_finalized: 'lease';
  keys_recorded: 'lease';
  forwarding_address_set: 'lease';
  reading_asked: 'home';
  reading_declined: 'home';
  unit_confirmed: null;
  unit_declined: null;
  request_new: 'maintenance';
  request_replied: 'maintenance';
  message_to_answer: 'message';
  suggestion_to_review: 'announcement';
  claim_to_confirm: null;
  entry_answered: null;
  inspection_remarked: null;
  reading_sent: null;
  forwarding_address_given: null;
  manager_payment_failed: null;
  job_failed: null;
  backup_failed: null;
  new_sign_in: null;
  password_changed: null;
  email_changed: null;
  email_confirmation: null;
  invitation: null;
  password_reset: null;
}

/** What an event of a kind is about, such as `maintenance:12`. */
export type About<K extends NotificationKind> = RecordOf[K] extends string
  ? `${RecordOf[K]}:${number}`
  : undefined;

const users = { id: sqlTag`users.id`, unit: sqlTag`users.unit` };

/**
 * Whether somebody of `users` may see, now, the record that an event is about: whoever could when they were told has moved since, or
 * the record has changed. The lists of records ask the same.
 */
export function seesRecord(about: Part): Part {
  const id = sqlTag`split_part(${about}, ':', 2)::int`;
  return sqlTag`(case split_part(${about}, ':', 1)
    when 'announcement' then exists (
      select from announcements as post where post.id = ${id} and (users.is_manager or ${residentSeesPost(users)}))
    when 'maintenance' then exists (
      select from maintenance_requests as request
      where request.id = ${id} and request.cancelled_at is null and (users.is_manager or ${residentSeesRequest(users)}))
    when 'message' then exists (
      select from message_threads as thread join messages as message on message.thread_id = thread.id
      where message.id = ${id} and (users.is_manager or ${residentSeesMessage(users)}))
    when 'entry_notice' then exists (
      select from entry_notices as notice where notice.id = ${id} and (users.is_manager or ${residentSeesNotice(users)}))
    when 'home' then users.unit = ${id}
    when 'lease' then exists (select from leases where leases.id = ${id} and ${tenantSeesLease(users)})
    -- Suggestions that were told of by an early version name no record; they are their author's own.
    else ${about} is null end)`;
}
