import { useSyncExternalStore } from 'react';
import type { OutboxItem } from '../engine/database.ts';
import { useDevice } from '../engine/device.ts';
import { currentlySending, onSendingChange } from '../engine/outbox/sending.ts';
import { firstRead } from '../engine/firstRead.ts';
import type { Engine } from '../engine/loadEngine.ts';
import { unlessHung } from '../engine/unlessHung.ts';
import { runAhead, showAhead, useSharedLiveQuery } from './useSharedLiveQuery.ts';

interface Unsent {
  /** Undefined until read. */
  items: OutboxItem[] | undefined;
  /** The id of the item that is being sent. */
  sending: string | undefined;
}

const nameOf = (userId: number) => `unsent ${userId}`;
const itemsOf = (userId: number) => (engine: Engine) => engine.itemsOf(userId);

/** Reads a user's unsent changes before a screen shows them. Resolves where the device takes too long, too. */
export async function readUnsentAhead(userId: number): Promise<void> {
  const first = await firstRead();
  if (first?.userId === userId) showAhead(nameOf(userId), first.unsent);
  else await unlessHung(runAhead(nameOf(userId), itemsOf(userId)));
}

/** This user's unsent changes, for who only shows them: a start of the app loads nothing that changes the outbox. */
export function useUnsent(): Unsent {
  const { userId } = useDevice();
  const items = useSharedLiveQuery(nameOf(userId), itemsOf(userId));
  const sending = useSyncExternalStore(onSendingChange, currentlySending);
  return { items, sending };
}
