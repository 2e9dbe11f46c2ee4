import { toCents } from '../../../../contract/values/money.ts';
import type { DraftVersion } from '../../../offline/engine/drafts.ts';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import type { StoredPhoto } from '../../../offline/engine/storedRecords.ts';
import { isDepositEntry, type DepositItem } from '../../../offline/subjects/deposits.ts';
import { useUnsentEntries } from '../../../subjects/ledger/unsent/useUnsentEntries.ts';
import { formFor } from './depositForms.ts';

/**
 * What of a lease’s deposit waits on this device, and the one way in which it is entered and changed.
 * @param lease its id, or what stands for it while the lease is unsent
 */
export function useDepositEntries(lease: string) {
  const entries = useUnsentEntries({
    isOne: (item: OutboxItem): item is DepositItem => isDepositEntry(item) && item.input.params.id === lease,
    editDraft: editDepositDraft,
  });
  return {
    ...entries,
    lease,
    async record({ body, photos, shown }: DepositRevision, draft: DraftVersion): Promise<void> {
      const input = { params: { id: lease }, body };
      await entries.record({ route: 'addDepositEntry', input, photos, shown, draft }, messagesOf(body));
    },
    async change({ id }: DepositItem, revision: DepositRevision, draft: DraftVersion): Promise<void> {
      await entries.change(id, revision, messagesOf(revision.body), draft);
    },
    retry: ({ id, input }: DepositItem) => entries.retry(id, messagesOf(input.body)),
  };
}

type DepositBody = DepositItem['input']['body'];

/** An entry as it is written, with its photos. */
interface DepositRevision {
  body: DepositBody;
  photos: StoredPhoto[];
  shown: DepositItem['shown'];
}

function messagesOf({ kind }: DepositBody) {
  return {
    sent: formFor(kind).done,
    refused: (reason: string) =>
      `${reason} It needs your attention in the deposit below; nothing you wrote is lost.`,
  };
}

/** The name of the draft of an unsent entry's edit. */
export function editDepositDraft(id: string): string {
  return `edit-deposit-${id}`;
}

export type DepositEntries = ReturnType<typeof useDepositEntries>;

/** What the entries that wait add to what is held, in cents. */
export function unsentCents(items: readonly DepositItem[]): number {
  return items.reduce(
    (sum, { input: { body } }) => sum + (takes(body.kind) ? -1 : 1) * toCents(body.amount),
    0,
  );
}

/** Whether an entry of a kind takes from what is held. */
export function takes(kind: DepositBody['kind']): boolean {
  return kind === 'Applied' || kind === 'Returned';
}
