import type Stripe from 'stripe';
import type { StripeSettings } from '../../configuration/configuration.ts';

/** The kinds of payment methods, as Stripe names them. */
export type MethodKind = 'card' | 'us_bank_account';

/** The payment methods that are offered. */
export function offeredMethods({ bankDebits }: StripeSettings): MethodKind[] {
  return bankDebits ? ['card', 'us_bank_account'] : ['card'];
}

/**
 * Without the days that microdeposits take, during which a payment would be neither made nor abandoned.
 * https://docs.stripe.com/payments/ach-direct-debit#bank-account-verification
 */
export const VERIFIED_AT_ONCE = { us_bank_account: { verification_method: 'instant' } } as const;

/** What is stored of a payment method: never its number. */
export interface MethodDetails {
  method: MethodKind | null;
  last4: string | null;
  /** Of a card. */
  brand: string | null;
}

/** The method that a charge was made by; of a charge that was not read, only nulls. */
export function methodOf(charge: Stripe.PaymentIntent['latest_charge']): MethodDetails {
  const details = charge && typeof charge !== 'string' ? charge.payment_method_details : null;
  if (details?.us_bank_account) {
    return { method: 'us_bank_account', last4: details.us_bank_account.last4, brand: null };
  }
  if (details?.card) {
    return { method: 'card', last4: details.card.last4 ?? null, brand: details.card.brand ?? null };
  }
  return { method: null, last4: null, brand: null };
}

/** In cents: what the provider keeps of a charge; null where it has not said, or not in dollars. */
export function feeOf(charge: Stripe.PaymentIntent['latest_charge']): number | null {
  const told = charge && typeof charge !== 'string' ? charge.balance_transaction : null;
  return told && typeof told !== 'string' && told.currency === 'usd' ? told.fee : null;
}

/** Whether an intent is a debit that the bank refused in the end, after it was processed. */
export function isFailedDebit({ latest_charge: charge }: Stripe.PaymentIntent): boolean {
  return (
    charge !== null &&
    typeof charge !== 'string' &&
    charge.status === 'failed' &&
    Boolean(charge.payment_method_details?.us_bank_account)
  );
}
