import { useMemo, useSyncExternalStore } from 'react';
import { useDevice } from '../engine/device.ts';
import { itemsOf, queue, type Change } from '../engine/outbox/outbox.ts';
import { unlessHung } from '../engine/unlessHung.ts';
import type { OutboxItem, Revision } from '../engine/database.ts';
import { discard, retry, revise } from '../engine/outbox/revise.ts';
import { currentlySending, onSendingChange } from '../engine/outbox/sending.ts';
import { runAhead, useSharedLiveQuery } from './useSharedLiveQuery.ts';

interface Outbox {
  /** Undefined until read. */
  items: OutboxItem[] | undefined;
  /** The id of the item that is being sent. */
  sending: string | undefined;
  /** Queues a change and has it sent; resolves to the item's id. */
  submit: (change: Change) => Promise<string>;
  /** Revises an unsent item; resolves to the id of the item that has the revision. */
  revise: (id: string, revision: Revision) => Promise<string>;
  retry: (id: string) => Promise<void>;
  /** Resolves to the id of the cancelling change, where one is needed. */
  discard: (id: string) => Promise<string | undefined>;
}

const nameOf = (userId: number) => `unsent ${userId}`;

/** Reads a user's unsent changes before a screen shows them. Resolves where the device takes too long, too. */
export async function readOutboxAhead(userId: number): Promise<void> {
  await unlessHung(runAhead(nameOf(userId), () => itemsOf(userId)));
}

/** This user's unsent changes, and the actions on them. */
export function useOutbox(): Outbox {
  const { userId, requestReplay } = useDevice();
  const items = useSharedLiveQuery(nameOf(userId), () => itemsOf(userId));
  const sending = useSyncExternalStore(onSendingChange, currentlySending);

  return useMemo(() => {
    const send = () => void requestReplay({ eager: false });
    return {
      items,
      sending,
      async submit(change) {
        const item = await queue({ ...change, userId });
        send();
        return item.id;
      },
      async revise(id, revision) {
        const revised = await revise(id, revision);
        send();
        return revised;
      },
      async retry(id) {
        await retry(id);
        send();
      },
      async discard(id) {
        const cancelling = await discard(id);
        send();
        return cancelling;
      },
    };
  }, [items, sending, userId, requestReplay]);
}
