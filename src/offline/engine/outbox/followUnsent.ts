import { liveQuery } from 'dexie';
import type { OutboxItem } from '../database.ts';
import { itemsOf } from './unsentItems.ts';

/** Follows a user's unsent changes on this device, until the returned function is called. Of a device that refuses, there are none. */
export function followUnsent(userId: number, onItems: (items: readonly OutboxItem[]) => void): () => void {
  const subscription = liveQuery(() => itemsOf(userId)).subscribe({
    next: onItems,
    error: (error: unknown) => {
      console.error(error);
      onItems([]);
    },
  });
  return () => subscription.unsubscribe();
}
