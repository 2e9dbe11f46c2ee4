import Stripe from 'stripe';
import { toCents } from '../../../contract/values/money.ts';
import type { CardProvider } from './cardProvider.ts';
import { offeredMethods, VERIFIED_AT_ONCE } from './methods.ts';
import { OWN_ID } from './readIntent.ts';
import { CURRENCY } from './recordIntent.ts';

/**
 * Creates the intent of a row. The idempotency key is the row's id, so that a retry after a lost answer, or a second
 * tab, gets the same intent.
 */
export async function createIntent(
  provider: CardProvider,
  row: { id: string; amount: number },
): Promise<Stripe.PaymentIntent | undefined> {
  try {
    return await provider.stripe.paymentIntents.create(
      {
        amount: toCents(row.amount),
        currency: CURRENCY,
        allowed_payment_method_types: offeredMethods(provider.settings),
        ...(provider.settings.bankDebits ? { payment_method_options: VERIFIED_AT_ONCE } : {}),
        description: 'Porchlight account balance',
        metadata: { [OWN_ID]: row.id },
      },
      { idempotencyKey: `porchlight-${row.id}` },
    );
  } catch (error) {
    // An earlier version of this program, or one with other settings, used the key with other parameters.
    if (error instanceof Stripe.errors.StripeIdempotencyError && error.code !== 'idempotency_key_in_use') {
      return undefined;
    }
    throw error;
  }
}
