import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState } from 'react';
import type { QueuedRouteName } from '../../../contract/routes.ts';
import type { OutboxItem } from './database.ts';
import { useDevice } from './device.ts';
import { itemsOf, queue, waitForOutcome, type Change, type SendOutcome } from './outbox.ts';
import { discard, retry, revise, type Revision } from './revise.ts';
import { onSending } from './sending.ts';

/** Where an unsent item stands, in words. */
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

interface Outbox {
  /** Undefined until read. */
  items: OutboxItem[] | undefined;
  /** The id of the item that is being sent. */
  sending: string | undefined;
  /** Queues a change, has it sent, and tells what became of it within ten seconds. */
  submit: <N extends QueuedRouteName>(change: Omit<Change<N>, 'userId'>) => Promise<SendOutcome>;
  /** Changes an unsent item and tells the id of the one that says so now. */
  revise: (id: string, revision: Revision) => Promise<string>;
  retry: (id: string) => Promise<void>;
  discard: (id: string) => Promise<void>;
}

/** This person's unsent changes, and what can be done with them. */
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
