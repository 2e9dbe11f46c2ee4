import { toCents } from '../../../../contract/values/money.ts';
import type { DraftVersion } from '../../../offline/engine/drafts.ts';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import {
  isGiven,
  type GivenChange,
  type GivenItem,
  type GivenRevision,
} from '../../../offline/subjects/ledger/givenEntries.ts';
import { useUnsentEntries } from '../../../subjects/ledger/unsent/useUnsentEntries.ts';
import { moneyText } from '../../../ui/data/Money.tsx';

/**
 * The charges and credits by hand that wait on this device, and the one way in which they are recorded and changed.
 * @param userId whose account; everybody's by default
 */
export function useGivenEntries(userId?: number) {
  const entries = useUnsentEntries({
    isOne: (item: OutboxItem): item is GivenItem =>
      isGiven(item) && (userId === undefined || item.input.body.userId === userId),
    editDraft: editGivenDraft,
  });

  async function change(item: GivenItem, revision: GivenRevision, draft?: DraftVersion): Promise<void> {
    await entries.change(item.id, revision, messagesOf(item, revision.body.amount), draft);
  }

  return {
    ...entries,
    change,
    record: (given: GivenChange, draft: DraftVersion) =>
      entries.record({ ...given, draft }, messagesOf(given)),
    /** Records a refused entry of a closed month for the first day after it. */
    recordAfterClosed: (item: GivenItem) => change(item, countedAfterClosed(item)),
    retry: (item: GivenItem) => entries.retry(item.id, messagesOf(item)),
  };
}

function countedAfterClosed(item: GivenItem): GivenRevision {
  const { shown } = item;
  // Of one route each, so that the compiler sees which body it is.
  if (item.route === 'createCharge') {
    return { body: { ...item.input.body, after_closed: true }, photos: [], shown };
  }
  return { body: { ...item.input.body, after_closed: true }, photos: [], shown };
}

function messagesOf({ route, shown, input }: GivenChange, amount = input.body.amount) {
  const what = route === 'createCharge' ? 'charge' : 'credit';
  const title = route === 'createCharge' ? 'Charge' : 'Credit';
  return {
    sent: `${title} of ${moneyText(toCents(amount))} added for ${shown.name}.`,
    refused: (reason: string) =>
      `${reason} The ${what} needs your attention below; nothing you wrote is lost.`,
  };
}

/** The name of the draft of an unsent entry's edit. */
export function editGivenDraft(id: string): string {
  return `edit-given-${id}`;
}

export type GivenEntries = ReturnType<typeof useGivenEntries>;
