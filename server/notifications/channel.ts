import type { Sql as Part } from 'sql-template-tag';
import type { NotificationChannel, NotificationKind } from '../../contract/notifications/notification.ts';

/** One message to one person by one channel, as it is taken to be sent. */
export interface Delivery {
  event_id: number;
  user_id: number;
  /** How often it was tried, this time included. */
  attempts: number;
  kind: NotificationKind;
  title: string;
  body: string;
  path: string;
  urgent: boolean;
  /** As it was given to `notify`. */
  data: Record<string, unknown>;
  /** When it happened. */
  created_at: string;
  email: string;
  first_name: string;
  last_name: string;
  /** Whether their unit or address is not confirmed: they may be a stranger, and the address somebody else’s. */
  may_be_stranger: boolean;
}

/**
 * What became of a try: `sent`: the other side has it. `gone`: there is nowhere to send it, which nobody need know.
 * `refused`: the other side will never take it. `retry`: later, by the deliverer’s times, or after so many seconds. Managers read
 * the reason; the log has `code` alone, since what a mail server says often repeats an address.
 */
export type Outcome =
  | 'sent'
  | 'gone'
  | { refused: string; code?: number | string | undefined }
  | { retry: string; code?: number | string | undefined; afterSeconds?: number };

/** A way to tell people outside the app. One that is not configured is not there. */
export interface Channel {
  name: NotificationChannel;
  /** Of a row of `users` and an event, `taken`, whether they can be reached by it. */
  reaches: Part;
  /** How many messages it sends at once. */
  concurrency: number;
  /** Sends one message. What it throws counts as `retry`. */
  send(delivery: Delivery): Promise<Outcome>;
  /** Called once, when nothing is sent any more. */
  close?(): Promise<void>;
}
