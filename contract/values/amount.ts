import * as z from 'zod/mini';
import { isExact, toCents, toDollars } from './money.ts';

/** The largest amount of an entry of the ledger, positive or negative, in cents. */
export const LARGEST_ENTRY = 100_000_000;

export const NOT_POSITIVE = 'Please enter a valid positive amount.';

interface AmountRules {
  /** What is said of anything that is no amount, or less than the least. */
  wrong?: string;
  /** What is said of more than the most; by default the same. */
  tooLarge?: string;
  /** What is said of a fraction of a cent. */
  finer?: string;
  /** In dollars. */
  least?: number;
  most?: number;
}

/** An amount in dollars and cents that a caller gives: by default, what one entry of the ledger can be. */
export function amountOf({
  wrong = NOT_POSITIVE,
  tooLarge = wrong,
  finer = 'Please enter an amount in dollars and cents.',
  least = 0.01,
  most = toDollars(LARGEST_ENTRY),
}: AmountRules = {}) {
  return z.number(wrong).check(
    z.minimum(least, wrong),
    z.maximum(most, tooLarge),
    z.refine((dollars) => dollars < least || isExact(toCents, dollars), finer),
  );
}
