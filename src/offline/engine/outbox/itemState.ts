import type { OutboxItem } from '../database.ts';

/** The text of an unsent item's state. */
export type ItemState =
  'Unsent' | 'Sending' | 'Needs attention' | 'Waiting for an earlier change' | 'Waiting for you to sign in';

export function stateOf(item: OutboxItem, sending: string | undefined): ItemState {
  if (item.refusal) return 'Needs attention';
  if (item.id === sending) return 'Sending';
  if (item.follows || item.awaits) return 'Waiting for an earlier change';
  return item.signIn ? 'Waiting for you to sign in' : 'Unsent';
}

/** The code of the refusal of a change that names what was discarded on this device. */
export const NAMED_DISCARDED = 'named_discarded';

/** Whether what the item names was discarded, so that it has to be edited or discarded as well. */
export function namesDiscarded({ refusal }: Pick<OutboxItem, 'refusal'>): boolean {
  return refusal?.failure.code === NAMED_DISCARDED;
}

/** Whether the server may take a refused item as it is. A file that is too large or no photo stays so. */
export function canBeRetried(item: OutboxItem): boolean {
  return item.refusal?.status !== 413 && item.refusal?.status !== 415 && !namesDiscarded(item);
}

/** A record of the server that names the Idempotency-Key it was created with; an answer cached long ago does not. */
interface Created {
  created_with?: string | null;
}

/** Leaves out what the server has and the outbox still has, so that a change whose answer is late is listed once. */
export function withoutQueued<T extends Created>(records: readonly T[], items: readonly OutboxItem[]): T[] {
  const queued = new Set(items.map(({ id }) => id));
  return records.filter(({ created_with }) => !created_with || !queued.has(created_with));
}
