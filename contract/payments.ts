import * as z from 'zod/mini';
import { Timestamp } from './text.ts';

/**
 * What the browser needs to pay. Refused with 409 and a `code`: `nothing_due` where the balance is 0 or less,
 * `payment_processing` where a payment is already under way; with 503 and `payments_unavailable` where the
 * server has no provider, or cannot reach it.
 */
export const PaymentStarted = z.object({
  /** For the Payment Element: `elements({ clientSecret })`. */
  clientSecret: z.string(),
  /** For `loadStripe`. */
  publishableKey: z.string(),
  /** Dollars: what will be charged, which is the ledger's balance. */
  amount: z.number(),
  /**
   * The address of a module to load before `loadStripe` is called (`<script type="module" src>`, wait for its
   * `load`): it defines `window.Stripe`, which `loadStripe` of '@stripe/stripe-js/pure' then uses. Null for
   * Stripe's own script, which `loadStripe` loads by itself.
   */
  stripe_js: z.nullable(z.string()),
});
export type PaymentStarted = z.infer<typeof PaymentStarted>;

/** A payment of one's own that was begun and has no entry in the ledger yet. */
export const OpenPayment = z.object({
  /** The provider's id. */
  id: z.string(),
  /** Dollars, positive. */
  amount: z.number(),
  /**
   * `started`: checkout was opened and nothing is under way, so that there is nothing to say. `needs_action`:
   * the bank waits for its customer. `processing`: paid, and the provider is still at it: "Payment processing".
   */
  status: z.enum(['started', 'needs_action', 'processing']),
  created_at: Timestamp,
});
export type OpenPayment = z.infer<typeof OpenPayment>;

/** The receipt of an entry of type `Card Payment`. */
export const Receipt = z.object({
  /** Such as `PL-000123`. */
  number: z.string(),
  date: Timestamp,
  /** Dollars, positive. */
  amount: z.number(),
  /** Null where the provider does not report it. */
  last4: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  /** Who paid: first and last name. */
  name: z.string(),
  unit_number: z.nullable(z.string()),
  property_name: z.nullable(z.string()),
  description: z.string(),
});
export type Receipt = z.infer<typeof Receipt>;
