import type Stripe from 'stripe';
import { hasStripeCode, type CardProvider } from './cardProvider.ts';
import { isFailedDebit } from './methods.ts';

/** The metadata of an intent with the id of its row, for a row that does not have the intent's id yet. */
export const OWN_ID = 'porchlight_payment';

/** Spells out an intent's charge, with what the provider keeps of it. */
export const WITH_CHARGE = ['latest_charge.balance_transaction'];

/**
 * The current state of an intent, with its charge; undefined if the provider does not know it. A debit that failed after days
 * is canceled, since its person may have another payment open by now, and each would be paid.
 */
export async function readIntent(
  { stripe }: Pick<CardProvider, 'stripe'>,
  id: string,
  options: Stripe.RequestOptions = {},
): Promise<Stripe.PaymentIntent | undefined> {
  const read = () => stripe.paymentIntents.retrieve(id, { expand: WITH_CHARGE }, options);
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

/**
 * The id of an intent whose answer was lost: of those made since a moment, in seconds since the epoch, the one that names this
 * payment. Stripe lists what it made at once, unlike its search. The clocks may differ by an hour.
 */
export async function findIntent(
  { stripe }: Pick<CardProvider, 'stripe'>,
  { payment_id, since, customer }: { payment_id: string; since: number; customer?: string },
): Promise<string | undefined> {
  const created = { gte: Math.floor(since) - 60 * 60 };
  for await (const { id, metadata } of stripe.paymentIntents.list({
    created,
    limit: 100,
    ...(customer === undefined ? {} : { customer }),
  })) {
    if (metadata[OWN_ID] === payment_id) return id;
  }
  return undefined;
}

/** Another process canceled it meanwhile. */
function ifUnexpected(error: unknown): void {
  if (!hasStripeCode(error, 'payment_intent_unexpected_state')) throw error;
}
