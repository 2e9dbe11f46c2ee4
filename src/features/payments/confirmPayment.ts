import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';

export const UNEXPECTED = 'An unexpected error occurred.';

const CALLED_OFF =
  'This payment was called off, because what you owe or may pay has changed. Nothing was charged. Please try again.';

/** Why a payment was not confirmed. A confirmed payment redirects the page, so that nothing is returned. */
export interface NotConfirmed {
  message: string;
  /** Whether the card may have been charged. */
  mayHavePaid: boolean;
  /** Whether it is that no answer came before anything was charged. */
  unreached?: boolean;
  /** Whether the provider's form has focused the invalid field. */
  atField?: boolean;
}

/** Confirms the payment with the typed card; the provider redirects back to `/payments`. */
export async function confirmPayment(stripe: Stripe, elements: StripeElements): Promise<NotConfirmed> {
  const return_url = new URL('/payments', window.location.href).href;
  try {
    const { error } = await stripe.confirmPayment({ elements, confirmParams: { return_url } });
    return toNotConfirmed(error);
  } catch {
    return { message: UNEXPECTED, mayHavePaid: true };
  }
}

/** The types of errors after which certainly nothing was charged. */
const CERTAIN = new Set<StripeError['type']>([
  'authentication_error',
  'card_error',
  'invalid_request_error',
  'rate_limit_error',
  'validation_error',
]);

function toNotConfirmed({ type, message, payment_intent }: StripeError): NotConfirmed {
  // The payment was made in another tab meanwhile.
  const paid = payment_intent?.status === 'succeeded' || payment_intent?.status === 'processing';
  if (payment_intent?.status === 'canceled') return { message: CALLED_OFF, mayHavePaid: false };
  const forThePerson = type === 'card_error' || type === 'validation_error';
  return {
    message: (forThePerson && message) || UNEXPECTED,
    mayHavePaid: paid || !CERTAIN.has(type),
    atField: type === 'validation_error',
  };
}
