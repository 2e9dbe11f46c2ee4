import type Stripe from 'stripe';
import type { AutopayOutcome } from '../../../../contract/payments/autopay.ts';
import type { Sql } from '../../../database/database.ts';
import { isFailedDebit } from '../methods.ts';
import { momentOf } from '../cardProvider.ts';
import { whyFailed } from '../failureWords.ts';
import { notifyOfFailure } from '../notifyOfFailure.ts';
import { MOST_ATTEMPTS } from './queries.ts';

/** How a try of autopay ended, by its payment's state at the provider; undefined while it is on its way. */
function outcomeOf(intent: Stripe.PaymentIntent): AutopayOutcome | undefined {
  if (intent.status === 'succeeded') return 'succeeded';
  if (intent.status === 'processing') return 'processing';
  if (intent.status !== 'canceled') return undefined;
  if (isFailedDebit(intent)) return 'failed';
  const error = intent.last_payment_error;
  if (!error) return 'canceled';
  return error.code === 'authentication_required' ? 'authentication_required' : 'declined';
}

/** Stores how the try ended that a payment belongs to, if it belongs to one. */
export async function recordRun(
  sql: Sql,
  paymentId: string,
  intent: Stripe.PaymentIntent,
  now?: Date,
): Promise<void> {
  const outcome = outcomeOf(intent);
  if (outcome) await endRun(sql, paymentId, { outcome, code: intent.last_payment_error?.code ?? null, now });
}

/** Why a try of autopay charged nothing, in a sentence for its person. */
function whyNothingWasCharged(outcome: AutopayOutcome, code: string | null): string {
  if (outcome === 'failed') return whyFailed(code);
  if (outcome === 'authentication_required') return 'The bank wants the payment to be confirmed in person.';
  if (outcome === 'declined') return 'The stored card or bank account was declined.';
  return 'The stored card or bank account was not charged.';
}

/** Stores how a try ended, and tells of one that failed. The third one that failed pauses autopay. */
export async function endRun(
  sql: Sql,
  paymentId: string,
  { outcome, code, now }: { outcome: AutopayOutcome; code: string | null; now?: Date | undefined },
): Promise<void> {
  const failed = ['declined', 'authentication_required', 'failed', 'abandoned'].includes(outcome);
  const [ended] = await sql<{ has_ended: boolean; has_paused: boolean }>`
    with ended as (
      update autopay_runs set outcome = ${outcome}, failure_code = ${code}, ended_at = ${momentOf({ now })}
      where payment_intent_id = ${paymentId} and (outcome is null or outcome = 'processing')
        and outcome is distinct from ${outcome}
      returning user_id, setup_id, attempt
    ), paused as (
      update autopay set paused_reason = ${outcome}, paused_at = ${momentOf({ now })} from ended
      where ${failed}::boolean and ended.attempt >= ${MOST_ATTEMPTS} and autopay.user_id = ended.user_id
        and autopay.setup_id = ended.setup_id and paused_reason is null
      returning autopay.user_id
    )
    select exists (select from ended) as has_ended, exists (select from paused) as has_paused`;
  if (!failed || !ended?.has_ended) return;
  const why = whyNothingWasCharged(outcome, code);
  await notifyOfFailure(sql, paymentId, {
    reason: ended.has_paused ? `${why} This was the third try.` : why,
    autopay: ended.has_paused ? 'paused' : undefined,
  });
}
