import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';

export const UNEXPECTED = 'An unexpected error occurred.';

/** Why a payment was not confirmed. Where it is confirmed, the provider leads the page away and nothing is answered. */
export interface NotConfirmed {
  message: string;
  /** Nobody here can tell whether the card was charged. */
  mayHavePaid: boolean;
  /** The provider's form has led the person to the field that is at fault. */
  atField?: boolean;
}

/** Asks the provider to charge the card that was typed, and to come back to `/payments`. */
export async function confirmPayment(stripe: Stripe, elements: StripeElements): Promise<NotConfirmed> {
  const return_url = new URL('/payments', window.location.href).href;
  try {
    const { error } = await stripe.confirmPayment({ elements, confirmParams: { return_url } });
    return judge(error);
  } catch {
    return { message: UNEXPECTED, mayHavePaid: true };
  }
}

/** The errors that say for certain that nothing was charged. */
const CERTAIN = new Set<StripeError['type']>([
  'authentication_error',
  'card_error',
  'invalid_request_error',
  'rate_limit_error',
  'validation_error',
]);

function judge({ type, message, payment_intent }: StripeError): NotConfirmed {
  // Paid in another tab meanwhile: the provider refuses to do so again.
  const paid = payment_intent?.status === 'succeeded' || payment_intent?.status === 'processing';
  const forThePerson = type === 'card_error' || type === 'validation_error';
  return {
    message: (forThePerson && message) || UNEXPECTED,
    mayHavePaid: paid || !CERTAIN.has(type),
    atField: type === 'validation_error',
  };
}
