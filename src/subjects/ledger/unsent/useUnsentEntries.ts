import { useQueuedNotice, type OutcomeMessages } from '../../../forms/useQueuedNotice.ts';
import { discardDraft, type DraftVersion } from '../../../offline/engine/drafts.ts';
import type { OutboxItem, Revision } from '../../../offline/engine/database.ts';
import type { Change } from '../../../offline/engine/outbox/outbox.ts';
import { useOutbox } from '../../../offline/subjects/useOutbox.ts';
import { useUser } from '../../../session/session.tsx';

interface EntriesOf<Item extends OutboxItem> {
  /** Whether an unsent change is one of them. */
  isOne: (item: OutboxItem) => item is Item;
  /** The name of the draft of an unsent one’s edit. */
  editDraft: (id: string, item: Item) => string;
}

/** The entries of one kind that wait on this device, and the one way in which they are recorded and changed. */
export function useUnsentEntries<Item extends OutboxItem>({ isOne, editDraft }: EntriesOf<Item>) {
  const user = useUser();
  const { items, sending, submit, revise, retry, discard } = useOutbox();
  const { notice, setNotice, follow } = useQueuedNotice();
  return {
    items: items?.filter(isOne) ?? [],
    sending,
    notice,
    setNotice,
    async record(entry: Change, messages: OutcomeMessages): Promise<void> {
      await follow(await submit(entry), messages);
    },
    async change(
      id: string,
      revision: Revision,
      messages: OutcomeMessages,
      draft?: DraftVersion,
    ): Promise<void> {
      const revised = await revise(id, revision);
      if (draft) await discardDraft(user.id, draft);
      await follow(revised, messages);
    },
    async retry(id: string, messages: OutcomeMessages): Promise<void> {
      await retry(id);
      await follow(id, messages);
    },
    async discard(item: Item): Promise<void> {
      setNotice(undefined);
      await discard(item.id);
      await discardDraft(user.id, { name: editDraft(item.id, item) });
    },
  };
}
