import { LastDayChanged } from '../../../../contract/leases/lastDay.ts';
import type { DraftVersion } from '../../../offline/engine/drafts.ts';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import { isLastDay, type LastDayItem } from '../../../offline/subjects/leases/moves.ts';
import { useUnsentEntries } from '../../../subjects/ledger/unsent/useUnsentEntries.ts';
import { timeText } from '../../../ui/data/Time.tsx';

type LastDayBody = LastDayItem['input']['body'];

/** The last day of a lease that waits on this device, and the one way in which it is set and changed. */
export function useLastDay(lease: number) {
  const entries = useUnsentEntries({
    isOne: (item: OutboxItem): item is LastDayItem => isLastDay(item, lease),
    editDraft: () => `end-lease-${lease}`,
  });

  async function change(item: LastDayItem, body: LastDayBody, draft?: DraftVersion): Promise<void> {
    await entries.change(item.id, { body, photos: [], shown: item.shown }, messagesOf(body), draft);
  }

  return {
    ...entries,
    change,
    async set(body: LastDayBody, home: string, draft: DraftVersion): Promise<void> {
      const input = { params: { id: String(lease) }, body };
      const record = `last-day:${lease}`;
      await entries.record({ route: 'setLastDay', input, shown: { home }, record, draft }, messagesOf(body));
    },
    retry: (item: LastDayItem) => entries.retry(item.id, messagesOf(item.input.body)),
  };
}

export type LastDays = ReturnType<typeof useLastDay>;

/** The last day that somebody set meanwhile, null where they let the lease go on; undefined where nobody did. */
export function setMeanwhile({ refusal }: Pick<LastDayItem, 'refusal'>): string | null | undefined {
  if (refusal?.failure.code !== 'last_day_changed') return undefined;
  const changed = LastDayChanged.safeParse(refusal.failure.detail);
  return changed.success ? changed.data.ends : undefined;
}

function messagesOf({ ends }: LastDayBody) {
  return {
    sent: ends === null ? 'The lease goes on.' : `The lease ends on ${timeText(ends, 'long')}.`,
    refused: (reason: string) =>
      `${reason} The last day needs your attention below; nothing you wrote is lost.`,
  };
}
