import type Stripe from 'stripe';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import { dayIn, zoneOf } from '../../../contract/values/timeZone.ts';
import type { Sql } from '../../database/database.ts';
import { postEntry } from '../ledger/postEntries.ts';
import { readLeaseAccount } from '../ledger/home/sharedLease.ts';
import { recordRun } from './autopay/recordRun.ts';
import type { CardProvider } from './cardProvider.ts';
import { whyFailed } from './failureWords.ts';
import { feeOf, isFailedDebit, methodOf, type MethodKind } from './methods.ts';
import { OWN_ID } from './readIntent.ts';
import { postTakebacks } from './refundsAndDisputes.ts';
import { notifyOfFailure } from './notifyOfFailure.ts';

/** The currency of the ledger, as a Stripe code. */
export const CURRENCY = 'usd';

interface Row {
  id: string;
  user_id: number;
  unit_id: number | null;
  /** The lease whose account it pays; null where it is the payer's own. */
  lease_id: number | null;
  /** The unit's property's, where it has one of its own. */
  time_zone: string | null;
  status: string;
  /** Whether the bank is processing it, or refused it in the end. */
  processing: boolean;
  failed: boolean;
  method: MethodKind | null;
  amount: number;
}

/**
 * Stores the state of an intent, and posts its ledger entry when it succeeded. A repeated or older state changes
 * nothing. Returns whether the intent belongs to this program.
 */
export async function recordIntent(
  sql: Sql,
  intent: Stripe.PaymentIntent,
  { log, zone, now }: Pick<CardProvider, 'log' | 'zone' | 'now'>,
): Promise<boolean> {
  const [row] = await sql<Row>`
    select payment.id, user_id, unit as unit_id, payment.lease_id, properties.time_zone, status, processing_since is not null as processing,
      failed_at is not null as failed, method, amount
    from payment_intents as payment join users on users.id = user_id
    left join units on units.id = users.unit left join properties on properties.id = units.property_id
    where stripe_id = ${intent.id} or (stripe_id is null and payment.id::text = ${intent.metadata[OWN_ID]})
    for update of payment`;
  if (!row) return false;
  await recordRun(sql, row.id, intent, now);
  const { last4, brand, method } = methodOf(intent.latest_charge);
  const fee = feeOf(intent.latest_charge);
  const provider_fee = fee === null ? null : toDollars(fee);
  const paid_at = paidAt(intent);
  if (row.status === 'succeeded') {
    await sql`
      update payment_intents set last4 = coalesce(last4, ${last4}), brand = coalesce(brand, ${brand}),
        paid_at = coalesce(paid_at, ${paid_at}), provider_fee = coalesce(provider_fee, ${provider_fee}), asked_at = now()
      where id = ${row.id}`;
    return true;
  }
  if (intent.status !== 'succeeded') {
    const isPaid = intent.status === 'processing' || intent.status === 'requires_capture';
    if (
      !row.failed &&
      (isFailedDebit(intent) || (row.processing && intent.status === 'requires_payment_method'))
    ) {
      await sql`
        update payment_intents set stripe_id = ${intent.id}, status = 'canceled', failed_at = now(), asked_at = now(),
          failure_code = ${intent.last_payment_error?.code ?? null}, method = coalesce(${method}, method),
          last4 = coalesce(${last4}, last4)
        where id = ${row.id}`;
      await notifyOfFailure(sql, row.id, {
        reason: whyFailed(intent.last_payment_error?.code ?? null),
      });
      return true;
    }
    // A canceled intent stays canceled, since events may arrive late; only a success still counts, or what will be one.
    if (row.status === 'canceled' && !row.processing && (!isPaid || row.failed)) return true;
    await sql`
      update payment_intents set stripe_id = ${intent.id}, status = ${intent.status}, asked_at = now(),
        method = coalesce(${method}, method), last4 = coalesce(${last4}, last4), brand = coalesce(${brand}, brand)
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
  const by = method ?? row.method ?? 'card';
  const entry = await postEntry(sql, {
    ...(row.lease_id === null
      ? { user_id: row.user_id, unit_id: row.unit_id }
      : await readLeaseAccount(sql, row.lease_id, row.user_id)),
    amount: -amount,
    ...(by === 'us_bank_account'
      ? { type: ENTRY_KINDS.bankPayment.type, description: 'Bank payment' }
      : { type: ENTRY_KINDS.cardPayment.type, description: 'Card payment' }),
    effective_on: paid_at ? earlierDay(paid_at, zoneOf(row.time_zone, zone), now) : undefined,
    created_by: null,
    created_at: now?.toISOString(),
  });
  await sql`
    update payment_intents set stripe_id = ${intent.id}, status = 'succeeded', amount = ${amount}, method = ${by},
      last4 = ${last4}, brand = ${brand}, paid_at = ${paid_at}, provider_fee = ${provider_fee}, transaction_id = ${entry.id},
      asked_at = now()
    where id = ${row.id}`;
  await postTakebacks(sql, row.id);
  return true;
}

/** When it was paid; null for an event, which has only the charge's id. */
function paidAt({ latest_charge: charge }: Stripe.PaymentIntent): Date | null {
  return charge && typeof charge !== 'string' ? new Date(charge.created * 1000) : null;
}

/** The day of a payment that is entered on a later one, for which it counts: rent that was paid in time stays so. */
function earlierDay(paidAt: Date, zone: string, now = new Date()): string | undefined {
  const day = dayIn(zone, paidAt);
  return day < dayIn(zone, now) ? day : undefined;
}
