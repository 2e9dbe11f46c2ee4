import { useMemo } from 'react';
import { useDevice } from '../engine/device.ts';
import { queue, type Change } from '../engine/outbox/outbox.ts';
import type { OutboxItem, Revision } from '../engine/database.ts';
import { discard, retry, revise } from '../engine/outbox/revise.ts';
import { useUnsent } from '../hooks/useUnsent.ts';
import './policies.ts';

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

/** This user's unsent changes, and the actions on them. */
export function useOutbox(): Outbox {
  const { userId, requestReplay } = useDevice();
  const { items, sending } = useUnsent();

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
