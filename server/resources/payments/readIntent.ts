import type Stripe from 'stripe';
import { hasStripeCode, type CardProvider } from './cardProvider.ts';
import { isFailedDebit } from './methods.ts';

/**
 * The current state of an intent, with its charge; undefined if the provider does not know it. A debit that failed after days
 * is canceled, since its person may have another payment open by now, and each would be paid.
 */
export async function readIntent(
  { stripe }: Pick<CardProvider, 'stripe'>,
  id: string,
  options: Stripe.RequestOptions = {},
): Promise<Stripe.PaymentIntent | undefined> {
  const read = () => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }, options);
  try {
    const intent = await read();
    if (intent.status !== 'requires_payment_method' || !isFailedDebit(intent)) return intent;
    await stripe.paymentIntents.cancel(id, { cancellation_reason: 'failed_invoice' }).catch(ifUnexpected);
    return await read();
  } catch (error) {
    if (hasStripeCode(error, 'resource_missing')) return undefined;
    throw error;
  }
}

/** Another process canceled it meanwhile. */
function ifUnexpected(error: unknown): void {
  if (!hasStripeCode(error, 'payment_intent_unexpected_state')) throw error;
}
