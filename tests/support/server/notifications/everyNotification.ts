import type { NotificationKind } from '../../../../contract/notifications/notification.ts';
import type { Sql } from '../../../../server/database/database.ts';
import type { NotificationData } from '../../../../server/notifications/messages/notificationData.ts';
import type { NewNotification, Recipients } from '../../../../server/notifications/notify.ts';

/** Records that notifications of tests tell of. They concern the resident of `populate` by their unit alone, or are for everyone. */
export const [ANNOUNCEMENT, REQUEST, LEASE] = [
  'announcement:9001',
  'maintenance:9001',
  'lease:9001',
] as const;
const MESSAGE = 'message:9001';
const ENTRY_NOTICE = 'entry_notice:9001';

/** Stores the records above: an announcement, what management reported in unit 1, a lease of it, a message and a notice of entry to it. */
export async function insertToldRecords(sql: Sql): Promise<void> {
  await sql`
    insert into announcements (id, user_id, announcement, announcement_type, status)
    values (9001, 1, 'The water is off.', 'General', 'approved')`;
  await sql`
    insert into maintenance_requests (id, user_id, by_management, unit_id, information)
    values (9001, 1, true, 1, 'The tap drips.')`;
  await sql`insert into leases (id, unit_id, starts, proration) values (9001, 1, '2020-01-01', 'actual_days')`;
  await sql`insert into lease_tenants (lease_id, user_id, position) values (9001, 2, 0)`;
  await sql`
    insert into message_threads (id, uuid, unit_id, started_at, last_at) values (9001, gen_random_uuid(), 1, now(), now())
    on conflict do nothing`;
  await sql`
    insert into messages (id, thread_id, by_management, acted_at, text) values (9001, 9001, true, now(), 'The water is off.')
    on conflict do nothing`;
  await sql`
    insert into entry_notices (id, unit_id, purpose, entry_on, entry_from, entry_to, lead_hours, given_at)
    values (9001, 1, 'Repair', '2030-05-01', '09:00', '11:00', 24, now()) on conflict do nothing`;
}

/** Data of every kind, in which `text` stands wherever somebody types words; units' numbers are management's. */
export function everyData(text: string): { [K in NotificationKind]: NotificationData[K] } {
  const request = { request_id: 9001, information: text, reported_at: '2026-01-15T12:00:00.000Z' };
  return {
    announcement_published: { announcement: text, announcement_type: 'General' },
    suggestion_approved: { announcement: text },
    suggestion_rejected: { announcement: text },
    request_received: request,
    request_answered: request,
    request_completed: request,
    request_reply: { ...request, text },
    request_scheduled: { ...request, visit: 'Al comes on May 1, 2030' },
    message_received: { thread: '00000000-0000-4000-8000-000000000001', text },
    entry_notice: { time: 'May 1, 2030, 9:00 AM to 11:00 AM', purpose: 'Repair', text, emergency: true },
    charge_posted: { charges: [{ entry_id: 1, amount: 25, description: text }] },
    rent_due_soon: { amount: 1200, due_on: '2026-01-10', description: text },
    autopay_due_soon: { charged_on: '2026-01-20', text },
    payment_received: { entry_id: 1, amount: 25 },
    payment_failed: { amount: 25, reason: text },
    payment_taken_back: { entry_id: 1, amount: 25, description: text },
    unit_declined: { unit_claim: text },
    payment_reminder: { amount: 25, text },
    inspection_finalized: { kind: 'Move-in', day: '2026-01-10', unit_number: text, remark_days: 7 },
    reading_asked: {},
    reading_declined: { serial_number: text, reason: text },
    reading_sent: { name: text, unit_number: text },
    unit_confirmed: { unit_number: '101', property_name: text },
    request_new: { ...request, name: text, unit_number: '101' },
    request_replied: { ...request, name: text, text, reopened: false },
    message_to_answer: { thread: '00000000-0000-4000-8000-000000000001', name: text, text },
    suggestion_to_review: { announcement: text, name: text },
    entry_answered: { unit_id: 1, unit_number: '1', name: text, time: 'May 1, 2030', fine: false, text },
    inspection_remarked: { inspection_id: text, unit_id: 1, unit_number: text, name: text, text },
    keys_recorded: { keys: 'returned', done: true, unit_number: text },
    forwarding_address_set: { name: text, unit_number: text, address: text },
    forwarding_address_given: { name: text, unit_number: text, address: text, lease_id: 1 },
    claim_to_confirm: { user_id: 4, name: text, unit_claim: text, unknown: true },
    manager_payment_failed: { user_id: 4, name: text, amount: 25, reason: text },
    job_failed: { job: 'late-fees' },
    backup_failed: { reason: text },
    new_sign_in: { device: 'Firefox on Linux' },
    password_changed: { by: 'oneself' },
    email_changed: { by: 'oneself', address: 'before@example.com' },
    email_confirmation: { community: text, link: 'x', address: 'me@example.com', resets: false },
    invitation: { community: text, link: 'x' },
    password_reset: { community: text, link: 'x' },
  };
}

const OF_LEASE: readonly NotificationKind[] = [
  ...(['rent_due_soon', 'inspection_finalized', 'keys_recorded', 'forwarding_address_set'] as const),
];

const aboutOf = (kind: NotificationKind): string | undefined => {
  if (kind.startsWith('request_')) return REQUEST;
  if (kind.startsWith('message_')) return MESSAGE;
  if (kind === 'entry_notice') return ENTRY_NOTICE;
  if (kind === 'announcement_published' || kind.startsWith('suggestion_')) return ANNOUNCEMENT;
  if (kind === 'reading_asked' || kind === 'reading_declined') return 'home:1';
  return OF_LEASE.includes(kind) ? LEASE : undefined;
};

/** One event of every kind. */
export function everyNotification(to: Recipients, text = 'The tap drips.'): NewNotification[] {
  const events = Object.entries(everyData(text)).map(([kind, data]) => ({
    ...{ kind, to, data, about: aboutOf(kind as NotificationKind) },
  }));
  return events as NewNotification[];
}
