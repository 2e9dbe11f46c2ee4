import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { RecordedPayment, Transaction } from './ledger.ts';
import {
  ChargedTenants,
  NewCharge,
  NewCharges,
  NewCredit,
  NewPayment,
  NewReversal,
  ReturnedPayment,
} from './newEntry.ts';
import { TenantBalance } from './balances.ts';
import { PageQuery } from '../http/paging.ts';
import { Receipt } from '../payments/payments.ts';
import { refundRoutes } from './refunds.ts';
import { receiptBookRoutes } from './receiptBooks.ts';
import type { Route } from '../http/route.ts';
import { IdParams } from '../values/text.ts';

const MONTH_CLOSED = '409 `month_closed` for a day in a closed month, with the first open one in `detail`';

/** The calls of the ledger: charges, payments that management takes, and what takes them back. */
export const ledgerRoutes = {
  listMyTransactions: {
    method: 'GET',
    path: '/transactions/my-history',
    who: 'signed-in',
    offline: 'keep',
    summary: 'One’s own ledger, newest first.',
    query: PageQuery,
    paged: { order: 'creation, id, descending', id: 'id' },
    answer: lazySchema(() => z.array(Transaction)),
  },
  listUserTransactions: {
    method: 'GET',
    path: '/transactions/user-history/:id',
    who: 'manager',
    offline: 'keep',
    summary: 'Anyone’s ledger, by the user’s id, newest first.',
    params: IdParams,
    query: PageQuery,
    paged: { order: 'creation, id, descending', id: 'id' },
    answer: lazySchema(() => z.array(Transaction)),
  },
  listBalances: {
    method: 'GET',
    path: '/transactions/all-balances',
    who: 'manager',
    offline: 'keep',
    summary:
      'What each tenant owes: the active residents of a unit, and anyone whose balance is not zero. By name.',
    query: PageQuery,
    paged: { order: 'last name, first name, user_id', id: 'user_id' },
    answer: lazySchema(() => z.array(TenantBalance)),
  },
  createCharge: {
    method: 'POST',
    path: '/transactions/charge',
    who: 'manager',
    offline: 'queue',
    summary: 'Charges a tenant; without a type, a late fee.',
    body: NewCharge,
    status: 201,
    answer: Transaction,
    refuses: ['404 for a user who is not there', `${MONTH_CLOSED}, unless after_closed is true`],
  },
  createCharges: {
    method: 'POST',
    path: '/transactions/charges',
    who: 'manager',
    offline: 'refuse',
    summary: 'Charges several tenants the same, all of them or none; without a type, a late fee.',
    body: NewCharges,
    status: 201,
    answer: ChargedTenants,
    refuses: ['404 where one of the users is not there', MONTH_CLOSED],
  },
  createCredit: {
    method: 'POST',
    path: '/transactions/credit',
    who: 'manager',
    offline: 'queue',
    summary:
      'Takes an amount off what a tenant owes, without money received; without a type, a concession. Its entry is negative.',
    body: NewCredit,
    status: 201,
    answer: Transaction,
    refuses: [
      '400 for a day in the future',
      '400 for another account’s charge, and for more than its unpaid amount',
      '404 for a user who is not there',
      `${MONTH_CLOSED}, unless after_closed is true`,
    ],
  },
  recordPayment: {
    method: 'POST',
    path: '/transactions/record-payment',
    who: 'manager',
    offline: 'queue',
    summary: 'Records what a tenant paid management itself; without a type, by check. Its entry is negative.',
    body: NewPayment,
    status: 201,
    answer: RecordedPayment,
    refuses: [
      '404 for a user who is not there',
      `${MONTH_CLOSED}, unless after_closed is true`,
      '409 `payments_not_accepted` where the lease accepts none',
      '409 `unknown_receipt_number` for one that is of no receipt book of the caller',
      '409 `receipt_number_used` for one that a payment has already',
      '409 `payment_repeated` with `ask_if_repeated`, where the same amount was recorded or received within a day, with who recorded it and when in `detail`',
    ],
  },
  ...refundRoutes,
  ...receiptBookRoutes,
  reverseTransaction: {
    method: 'POST',
    path: '/transactions/:id/reversal',
    who: 'manager',
    offline: 'refuse',
    summary: 'Takes an entry back, once, by another of the opposite amount, which is the answer.',
    params: IdParams,
    body: NewReversal,
    status: 201,
    answer: Transaction,
    refuses: [
      '409 `already_reversed`',
      MONTH_CLOSED,
      '409 `is_reversal` for an entry that takes another back',
      '409 `card_entry` for card payments, refunds and disputes, which the card provider reports',
    ],
  },
  returnPayment: {
    method: 'POST',
    path: '/transactions/:id/return',
    who: 'manager',
    offline: 'refuse',
    summary:
      'Takes back a payment that management recorded and the bank gave back, which is the answer, and charges a fee if one is given. Both count from the day on which it was returned. What it paid is open again, and may cost a late fee.',
    params: IdParams,
    body: ReturnedPayment,
    status: 201,
    answer: Transaction,
    refuses: [
      '409 `already_reversed`',
      '409 `not_returnable` for an entry that is no such payment',
      MONTH_CLOSED,
    ],
  },
  readReceipt: {
    method: 'GET',
    path: '/transactions/:id/receipt',
    who: 'signed-in',
    offline: 'keep',
    summary: 'The receipt of a payment of one’s own; of anyone’s for a manager.',
    params: IdParams,
    answer: Receipt,
  },
} as const satisfies Record<string, Route>;
