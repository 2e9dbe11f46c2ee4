import type { OutboxItem } from './database.ts';

/** The text of an unsent item's state. */
export type ItemState =
  | 'Waiting to send'
  | 'Sending'
  | 'Needs attention'
  | 'Waiting for an earlier change'
  | 'Waiting for you to sign in';

export function stateOf(item: OutboxItem, sending: string | undefined): ItemState {
  if (item.refusal) return 'Needs attention';
  if (item.id === sending) return 'Sending';
  if (item.follows) return 'Waiting for an earlier change';
  return item.signIn ? 'Waiting for you to sign in' : 'Waiting to send';
}
