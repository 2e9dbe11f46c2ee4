import * as z from 'zod/mini';
import { LARGEST_ENTRY, type Transaction } from './ledger.ts';
import { isExact, toCents, toDollars } from './money.ts';
import { CARD_DISPUTE, CARD_PAYMENT, CARD_REFUND } from './payments.ts';
import { id, optionalText, requiredText } from './text.ts';

/** What a tenant is charged for; the first is the usual. */
export const CHARGE_TYPES = ['Late Fee', 'Damage Fee', 'Parking Fee', 'Misc Charge'] as const;
export type ChargeType = (typeof CHARGE_TYPES)[number];

/** How a tenant pays management itself; the first is the usual. */
export const PAYMENT_TYPES = ['Check', 'Cash', 'Money Order', 'Other'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** What the ledger says of a payment that nobody described. */
export const OFFLINE_PAYMENT = 'Offline payment recorded';

/** The type of an entry that takes another back. */
export const REVERSAL = 'Reversal';

const notPositive = 'Please enter a valid positive amount.';
/** In characters. */
const LONGEST_DESCRIPTION = 500;

/** Whose account it is, for which of their units, and dollars; the server decides which way they count. */
const posted = {
  userId: id('Please say whose account this is for.'),
  /** Null or missing for someone who lives in no unit any more. */
  unitId: z.optional(z.nullable(id('There is no such unit.'))),
  amount: z.number(notPositive).check(
    z.minimum(0.01, notPositive),
    z.maximum(toDollars(LARGEST_ENTRY), 'One entry can be at most $1,000,000.00.'),
    z.refine((amount) => isExact(toCents, amount), 'Please enter an amount in dollars and cents.'),
  ),
};

export const NewCharge = z.object({
  ...posted,
  type: z._default(
    z.enum(CHARGE_TYPES, `A charge is one of ${CHARGE_TYPES.join(', ')}.`),
    CHARGE_TYPES[0] satisfies ChargeType,
  ),
  description: requiredText('Please enter a description.', LONGEST_DESCRIPTION),
});

export const NewPayment = z.object({
  ...posted,
  type: z._default(
    z.enum(PAYMENT_TYPES, `A payment is one of ${PAYMENT_TYPES.join(', ')}.`),
    PAYMENT_TYPES[0] satisfies PaymentType,
  ),
  description: z.optional(optionalText('A description is text.', LONGEST_DESCRIPTION)),
});

export const NewReversal = z.object({
  reason: requiredText('Please say why this entry is reversed.', LONGEST_DESCRIPTION),
});

const OF_CARDS = [CARD_PAYMENT, CARD_REFUND, CARD_DISPUTE];

/** Why an entry is set right in another way than by reversing it; undefined where it may be reversed. */
export function reversalProblem({
  type,
  reverses,
}: Pick<Transaction, 'type' | 'reverses'>): { code: string; message: string } | undefined {
  if (OF_CARDS.includes(type)) {
    return {
      code: 'card_entry',
      message:
        'This entry comes from the card provider. Refund the payment there, and the refund is entered by itself.',
    };
  }
  if (reverses !== null) {
    return {
      code: 'is_reversal',
      message: 'A reversal cannot be reversed. Post the charge or payment again instead.',
    };
  }
  return undefined;
}
