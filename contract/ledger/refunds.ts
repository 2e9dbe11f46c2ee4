import * as z from 'zod/mini';
import type { Route } from '../http/route.ts';
import { lazySchema } from '../values/lazySchema.ts';
import { givenDay, optionalText } from '../values/text.ts';
import { REFUND_TYPES } from './entryKinds.ts';
import { Transaction } from './ledger.ts';
import { LONGEST_DESCRIPTION, LONGEST_REFERENCE, posted } from './newEntry.ts';

/** What the ledger says of a refund that nobody described. */
export const REFUND = 'Refund';

/** What management gave back of a credit, in dollars. */
export const NewRefund = lazySchema(() =>
  z.object({
    ...posted,
    type: z._default(z.enum(REFUND_TYPES, `A refund is one of ${REFUND_TYPES.join(', ')}.`), REFUND_TYPES[0]),
    description: z.optional(optionalText('A description is text.', LONGEST_DESCRIPTION)),
    /** The day the money was given back, such as `2026-05-26`; today by default. */
    refunded_on: z.optional(z.nullable(givenDay('Please enter the day the money was given back.'))),
    /** The number of a check, or of a transfer. */
    reference: z.optional(optionalText('A reference is text.', LONGEST_REFERENCE)),
    /** Whether a refund of a day in a closed month counts from the first day after the closed months, and says for which day it was. */
    after_closed: z.optional(z.boolean('after_closed is true or false.')),
  }),
);

/** The call by which managers record what they gave back. */
export const refundRoutes = {
  recordRefund: {
    method: 'POST',
    path: '/transactions/refund',
    who: 'manager',
    offline: 'queue',
    summary:
      'Records what management gave back of an account’s credit; without a type, by check. Its entry is positive.',
    body: NewRefund,
    status: 201,
    answer: Transaction,
    refuses: [
      '400 for a day in the future, and for more than the account is in credit',
      '404 for a user who is not there',
      '409 `month_closed` for a day in a closed month, unless after_closed is true',
    ],
  },
} as const satisfies Record<string, Route>;
