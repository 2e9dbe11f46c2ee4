import type Stripe from 'stripe';
import { toCents, toDollars } from '../../../contract/money.ts';
import { ENTRY_KINDS, type EntryType } from '../../../contract/entryKinds.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Sql } from '../../database/database.ts';

/** The one currency of the ledger, as the provider calls it. */
export const CURRENCY = 'usd';
/** The metadata that ties an intent to its row here, also where the row does not know the intent's id yet. */
export const OWN_ID = 'porchlight_payment';

/**
 * Writes down how an intent stands, and the ledger's entry once it succeeded. Told again, or told something
 * older, it changes nothing. Answers whether the intent is one of ours.
 */
export async function recordIntent(
  sql: Sql,
  intent: Stripe.PaymentIntent,
  log: FastifyBaseLogger,
): Promise<boolean> {
  const [row] = await sql<{ id: string; user_id: number; status: string; amount: number }>`
    select id, user_id, status, amount from payment_intents
    where stripe_id = ${intent.id} or (stripe_id is null and id::text = ${intent.metadata[OWN_ID]})
    for update`;
  if (!row) return false;
  const { last4, brand, paid_at } = cardOf(intent);
  if (row.status === 'succeeded') {
    await sql`
      update payment_intents set last4 = coalesce(last4, ${last4}), brand = coalesce(brand, ${brand}),
        paid_at = coalesce(paid_at, ${paid_at}), asked_at = now()
      where id = ${row.id}`;
    return true;
  }
  if (intent.status !== 'succeeded') {
    // What was canceled stays so, whatever an older event says; only money that came in counts all the same.
    if (row.status === 'canceled') return true;
    await sql`
      update payment_intents set stripe_id = ${intent.id}, status = ${intent.status}, asked_at = now()
      where id = ${row.id}`;
    return true;
  }
  const told = { intent: intent.id, asked: row.amount, received: intent.amount_received };
  if (intent.currency !== CURRENCY) {
    // No number of dollars would be right: it stays open, and is said again whenever it is asked about.
    log.error({ ...told, currency: intent.currency }, 'a card payment of another currency is in no ledger');
    return true;
  }
  if (intent.amount_received !== toCents(row.amount)) {
    log.error(told, 'a card payment is of another amount than was asked: the ledger has what was received');
  }
  const amount = toDollars(intent.amount_received);
  const entry = await append(sql, {
    user_id: row.user_id,
    amount: -amount,
    type: ENTRY_KINDS.cardPayment.type,
    description: 'Card payment',
  });
  await sql`
    update payment_intents set stripe_id = ${intent.id}, status = 'succeeded', amount = ${amount}, last4 = ${last4},
      brand = ${brand}, paid_at = ${paid_at}, transaction_id = ${entry}, asked_at = now()
    where id = ${row.id}`;
  return true;
}

function cardOf({ latest_charge: charge }: Stripe.PaymentIntent) {
  // An event carries only the charge's id: the card is told where the intent was asked for.
  if (!charge || typeof charge === 'string') return { last4: null, brand: null, paid_at: null };
  const card = charge.payment_method_details?.card;
  return {
    last4: card?.last4 ?? null,
    brand: card?.brand ?? null,
    paid_at: new Date(charge.created * 1000),
  };
}

/** Writes down how a refund stands. Answers whether it is of a payment of ours. */
export function recordRefund(sql: Sql, refund: Stripe.Refund): Promise<boolean> {
  const failed = refund.status === 'failed' || refund.status === 'canceled';
  return recordTakeback(sql, {
    stripe_id: refund.id,
    intent: idOf(refund.payment_intent),
    kind: 'refund',
    amount: toDollars(refund.amount),
    taken: refund.status === 'succeeded',
    restored: failed,
  });
}

/** The bank has the money in these; an early warning (`warning_…`) takes none. */
const DISPUTED = new Set([
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'lost',
  'won',
]);

/** Writes down how a dispute stands. Answers whether it is of a payment of ours. */
export function recordDispute(sql: Sql, dispute: Stripe.Dispute): Promise<boolean> {
  return recordTakeback(sql, {
    stripe_id: dispute.id,
    intent: idOf(dispute.payment_intent),
    kind: 'dispute',
    amount: toDollars(dispute.amount),
    taken: DISPUTED.has(dispute.status),
    restored: dispute.status === 'won',
  });
}

interface Takeback {
  stripe_id: string;
  intent: string | undefined;
  kind: 'refund' | 'dispute';
  /** Dollars, positive. */
  amount: number;
  taken: boolean;
  restored: boolean;
}

const WORDS = {
  refund: { type: ENTRY_KINDS.cardRefund.type, taken: 'Refund to card', restored: 'Refund did not go through' },
  dispute: { type: ENTRY_KINDS.cardDispute.type, taken: 'Payment disputed with the bank', restored: 'Dispute closed: the payment stands' },
}; // prettier-ignore

/**
 * What was ever said, taken and restored, is kept and each writes its entry once. Since nothing said is ever
 * unsaid, events in any order end in the same entries.
 */
async function recordTakeback(sql: Sql, told: Takeback): Promise<boolean> {
  const [paid] = await sql<{ id: string; user_id: number }>`
    select id, user_id from payment_intents where stripe_id = ${told.intent}`;
  if (!paid) return false;
  await sql`
    insert into payment_takebacks (stripe_id, payment_intent_id, kind, amount)
    values (${told.stripe_id}, ${paid.id}, ${told.kind}, ${told.amount}) on conflict do nothing`;
  const [row] = await sql<{ taken_id: number | null; restored_id: number | null; taken: boolean; restored: boolean; amount: number }>`
    update payment_takebacks set taken = taken or ${told.taken}, restored = restored or ${told.restored}
    where stripe_id = ${told.stripe_id}
    returning taken_id, restored_id, taken, restored, amount`; // prettier-ignore
  if (!row?.taken) return true;
  const words = WORDS[told.kind];
  const { user_id } = paid;
  const taken_id =
    row.taken_id ??
    (await append(sql, { user_id, amount: row.amount, type: words.type, description: words.taken }));
  let { restored_id } = row;
  if (row.restored && restored_id === null) {
    // A manager may have reversed the entry already: that restores it as well, and once is enough.
    const [already] = await sql<{ id: number }>`select id from transactions where reverses = ${taken_id}`;
    restored_id =
      already?.id ??
      (await append(sql, {
        user_id,
        amount: -row.amount,
        type: words.type,
        description: words.restored,
        reverses: taken_id,
      }));
  }
  await sql`
    update payment_takebacks set taken_id = ${taken_id}, restored_id = ${restored_id}
    where stripe_id = ${told.stripe_id}`;
  return true;
}

interface NewEntry {
  user_id: number;
  amount: number;
  type: EntryType;
  description: string;
  reverses?: number;
}

async function append(sql: Sql, entry: NewEntry): Promise<number> {
  const [written] = await sql<{ id: number }>`
    insert into transactions (user_id, unit_id, amount, type, description, reverses)
    select id, unit, ${entry.amount}, ${entry.type}, ${entry.description}, ${entry.reverses}
    from users where id = ${entry.user_id}
    returning id`;
  if (!written) throw new Error('The new entry was not returned.');
  return written.id;
}

function idOf(reference: { id: string } | string | null): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
