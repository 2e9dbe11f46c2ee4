import type Stripe from 'stripe';
import { toCents, toDollars } from '../../../contract/money.ts';
import { ENTRY_KINDS } from '../../../contract/entryKinds.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Sql } from '../../database/database.ts';
import { postEntry } from '../ledger/postEntries.ts';

/** The currency of the ledger, as a Stripe code. */
export const CURRENCY = 'usd';
/** The metadata of an intent with the id of its row, for a row that does not have the intent's id yet. */
export const OWN_ID = 'porchlight_payment';

interface Row {
  id: string;
  user_id: number;
  unit_id: number | null;
  status: string;
  amount: number;
}

/**
 * Stores the state of an intent, and posts its ledger entry when it succeeded. A repeated or older state changes
 * nothing. Returns whether the intent belongs to this program.
 */
export async function recordIntent(
  sql: Sql,
  intent: Stripe.PaymentIntent,
  log: FastifyBaseLogger,
): Promise<boolean> {
  const [row] = await sql<Row>`
    select payment.id, user_id, unit as unit_id, status, amount
    from payment_intents as payment join users on users.id = user_id
    where stripe_id = ${intent.id} or (stripe_id is null and payment.id::text = ${intent.metadata[OWN_ID]})
    for update of payment`;
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
    // A canceled intent stays canceled, since events may arrive late; only a success still counts.
    if (row.status === 'canceled') return true;
    await sql`
      update payment_intents set stripe_id = ${intent.id}, status = ${intent.status}, asked_at = now()
      where id = ${row.id}`;
    return true;
  }
  const reported = { intent: intent.id, asked: row.amount, received: intent.amount_received };
  if (intent.currency !== CURRENCY) {
    // There is no right amount in dollars. The intent stays open and is logged at each check.
    log.error(
      { ...reported, currency: intent.currency },
      'a card payment of another currency is in no ledger',
    );
    return true;
  }
  if (intent.amount_received !== toCents(row.amount)) {
    log.error(
      reported,
      'a card payment is of another amount than was asked: the ledger has what was received',
    );
  }
  const amount = toDollars(intent.amount_received);
  const entry = await postEntry(sql, {
    user_id: row.user_id,
    unit_id: row.unit_id,
    amount: -amount,
    type: ENTRY_KINDS.cardPayment.type,
    description: 'Card payment',
    created_by: null,
  });
  await sql`
    update payment_intents set stripe_id = ${intent.id}, status = 'succeeded', amount = ${amount}, last4 = ${last4},
      brand = ${brand}, paid_at = ${paid_at}, transaction_id = ${entry.id}, asked_at = now()
    where id = ${row.id}`;
  return true;
}

function cardOf({ latest_charge: charge }: Stripe.PaymentIntent) {
  // An event has only the charge's id; a retrieved intent has the charge with its card.
  if (!charge || typeof charge === 'string') return { last4: null, brand: null, paid_at: null };
  const card = charge.payment_method_details?.card;
  return {
    last4: card?.last4 ?? null,
    brand: card?.brand ?? null,
    paid_at: new Date(charge.created * 1000),
  };
}
