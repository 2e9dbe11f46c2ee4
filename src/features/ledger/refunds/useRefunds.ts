import { toCents } from '../../../../contract/values/money.ts';
import type { DraftVersion } from '../../../offline/engine/drafts.ts';
import type { OutboxItem } from '../../../offline/engine/database.ts';
import {
  isRefund,
  type RefundBody,
  type RefundItem,
  type ShownRefund,
} from '../../../offline/subjects/ledger/refunds.ts';
import { useUnsentEntries } from '../../../subjects/ledger/unsent/useUnsentEntries.ts';
import { moneyText } from '../../../ui/data/Money.tsx';

/** The refunds to somebody that wait on this device, and the one way in which they are recorded and changed. */
export function useRefunds(userId: number) {
  const entries = useUnsentEntries({
    isOne: (item: OutboxItem): item is RefundItem => isRefund(item) && item.input.body.userId === userId,
    editDraft: editRefundDraft,
  });

  async function change({ id, shown }: RefundItem, body: RefundBody, draft?: DraftVersion): Promise<void> {
    await entries.change(id, { body, photos: [], shown }, messagesOf(body, shown), draft);
  }

  return {
    ...entries,
    change,
    async record(body: RefundBody, shown: ShownRefund, draft: DraftVersion): Promise<void> {
      await entries.record({ route: 'recordRefund', input: { body }, shown, draft }, messagesOf(body, shown));
    },
    /** Records a refused refund of a closed month for the first day after it. */
    recordAfterClosed: (item: RefundItem) => change(item, { ...item.input.body, after_closed: true }),
    retry: ({ id, input, shown }: RefundItem) => entries.retry(id, messagesOf(input.body, shown)),
  };
}

function messagesOf({ amount }: RefundBody, { name }: ShownRefund) {
  return {
    sent: `Refund of ${moneyText(toCents(amount))} recorded for ${name}.`,
    refused: (reason: string) =>
      `${reason} The refund needs your attention below; nothing you wrote is lost.`,
  };
}

/** The name of the draft of an unsent refund's edit. */
export function editRefundDraft(id: string): string {
  return `edit-refund-${id}`;
}

export type Refunds = ReturnType<typeof useRefunds>;
