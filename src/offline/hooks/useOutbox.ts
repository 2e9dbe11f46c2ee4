import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState } from 'react';
import { useDevice } from '../engine/device.ts';
import { itemsOf, queue, waitForOutcome, type Change, type SendOutcome } from '../engine/outbox.ts';
import type { OutboxItem, Revision } from '../engine/database.ts';
import { discard, retry, revise } from '../engine/revise.ts';
import { onSending } from '../engine/sending.ts';

interface Outbox {
  /** Undefined until read. */
  items: OutboxItem[] | undefined;
  /** The id of the item that is being sent. */
  sending: string | undefined;
  /** Queues and sends a change; resolves to its outcome within ten seconds. */
  submit: (change: Change) => Promise<SendOutcome>;
  /** Revises an unsent item; resolves to the id of the item that holds the revision. */
  revise: (id: string, revision: Revision) => Promise<string>;
  retry: (id: string) => Promise<void>;
  discard: (id: string) => Promise<void>;
}

/** This user's unsent changes, and the actions on them. */
export function useOutbox(): Outbox {
  const { userId, requestReplay } = useDevice();
  const items = useLiveQuery(() => itemsOf(userId), [userId]);
  const [sending, setSending] = useState<string>();
  useEffect(() => onSending(setSending), []);

  return useMemo(() => {
    const send = () => void requestReplay({ eager: false });
    return {
      items,
      sending,
      async submit(change) {
        const item = await queue({ ...change, userId });
        send();
        return waitForOutcome(item.id);
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
        await discard(id);
        send();
      },
    };
  }, [items, sending, userId, requestReplay]);
}
