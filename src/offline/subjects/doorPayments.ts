import { DAY } from '../../../contract/values/calendar.ts';
import type { RecordedPayment, Transaction } from '../../../contract/ledger/ledger.ts';
import { OFFLINE_PAYMENT } from '../../../contract/ledger/newEntry.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { Receipt } from '../../../contract/payments/payments.ts';
import type { Input } from '../../../contract/http/route.ts';
import type { Routes } from '../../../contract/routes.ts';
import { setCached, updateCached } from '../engine/reads/cachedReads.ts';
import { withDatabase, withTransaction, type OutboxItem } from '../engine/database.ts';
import type { Policies } from '../engine/policies.ts';
import { isNewPerson, nameOfNewPerson } from './people/invitations.ts';
import { drawReceiptNumber } from './receiptBooks.ts';
import { nowMs } from '../../browser/clock.ts';

/** The data stored with a payment, to show it and its receipt. */
export interface ShownPayment {
  /** Who paid: first and last name. */
  name: string;
  unit_number: string | null;
  property_name: string | null;
  /** The first and last name of whoever took it. */
  received_by: string;
  /** The id of the item that adds who paid, while they are unsent: until then the body says nobody. */
  addedBy?: string | undefined;
  /** Whose account a payment for the home goes to, where the tenant is not billed for it. */
  home?: { user_id: number };
}

declare module '../engine/database.ts' {
  interface StoredChanges {
    recordPayment: {
      input: { params?: undefined; body: Input<Routes['recordPayment']>['body'] };
      shown: ShownPayment;
    };
  }
}

export type PaymentItem = OutboxItem<'recordPayment'>;
export type PaymentBody = PaymentItem['input']['body'];

/** A receipt that has no number before its payment was sent, where this device had none. */
export type DoorReceipt = Omit<Receipt, 'number'> & { number: string | null };

const MAY_HAVE_ARRIVED =
  'This payment may have reached Porchlight already. It can be changed once its answer is known.';

export function isPayment(item: OutboxItem): item is PaymentItem {
  return item.route === 'recordPayment';
}

/** The receipt of a payment that this device has. */
export function receiptOf({ input: { body }, shown, capturedAt }: PaymentItem): DoorReceipt {
  return {
    ...{ number: body.receipt_number ?? null, date: capturedAt, received_on: body.received_on ?? null },
    ...{ type: body.type ?? '', reversed: false, amount: body.amount, last4: null, brand: null },
    ...{ name: shown.name, unit_number: shown.unit_number, property_name: shown.property_name },
    ...{ description: body.description ?? OFFLINE_PAYMENT, reference: body.reference ?? null },
    ...{ received_by: shown.received_by, signature: body.signature ?? null },
  };
}

/** A payment of the same amount that this device has or sent. */
export interface EarlierPayment {
  recorded_at: Date;
}

interface NewPayment {
  userId: number;
  /** Dollars. */
  amount: number;
  /** The item that it is an edit of. */
  itemId?: string | undefined;
}

/** Finds a payment of the same amount for the same account that this device recorded within a day, sent or not. */
export async function findEarlier(
  author: number,
  { userId, amount, itemId }: NewPayment,
): Promise<EarlierPayment | undefined> {
  const now = nowMs();
  const earlier = await withTransaction('r', ['outbox', 'sent'], async (db) => {
    const items = await db.outbox.where({ userId: author }).toArray();
    const sent = await db.sent.where({ userId: author }).toArray();
    return [
      ...items.flatMap((item) => {
        if (!isPayment(item) || item.id === itemId) return [];
        const { body } = item.input;
        return [{ userId: body.userId, amount: body.amount, at: new Date(item.capturedAt) }];
      }),
      ...sent.flatMap((item) =>
        item.route === 'recordPayment'
          ? [{ userId: payerOf(item.answer), amount: -item.answer.amount, at: item.at }]
          : [],
      ),
    ];
  });
  const [found] = earlier
    .filter((each) => each.userId === userId && toCents(each.amount) === toCents(amount))
    .filter(({ at }) => Math.abs(now - at.getTime()) <= DAY)
    .sort((a, b) => b.at.getTime() - a.at.getTime());
  return found && { recorded_at: found.at };
}

/** Who paid: not always whose entry it is. */
function payerOf({ payer, user_id }: Pick<RecordedPayment, 'payer' | 'user_id'>): number {
  return payer?.id ?? user_id;
}

/** The ledger's entry of an answer. */
function entryOf({ fees_paid_in_time: _, ...entry }: RecordedPayment): Transaction {
  return entry;
}

export const paymentPolicies: Pick<Policies, 'recordPayment'> = {
  recordPayment: {
    names: {
      in: ({ shown }) => (shown.addedBy === undefined ? [] : [shown.addedBy]),
      complete(item, _madeBy, userId) {
        const { addedBy: _, ...shown } = item.shown;
        item.shown = shown;
        item.input = { ...item.input, body: { ...item.input.body, userId } };
      },
      showRevised(item, maker) {
        if (!isNewPerson(maker)) return;
        item.shown = { ...item.shown, ...maker.shown, name: nameOfNewPerson(maker) };
      },
    },
    // A number that is used once, drawn by the transaction that queues the payment.
    async beforeQueued(db, item) {
      const receipt_number = await drawReceiptNumber(db, item.userId);
      const body = { ...item.input.body, ...(receipt_number ? { receipt_number } : {}) };
      return { ...item, input: { ...item.input, body } };
    },
    setRight: ({ body, ...input }, { wrong, right }) => ({
      ...input,
      body: body.received_on === wrong ? { ...body, received_on: right } : body,
    }),
    // The balances are read again: what the server added up since may already contain this payment.
    async applyResponse(db, item, answer) {
      const entry = entryOf(answer);
      const params = { id: String(entry.user_id) };
      await updateCached(
        db,
        item.userId,
        'listUserTransactions',
        (entries) => (entries.some(({ id }) => id === entry.id) ? entries : [entry, ...entries]),
        { params },
      );
      const { receipt_number: number } = entry;
      if (number === null) return;
      const receipt: Receipt = {
        ...receiptOf(item),
        ...{ number, date: entry.created_at, received_on: entry.effective_on },
      };
      await setCached(db, item.userId, 'readReceipt', { params: { id: String(entry.id) } }, receipt);
    },
    irrevocable: MAY_HAVE_ARRIVED,
  },
};

/** The late fees that stand although a sent payment paid their rent in time; none where this device stores no amounts. */
export async function readFeesPaidInTime(id: string): Promise<RecordedPayment['fees_paid_in_time']> {
  const sent = await withDatabase((db) => db.sent.get(id));
  if (sent?.route !== 'recordPayment') return [];
  return sent.answer.fees_paid_in_time.filter(({ amount }) => amount !== 0);
}

/** A payment by the id of its item: unsent, sent as an entry, or nowhere. */
export async function findPayment(id: string): Promise<{ item?: PaymentItem; entryId?: number }> {
  return withTransaction('r', ['outbox', 'sent'], async (db) => {
    const item = await db.outbox.where({ id }).first();
    if (item && isPayment(item)) return { item };
    const sent = await db.sent.get(id);
    return sent?.route === 'recordPayment' ? { entryId: sent.answer.id } : {};
  });
}
