import Stripe from 'stripe';
import { endIntent } from '../cancelCheckout.ts';
import { hasStripeCode, type CardProvider } from '../cardProvider.ts';
import type { MethodKind } from '../methods.ts';
import { OWN_ID, WITH_CHARGE } from '../readIntent.ts';
import { CURRENCY, recordIntent } from '../recordIntent.ts';
import { endRun } from './recordRun.ts';

/** A claimed try, as it is sent to the provider. */
export interface SentRun {
  /** The id of its payment, which is its idempotency key. */
  payment_id: string;
  cents: number;
  customer: string;
  payment_method: string;
  kind: MethodKind;
}

/**
 * Charges a claimed try, and records how it ended. Sent again, it is the same charge.
 * @throws the provider's error where it is not known whether it was charged; then it is finished later
 */
export async function sendRun(provider: CardProvider, run: SentRun): Promise<void> {
  const { stripe, database, log } = provider;
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: run.cents,
        currency: CURRENCY,
        customer: run.customer,
        payment_method: run.payment_method,
        allowed_payment_method_types: [run.kind],
        off_session: true,
        confirm: true,
        description: 'Porchlight autopay',
        metadata: { [OWN_ID]: run.payment_id },
        expand: WITH_CHARGE,
      },
      { idempotencyKey: `porchlight-${run.payment_id}` },
    );
    await database.transaction((sql) => recordIntent(sql, intent, provider));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    // Declined: nobody is there to try another card with this payment, so it is canceled.
    if (error.payment_intent && (await endIntent(provider, error.payment_intent.id))) return;
    // Nothing was made of it.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    log.warn(error, 'a stored card or bank account cannot be charged any more');
    await dropRun(provider, run.payment_id, 'declined');
    const isGone = hasStripeCode(error, 'resource_missing') || /attach|detach/i.test(error.message);
    if (!isGone) return;
    await database.sql`
      update autopay set paused_reason = 'method_removed', paused_at = now()
      from autopay_runs as run where run.payment_intent_id = ${run.payment_id} and autopay.user_id = run.user_id
        and autopay.setup_id = run.setup_id`;
  }
}

/** Ends a try of which the provider has made no payment. */
export async function dropRun(
  { database }: CardProvider,
  paymentId: string,
  outcome: 'declined' | 'abandoned' | 'canceled',
): Promise<void> {
  await database.transaction(async (sql) => {
    await sql`
      update payment_intents set status = 'canceled'
      where id = ${paymentId} and stripe_id is null and status <> 'succeeded'`;
    await endRun(sql, paymentId, { outcome, code: null });
  });
}
