import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { amountOf } from '../values/amount.ts';
import { Signature } from '../ledger/signature.ts';
import { Timestamp } from '../values/text.ts';

/**
 * The data that the browser needs to pay. Refused with 409 and a `code`: `nothing_due` if the balance is 0 or less,
 * `payment_processing` if all that is due is being processed, `payments_not_accepted` where the lease accepts none; with 503 and `payments_unavailable` if the server has no
 * provider or cannot reach it.
 */
export const PaymentStarted = lazySchema(() =>
  z.object({
    /** For the Payment Element: `elements({ clientSecret })`. */
    clientSecret: z.string(),
    /** For `loadStripe`. */
    publishableKey: z.string(),
    /** The amount to pay in dollars: the balance, or the part of it that was asked for. */
    amount: z.number(),
    /**
     * The URL of a module to load before `loadStripe` is called (`<script type="module" src>`, wait for its `load`). It
     * defines `window.Stripe`, which `loadStripe` of '@stripe/stripe-js/pure' uses. Null for Stripe's own script, which
     * `loadStripe` loads itself.
     */
    stripe_js: z.nullable(z.string()),
  }),
);
export type PaymentStarted = z.infer<typeof PaymentStarted>;

/** A part of the balance, in dollars, which is never more than the balance. */
export const PartialPayment = lazySchema(() => z.object({ amount: amountOf() }));

/** A payment of the user that has no ledger entry yet. */
export const OpenPayment = lazySchema(() =>
  z.object({
    /** The provider's id. */
    id: z.string(),
    /** Dollars, positive. */
    amount: z.number(),
    /**
     * `started`: the checkout was opened, nothing is paid. `needs_action`: it waits for authentication at the bank.
     * `processing`: it was paid, and the provider has not confirmed it yet.
     */
    status: z.enum(['started', 'needs_action', 'processing']),
    created_at: Timestamp,
    /** How it is paid, once the provider says it. Missing in what the version before stored. */
    method: z.optional(z.nullable(z.enum(['card', 'us_bank_account']))),
  }),
);
export type OpenPayment = z.infer<typeof OpenPayment>;

/** A payment of the user that the bank refused after it was processed, so that nothing was paid. */
export const FailedPayment = lazySchema(() =>
  z.object({
    /** The provider's id. */
    id: z.string(),
    /** Dollars, positive. */
    amount: z.number(),
    /** The last digits of the account; null where the provider does not report them. */
    last4: z.nullable(z.string()),
    failed_at: Timestamp,
    /** Why, in a sentence for its person. */
    reason: z.string(),
  }),
);
export type FailedPayment = z.infer<typeof FailedPayment>;

/** What of a charge a payment pays. */
const PaidFor = lazySchema(() =>
  z.object({
    /** Of the charge: its type, such as `Rent`, and its description. */
    type: z.string(),
    description: z.string(),
    /** The first day of the month that a lease's charge or a bill of utilities is for; null for others. */
    month: z.nullable(z.string()),
    /** Dollars: how much of it is paid by this payment. */
    amount: z.number(),
  }),
);
export type PaidFor = z.infer<typeof PaidFor>;

/** The receipt of a payment: by card, or one that management took. */
export const Receipt = lazySchema(() =>
  z.object({
    /** Such as `PL-000123`, or `RB-12-07` of a receipt book. */
    number: z.string(),
    /** When it was paid, or recorded by management. */
    date: Timestamp,
    /** The day management received it, such as `2026-05-26`; null for a card payment, and where it was not said. */
    received_on: z.nullable(z.string()),
    /** The type of the entry, such as `Check`. */
    type: z.string(),
    /** Whether the entry was reversed. */
    reversed: z.boolean(),
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
    /** The number of a check or money order, or of a transfer. */
    reference: z.nullable(z.string()),
    /** The first and last name of the manager who recorded it; null for a card payment. */
    received_by: z.nullable(z.string()),
    /** What the payer drew when management took it; null where nobody signed. Missing in what the version before stored. */
    signature: z.optional(z.nullable(Signature)),
    /** The charges that it pays, the oldest first, which may change as others are posted and taken back; missing as above. */
    pays: z.optional(z.array(PaidFor)),
    /** Dollars: what was owed once it was posted, below 0 what was paid ahead; missing as above. */
    balance_after: z.optional(z.number()),
  }),
);
export type Receipt = z.infer<typeof Receipt>;
