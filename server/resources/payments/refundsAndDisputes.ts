import type Stripe from 'stripe';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import { toDollars } from '../../../contract/values/money.ts';
import type { Sql } from '../../database/database.ts';
import { postEntry } from '../ledger/postEntries.ts';
import type { Account } from '../ledger/home/sharedLease.ts';
import type { MethodKind } from './methods.ts';

/** Records the state of a refund. Returns whether it belongs to a payment of this program. */
export function recordRefund(sql: Sql, refund: Stripe.Refund): Promise<boolean> {
  const failed = refund.status === 'failed' || refund.status === 'canceled';
  return recordRefundOrDispute(sql, {
    stripe_id: refund.id,
    intent: idOf(refund.payment_intent),
    kind: 'refund',
    amount: toDollars(refund.amount),
    taken: refund.status === 'succeeded',
    restored: failed,
  });
}

/** The states in which the bank has taken the money; a warning (`warning_…`) takes none. */
const DISPUTED = new Set([
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'lost',
  'won',
]);

/** Records the state of a dispute. Returns whether it belongs to a payment of this program. */
export function recordDispute(sql: Sql, dispute: Stripe.Dispute): Promise<boolean> {
  return recordRefundOrDispute(sql, {
    stripe_id: dispute.id,
    intent: idOf(dispute.payment_intent),
    kind: 'dispute',
    amount: toDollars(dispute.amount),
    taken: DISPUTED.has(dispute.status),
    restored: dispute.status === 'won',
  });
}

interface RefundOrDispute {
  stripe_id: string;
  intent: string | undefined;
  kind: 'refund' | 'dispute';
  /** Dollars, positive. */
  amount: number;
  /** Whether the money was taken back from the payment. */
  taken: boolean;
  /** Whether the money was returned: the refund failed, or the dispute was won. */
  restored: boolean;
}

const FAILED_REFUND = 'Refund did not go through';
const WON = 'Dispute closed: the payment stands';
const { cardRefund, cardDispute, bankRefund, bankReturn } = ENTRY_KINDS;

const DESCRIPTIONS = {
  card: {
    refund: { type: cardRefund.type, taken: 'Refund to card', restored: FAILED_REFUND },
    dispute: { type: cardDispute.type, taken: 'Payment disputed with the bank', restored: WON },
  },
  us_bank_account: {
    refund: { type: bankRefund.type, taken: 'Refund to bank account', restored: FAILED_REFUND },
    dispute: { type: bankReturn.type, taken: 'Payment taken back by the bank', restored: WON },
  },
};

/**
 * Stores that the money was taken or restored, and posts its entries once the payment has its own. Both flags are only ever set, so
 * that events in any order give the same entries.
 */
async function recordRefundOrDispute(sql: Sql, reported: RefundOrDispute): Promise<boolean> {
  const [payment] = await sql<{ id: string }>`
    select id from payment_intents where stripe_id = ${reported.intent} for update`;
  if (!payment) return false;
  await sql`
    insert into payment_takebacks (stripe_id, payment_intent_id, kind, amount)
    values (${reported.stripe_id}, ${payment.id}, ${reported.kind}, ${reported.amount}) on conflict do nothing`;
  await sql`
    update payment_takebacks set taken = taken or ${reported.taken}, restored = restored or ${reported.restored}
    where stripe_id = ${reported.stripe_id}`;
  await postTakebacks(sql, payment.id);
  return true;
}

/**
 * Posts what was taken back of a payment, and what was restored, one entry each, in the account of its entry. Without one they wait
 * for it: an entry that undoes another stands after it.
 */
export async function postTakebacks(sql: Sql, paymentId: string): Promise<void> {
  const takebacks = await sql<{
    stripe_id: string;
    kind: 'refund' | 'dispute';
    taken_id: number | null;
    restored_id: number | null;
    restored: boolean;
    amount: number;
    method: MethodKind | null;
    /** The payment’s entry. */
    transaction_id: number;
    entered: Account;
  }>`
    select back.stripe_id, back.kind, back.taken_id, back.restored_id, back.restored, back.amount, payment.method,
      payment.transaction_id, json_build_object('user_id', entry.user_id, 'unit_id', entry.unit_id, 'lease_id', entry.lease_id,
        'paid_by', entry.paid_by) as entered
    from payment_takebacks as back join payment_intents as payment on payment.id = back.payment_intent_id
    join transactions as entry on entry.id = payment.transaction_id
    where payment.id = ${paymentId} and back.taken and (back.taken_id is null or (back.restored and back.restored_id is null))
    order by back.stripe_id`;
  for (const { stripe_id, kind, amount, method, transaction_id, entered, ...row } of takebacks) {
    const { type, taken, restored } = DESCRIPTIONS[method ?? 'card'][kind];
    const entry = { ...entered, type, corrects: transaction_id, created_by: null };
    const taken_id = row.taken_id ?? (await postEntry(sql, { ...entry, amount, description: taken })).id;
    let { restored_id } = row;
    if (row.restored && restored_id === null) {
      // A manager may have reversed the entry already, which restores the money as well.
      const [reversal] = await sql<{ id: number }>`select id from transactions where reverses = ${taken_id}`;
      const restoring = { ...entry, amount: -amount, description: restored, reverses: taken_id };
      restored_id = (reversal ?? (await postEntry(sql, restoring))).id;
    }
    await sql`
      update payment_takebacks set taken_id = ${taken_id}, restored_id = ${restored_id} where stripe_id = ${stripe_id}`;
  }
}

function idOf(reference: { id: string } | string | null): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
