import { useMemo, useState } from 'react';
import type { RecordedPayment } from '../../../../contract/ledger/ledger.ts';
import { NewPayment } from '../../../../contract/ledger/newEntry.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { PaymentRepeated } from '../../../../contract/ledger/receiptBooks.ts';
import { useQueuedNotice } from '../../../forms/useQueuedNotice.ts';
import { discardDraft, type DraftVersion } from '../../../offline/engine/drafts.ts';
import { findItem } from '../../../offline/engine/outbox/unsentItems.ts';
import { useOutbox } from '../../../offline/subjects/useOutbox.ts';
import {
  isPayment,
  readFeesPaidInTime,
  type PaymentBody,
  type PaymentItem,
  type ShownPayment,
} from '../../../offline/subjects/doorPayments.ts';
import { useUser } from '../../../session/session.tsx';
import type { Account } from '../PaidAccount.tsx';
import { closedMonthOf } from '../unsent/closedMonth.ts';
import { moneyText } from '../../../ui/data/Money.tsx';
import { timeText } from '../../../ui/data/Time.tsx';
import { useConfirm } from '../../../ui/feedback/Confirm.tsx';

interface NewDoorPayment {
  body: PaymentBody;
  shown: ShownPayment;
  draft: DraftVersion;
}

type Fees = RecordedPayment['fees_paid_in_time'];

/**
 * The payments that wait on this device, and the one way in which they are recorded and changed.
 * @param onFees offers to waive fees, and tells itself what became of that; resolves to whether they were waived
 */
export function useDoorPayments(onFees: (fees: Fees) => Promise<boolean>) {
  const user = useUser();
  const confirm = useConfirm();
  const { items, sending, submit, revise, retry, discard } = useOutbox();
  const payments = useMemo(() => items?.filter(isPayment) ?? [], [items]);
  const { notice, setNotice, follow } = useQueuedNotice();
  /** The payment that was recorded last here. */
  const [latest, setLatest] = useState<string>();
  const [sent, setSent] = useState<string>();

  /** Tells what becomes of a payment, and asks where the server has found an earlier one of its amount; resolves as `record`. */
  async function followOutcome(
    id: string,
    { amount }: PaymentBody,
    shown: ShownPayment,
  ): Promise<string | undefined> {
    setLatest(id);
    setSent(undefined);
    const outcome = await follow(id, {
      sent: `Payment of ${moneyText(toCents(amount))} recorded for ${shown.name}.`,
      refused: (reason) => `${reason} The payment needs your attention below; nothing you wrote is lost.`,
    });
    if (outcome === 'sent') {
      setSent(id);
      const fees = await readFeesPaidInTime(id);
      if (fees.length > 0 && (await onFees(fees))) setNotice(undefined);
    }
    const item = outcome === 'refused' ? await findItem(id) : undefined;
    if (outcome !== 'refused') return id;
    if (!item || !isPayment(item)) return undefined;
    if (item.refusal?.failure.code === 'payment_repeated') {
      const question = { text: `${repeatedText(item)}\nRecord another?`, confirmLabel: 'Record another' };
      return (await confirm(question)) ? recordAnyway(item) : undefined;
    }
    const closed = closedMonthOf(item.refusal, item.input.body.received_on, 'payment');
    if (!closed) return undefined;
    const question = { text: closed.question, confirmLabel: closed.label };
    return (await confirm(question)) ? recordAfterClosed(item) : undefined;
  }

  async function change(item: PaymentItem, body: PaymentBody): Promise<string | undefined> {
    setNotice(undefined);
    const { shown } = item;
    return followOutcome(await revise(item.id, { body, photos: [], shown }), body, shown);
  }

  /** Records a refused payment in spite of the earlier one. */
  async function recordAnyway(item: PaymentItem): Promise<string | undefined> {
    return change(item, { ...item.input.body, ask_if_repeated: false });
  }

  /** Records a refused payment of a closed month for the first day after it. */
  async function recordAfterClosed(item: PaymentItem): Promise<string | undefined> {
    return change(item, { ...item.input.body, after_closed: true });
  }

  return {
    items: payments,
    sending,
    /** The payment that was sent last here, while its screen is open. */
    sent,
    notice:
      notice && latest
        ? { ...notice, link: { to: `/payments/receipt/${latest}`, label: 'Show receipt' } }
        : notice,
    setNotice,
    /** Resolves to its id, by which its receipt is found; to undefined where it was refused. */
    async record({ body, shown, draft }: NewDoorPayment): Promise<string | undefined> {
      setNotice(undefined);
      const id = await submit({ route: 'recordPayment', input: { body }, shown, draft });
      return followOutcome(id, body, shown);
    },
    async edit(item: PaymentItem, body: PaymentBody, draft: DraftVersion): Promise<void> {
      setNotice(undefined);
      const id = await revise(item.id, { body, photos: [], shown: item.shown });
      await discardDraft(user.id, draft);
      await followOutcome(id, body, item.shown);
    },
    /** Names who paid, where the person who was named before was discarded. */
    async payFrom(
      item: PaymentItem,
      { user_id, unit_id, ...payer }: Account,
      draft: DraftVersion,
    ): Promise<void> {
      const { addedBy, name, unit_number, property_name } = payer;
      const { received_by } = item.shown;
      const shown = {
        ...(addedBy === undefined ? {} : { addedBy }),
        name,
        unit_number,
        property_name,
        received_by,
      };
      const body = { ...item.input.body, userId: user_id, unitId: unit_id };
      setNotice(undefined);
      const id = await revise(item.id, { body, photos: [], shown });
      await discardDraft(user.id, draft);
      await followOutcome(id, body, shown);
    },
    recordAnyway: async (item: PaymentItem): Promise<void> => void (await recordAnyway(item)),
    recordAfterClosed: async (item: PaymentItem): Promise<void> => void (await recordAfterClosed(item)),
    /** Lets the server give a refused payment a number of its own. */
    async recordWithoutNumber(item: PaymentItem): Promise<void> {
      const { receipt_number: _, ...body } = item.input.body;
      await change(item, body);
    },
    async retry(item: PaymentItem): Promise<void> {
      setNotice(undefined);
      await retry(item.id);
      await followOutcome(item.id, item.input.body, item.shown);
    },
    async discard({ id }: PaymentItem): Promise<void> {
      setNotice(undefined);
      await discard(id);
      await discardDraft(user.id, { name: editDraft(id) });
      if (latest === id) setLatest(undefined);
    },
  };
}

/** The name of the draft of an unsent payment's edit. */
export function editDraft(id: string): string {
  return `edit-payment-${id}`;
}

export type DoorPayments = ReturnType<typeof useDoorPayments>;

/** What is typed, as the contract reads it. */
export function parsePayment(typed: unknown): PaymentBody {
  return NewPayment.parse(typed);
}

/** Who recorded the earlier payment of the same amount, and when; or the server's words. */
export function repeatedText({ refusal, input, shown }: PaymentItem): string {
  const earlier = PaymentRepeated.safeParse(refusal?.failure.detail);
  if (!earlier.success) return refusal?.failure.message ?? '';
  const { recorded_by, recorded_at } = earlier.data;
  const money = moneyText(toCents(input.body.amount));
  return `${recorded_by} recorded a payment of ${money} from ${shown.name} on ${timeText(recorded_at, 'dateTime')}.`;
}
