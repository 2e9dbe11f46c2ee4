import * as z from 'zod/mini';
import { CHARGE_TYPES, entryKind, PAYMENT_TYPES } from './entryKinds.ts';
import { LARGEST_ENTRY, type Transaction } from './ledger.ts';
import { isExact, toCents, toDollars } from './money.ts';
import { id, optionalText, requiredText } from './text.ts';

/** What the ledger says of a payment that nobody described. */
export const OFFLINE_PAYMENT = 'Offline payment recorded';

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
  type: z._default(z.enum(CHARGE_TYPES, `A charge is one of ${CHARGE_TYPES.join(', ')}.`), CHARGE_TYPES[0]),
  description: requiredText('Please enter a description.', LONGEST_DESCRIPTION),
});

export const NewPayment = z.object({
  ...posted,
  type: z._default(
    z.enum(PAYMENT_TYPES, `A payment is one of ${PAYMENT_TYPES.join(', ')}.`),
    PAYMENT_TYPES[0],
  ),
  description: z.optional(optionalText('A description is text.', LONGEST_DESCRIPTION)),
});

export const NewReversal = z.object({
  reason: requiredText('Please say why this entry is reversed.', LONGEST_DESCRIPTION),
});

/** Why an entry is set right in another way than by reversing it; undefined where it may be reversed. */
export function reversalProblem({
  type,
  reverses,
}: Pick<Transaction, 'type' | 'reverses'>): { code: string; message: string } | undefined {
  const kind = entryKind(type);
  if (reverses === null && kind?.reversible !== false) return undefined;
  if (kind?.postedBy === 'card provider') {
    return {
      code: 'card_entry',
      message:
        'This entry comes from the card provider. Refund the payment there, and the refund is entered by itself.',
    };
  }
  return {
    code: 'is_reversal',
    message: 'A reversal cannot be reversed. Post the charge or payment again instead.',
  };
}
