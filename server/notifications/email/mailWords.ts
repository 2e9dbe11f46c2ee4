import { dayText } from '../../../contract/values/calendar.ts';
import { dayIn } from '../../../contract/values/timeZone.ts';
import type { Delivery } from '../channel.ts';

/**
 * What a mail says beside its title: what the app lists, except what its reader may have written, which is read in the app. Nobody
 * can have this server send words of their own to an address of their choice.
 */
export function bodyOf({ kind, body, data, created_at }: Delivery, zone: string): string {
  switch (kind) {
    case 'request_received':
    case 'request_answered':
    case 'request_completed': {
      const reported = new Date(typeof data.reported_at === 'string' ? data.reported_at : created_at);
      return `It is request ${String(data.request_id)}, of ${dayText(dayIn(zone, reported))}.`;
    }
    case 'suggestion_approved':
    case 'suggestion_rejected':
      return 'Open it to read what you suggested.';
    default:
      return body;
  }
}

/**
 * The name of the person a mail goes to; undefined where a stranger may have entered it. The name in an invitation is
 * management's.
 */
export function nameOf({ kind, may_be_stranger, first_name, last_name }: Delivery): string | undefined {
  return may_be_stranger && kind !== 'invitation' ? undefined : `${first_name} ${last_name}`;
}

/** What the button of a mail says: where it leads. */
export function buttonOf({ kind, data }: Delivery): string {
  switch (kind) {
    case 'invitation':
      return 'Accept the invitation';
    case 'email_confirmation':
      return data.resets ? 'Choose a new password' : 'Confirm the address';
    case 'password_reset':
      return 'Choose a new password';
    case 'announcement_published':
    case 'suggestion_approved':
    case 'suggestion_rejected':
      return 'Read the announcements';
    case 'request_received':
    case 'request_answered':
    case 'request_completed':
    case 'request_reply':
    case 'request_scheduled':
    case 'request_replied':
    case 'request_new':
      return 'See the request';
    case 'message_received':
    case 'message_to_answer':
      return 'Read the message';
    case 'entry_notice':
      return 'See the notice';
    case 'entry_answered':
      return 'See the home';
    case 'charge_posted':
    case 'payment_taken_back':
      return 'See the ledger';
    case 'reading_asked':
    case 'reading_declined':
      return 'Send the reading';
    case 'reading_sent':
      return 'See the reading';
    case 'inspection_finalized':
    case 'inspection_remarked':
      return 'See the inspection';
    case 'keys_recorded':
    case 'forwarding_address_set':
    case 'forwarding_address_given':
      return 'See the checklist';
    case 'rent_due_soon':
    case 'autopay_due_soon':
    case 'payment_failed':
    case 'payment_reminder':
      return 'Go to payments';
    case 'payment_received':
      return 'See the receipt';
    default:
      return 'Open the app';
  }
}
