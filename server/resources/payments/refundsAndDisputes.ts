import type Stripe from 'stripe';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import { toDollars } from '../../../contract/values/money.ts';
import type { Sql } from '../../database/database.ts';
import { postEntry } from '../ledger/postEntries.ts';
import { readLeaseAccount, type Account } from '../ledger/home/sharedLease.ts';
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
    isDebit: dispute.payment_method_details?.type === 'us_bank_account',
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
  /** Whether the provider says that it was a debit, which may be told before the payment is. */
  isDebit?: boolean;
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
 * Posts one entry when the money was taken, and one when it was restored. Both flags are only ever set, so that events
 * in any order give the same entries.
 */
async function recordRefundOrDispute(sql: Sql, reported: RefundOrDispute): Promise<boolean> {
  const [payment] = await sql<{
    id: string;
    user_id: number;
    unit_id: number | null;
    method: MethodKind | null;
    lease_id: number | null;
    /** Its entry; null while there is none. */
    transaction_id: number | null;
    /** The account of its entry, once there is one. */
    entered: Account | null;
  }>`
    select payment.id, payment.user_id, unit as unit_id, method, payment.lease_id,
      payment.transaction_id, case when entry.id is not null then json_strip_nulls(json_build_object('user_id', entry.user_id,
        'unit_id', entry.unit_id, 'lease_id', entry.lease_id, 'paid_by', entry.paid_by)) end as entered
    from payment_intents as payment join users on users.id = payment.user_id
    left join transactions as entry on entry.id = payment.transaction_id
    where stripe_id = ${reported.intent}`;
  if (!payment) return false;
  await sql`
    insert into payment_takebacks (stripe_id, payment_intent_id, kind, amount)
    values (${reported.stripe_id}, ${payment.id}, ${reported.kind}, ${reported.amount}) on conflict do nothing`;
  const [row] = await sql<{ taken_id: number | null; restored_id: number | null; taken: boolean; restored: boolean; amount: number }>`
    update payment_takebacks set taken = taken or ${reported.taken}, restored = restored or ${reported.restored}
    where stripe_id = ${reported.stripe_id}
    returning taken_id, restored_id, taken, restored, amount`; // prettier-ignore
  if (!row?.taken) return true;
  const { type, taken, restored } =
    DESCRIPTIONS[reported.isDebit ? 'us_bank_account' : (payment.method ?? 'card')][reported.kind];
  const { user_id, unit_id, lease_id } = payment;
  const account =
    lease_id === null
      ? { user_id, unit_id }
      : (payment.entered ?? (await readLeaseAccount(sql, lease_id, user_id)));
  const corrects = payment.transaction_id ?? undefined;
  const entry = { ...account, type, corrects, created_by: null };
  const taken_id =
    row.taken_id ?? (await postEntry(sql, { ...entry, amount: row.amount, description: taken })).id;
  let { restored_id } = row;
  if (row.restored && restored_id === null) {
    // A manager may have reversed the entry already, which restores the money as well.
    const [reversal] = await sql<{ id: number }>`select id from transactions where reverses = ${taken_id}`;
    const restoring = { ...entry, amount: -row.amount, description: restored, reverses: taken_id };
    restored_id = (reversal ?? (await postEntry(sql, restoring))).id;
  }
  await sql`
    update payment_takebacks set taken_id = ${taken_id}, restored_id = ${restored_id}
    where stripe_id = ${reported.stripe_id}`;
  return true;
}

function idOf(reference: { id: string } | string | null): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
