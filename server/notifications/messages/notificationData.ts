import type { NotificationKind } from '../../../contract/notifications/notification.ts';

interface RequestData {
  request_id: number;
  information: string;
  /** When it was written, in ISO 8601. */
  reported_at: string;
}

/** What of newcomers managers are notified of together (`notifyManagers.ts`). */
export interface Gathered {
  /** How many there are; left out for one, whose data the rest is. */
  count?: number;
}
export type GatheredKind =
  'request_new' | 'request_replied' | 'message_to_answer' | 'suggestion_to_review' | 'claim_to_confirm';

/** What each kind is told with: the facts that its words are made of. Amounts are in dollars, days are ISO 8601. */
export interface NotificationData {
  announcement_published: { announcement: string; announcement_type: string };
  suggestion_approved: { announcement: string };
  suggestion_rejected: { announcement: string };
  request_received: RequestData;
  request_answered: RequestData;
  request_completed: RequestData;
  /** `text`: what management wrote. */
  request_reply: RequestData & { text: string };
  /** `visit`: when somebody comes, in a sentence. */
  request_scheduled: RequestData & { visit: string };
  /** `thread`: the UUID of the conversation; `text`: what management wrote. */
  message_received: { thread: string; text: string };
  charge_posted: { charges: readonly { entry_id: number; amount: number; description: string }[] };
  /** `autopay`: what it charges next, or why nothing, in a sentence. */
  rent_due_soon: { amount: number; due_on: string; description: string; autopay?: string };
  /** `text`: what it charges then, or why nothing, in a sentence. */
  autopay_due_soon: { charged_on: string; text: string };
  /** `payer` is another tenant of one’s home who paid: first and last name. */
  payment_received: { entry_id: number; amount: number; payer?: string };
  /** `autopay`: that it was not tried, being more than its limit, or that this was the last try. */
  payment_failed: { amount: number; reason: string; autopay?: AutopayEnd };
  /** `of_home` where it stands in the ledger of another tenant of one’s home. */
  payment_taken_back: { entry_id: number; amount: number; description: string; of_home?: true };
  /** With the words of management, which were filled in for this person. */
  payment_reminder: { amount: number; text: string };
  inspection_finalized: { kind: string; day: string; unit_number: string; remark_days: number };
  unit_confirmed: { unit_number: string; property_name: string };
  unit_declined: { unit_claim: string };
  /** `emergency` is told at once, at night too. */
  request_new: Gathered & RequestData & { name: string; unit_number: string | null; emergency?: boolean };
  /** `reopened`: whether they said that it is still not fixed; `text` is empty where they wrote nothing. */
  request_replied: Gathered & RequestData & { name: string; text: string; reopened: boolean };
  message_to_answer: Gathered & { thread: string; name: string; text: string };
  suggestion_to_review: Gathered & { announcement: string; name: string };
  /** `unit_claim` is null for who named no home; `unknown` where no unit has the number claimed. */
  claim_to_confirm: Gathered & {
    user_id: number;
    name: string;
    unit_claim: string | null;
    unknown?: boolean;
  };
  inspection_remarked: {
    inspection_id: string;
    unit_id: number;
    unit_number: string;
    name: string;
    text: string;
  };
  manager_payment_failed: {
    user_id: number;
    name: string;
    amount: number;
    reason: string;
    autopay?: AutopayEnd;
  };
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

/** Why autopay needs somebody: what is due is over its limit, or it is paused after three tries. */
export type AutopayEnd = 'over limit' | 'paused';

export interface Message {
  title: string;
  body: string;
  /** The screen that it leads to, on this app. */
  path: string;
  urgent: boolean;
}

type Words = Omit<Message, 'urgent'> & { urgent?: boolean };
/** What makes the words of each kind from its data. */
export type Writers = { [K in NotificationKind]: (data: NotificationData[K]) => Words };
