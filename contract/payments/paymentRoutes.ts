import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { FailedPayment, OpenPayment, PartialPayment, PaymentStarted } from './payments.ts';
import { autopayRoutes } from './autopayRoutes.ts';
import type { Route } from '../http/route.ts';

/** The calls by which residents pay by card or bank account. */
export const paymentRoutes = {
  createPayment: {
    method: 'POST',
    path: '/stripe_payments/create-payment',
    who: 'signed-in',
    offline: 'refuse',
    summary:
      'Begins a payment of the balance without what the bank is processing, by card or bank debit, or goes on with the one that is started.',
    unkeyed: 'asked again, it answers the same open payment',
    answer: PaymentStarted,
  },
  createPartialPayment: {
    method: 'POST',
    path: '/stripe_payments/create-partial-payment',
    who: 'signed-in',
    offline: 'refuse',
    summary:
      'Begins a card payment of a part of the balance, where one’s lease lets that be paid, or changes the one that is started to it. More than the balance is taken as the balance.',
    body: PartialPayment,
    answer: PaymentStarted,
    refuses: [
      '409 `full_balance_only`',
      '409 `too_little` below the rent where that is the least',
      '409 `too_little_left` where less than $0.50 would be left',
    ],
  },
  listOpenPayments: {
    method: 'GET',
    path: '/stripe_payments/open',
    who: 'signed-in',
    offline: 'keep',
    summary:
      'One’s own payments by card or bank debit that are started and not in the ledger yet, at most 20.',
    answer: lazySchema(() => z.array(OpenPayment)),
  },
  listFailedPayments: {
    method: 'GET',
    path: '/stripe_payments/failed',
    who: 'signed-in',
    offline: 'keep',
    summary:
      'One’s own payments that the bank refused within the last 14 days after it had processed them, and since which nothing was paid, at most 20.',
    answer: lazySchema(() => z.array(FailedPayment)),
  },
  ...autopayRoutes,
  stripeWebhook: {
    method: 'POST',
    path: '/stripe_payments/webhook',
    who: 'anyone',
    offline: 'refuse',
    summary: 'Takes the card provider’s signed events.',
    answer: lazySchema(() => z.object({ received: z.literal(true) })),
  },
} as const satisfies Record<string, Route>;
