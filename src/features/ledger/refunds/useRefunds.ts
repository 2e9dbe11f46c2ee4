import { useMemo } from 'react';
import { toCents } from '../../../../contract/values/money.ts';
import { useQueuedNotice } from '../../../forms/useQueuedNotice.ts';
import { discardDraft, type DraftVersion } from '../../../offline/engine/drafts.ts';
import { useOutbox } from '../../../offline/subjects/useOutbox.ts';
import {
  isRefund,
  type RefundBody,
  type RefundItem,
  type ShownRefund,
} from '../../../offline/subjects/refunds.ts';
import { useUser } from '../../../session/session.tsx';
import { moneyText } from '../../../ui/data/Money.tsx';

/** The refunds to somebody that wait on this device, and the one way in which they are recorded and changed. */
export function useRefunds(userId: number) {
  const user = useUser();
  const { items, sending, submit, revise, retry, discard } = useOutbox();
  const refunds = useMemo(
    () => items?.filter(isRefund).filter(({ input }) => input.body.userId === userId) ?? [],
    [items, userId],
  );
  const { notice, setNotice, follow } = useQueuedNotice();

  async function followOutcome(id: string, { amount }: RefundBody, { name }: ShownRefund): Promise<void> {
    await follow(id, {
      sent: `Refund of ${moneyText(toCents(amount))} recorded for ${name}.`,
      refused: (reason) => `${reason} The refund needs your attention below; nothing you wrote is lost.`,
    });
  }

  async function change({ id, shown }: RefundItem, body: RefundBody): Promise<void> {
    await followOutcome(await revise(id, { body, photos: [], shown }), body, shown);
  }

  return {
    items: refunds,
    sending,
    notice,
    setNotice,
    async record(body: RefundBody, shown: ShownRefund, draft: DraftVersion): Promise<void> {
      const id = await submit({ route: 'recordRefund', input: { body }, shown, draft });
      await followOutcome(id, body, shown);
    },
    async edit(item: RefundItem, body: RefundBody, draft: DraftVersion): Promise<void> {
      const id = await revise(item.id, { body, photos: [], shown: item.shown });
      await discardDraft(user.id, draft);
      await followOutcome(id, body, item.shown);
    },
    /** Records a refused refund of a closed month for the first day after it. */
    recordAfterClosed: (item: RefundItem) => change(item, { ...item.input.body, after_closed: true }),
    async retry(item: RefundItem): Promise<void> {
      await retry(item.id);
      await followOutcome(item.id, item.input.body, item.shown);
    },
    async discard({ id }: RefundItem): Promise<void> {
      setNotice(undefined);
      await discard(id);
      await discardDraft(user.id, { name: editRefundDraft(id) });
    },
  };
}

/** The name of the draft of an unsent refund's edit. */
export function editRefundDraft(id: string): string {
  return `edit-refund-${id}`;
}

export type Refunds = ReturnType<typeof useRefunds>;
