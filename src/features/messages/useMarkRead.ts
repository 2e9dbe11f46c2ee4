import { useEffect, useEffectEvent, useRef } from 'react';
import type { Message } from '../../../contract/messages/message.ts';
import { recordOfReading, type ListedThread } from '../../offline/subjects/conversations/threadList.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';

/** Says once that what is shown of a conversation was read: queued, so that it holds where there is no connection, too. */
export function useMarkRead(
  { uuid, thread, subject }: ListedThread,
  messages: readonly Message[] | undefined,
): void {
  const { items, submit, revise } = useOutbox();
  const said = useRef(0);
  const newest = Math.max(0, ...(messages ?? []).map(({ id }) => id));
  // What the server counts: what is unsent here makes the list say none.
  const unread = items !== undefined && newest > 0 && (thread?.unread ?? 0) > 0;
  const say = useEffectEvent(async () => {
    if (said.current >= newest) return;
    said.current = newest;
    const body = { up_to: newest };
    const waiting = items?.find(
      (item) => item.route === 'markMessagesRead' && item.input.params.id === uuid && !item.mayHaveArrived,
    );
    if (waiting?.route === 'markMessagesRead') {
      if (waiting.input.body.up_to < newest) await revise(waiting.id, { body, photos: [] });
      return;
    }
    await submit({
      route: 'markMessagesRead',
      input: { params: { id: uuid }, body },
      record: recordOfReading(uuid),
      shown: { subject },
    });
  });
  useEffect(() => {
    if (unread) void say();
  }, [unread, newest]);
}
