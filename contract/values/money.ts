import { numberText } from './numberText.ts';

/** The value as a whole number of `1 / 10^decimals`. Never rounds: a finer value throws a RangeError. */
function whole(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  const scaled = Math.round(value * scale);
  if (!Number.isSafeInteger(scaled) || scaled / scale !== value) {
    throw new RangeError(`${value} is not an exact number with at most ${decimals} decimals.`);
  }
  return scaled + 0; // -0 becomes 0
}

/** Whether one of the conversions below accepts the value, such as `isExact(toCents, 0.1)`. */
export function isExact(exact: (value: number) => number, value: number): boolean {
  try {
    exact(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * Cents of an amount in dollars, as JSON carries it.
 * @throws {RangeError} for more than 2 decimals, or a value too large to be exact
 */
export const toCents = (dollars: number): number => whole(dollars, 2);

/**
 * Dollars of whole cents, for JSON. Add up in cents, never in dollars.
 * @throws {RangeError} for a fraction of a cent
 */
export function toDollars(cents: number): number {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${cents} is not a whole number of cents.`);
  return cents / 100 + 0;
}

/** Hundredths of a meter's usage, or of a percent. @throws {RangeError} for more than 2 decimals */
export const toHundredths = (value: number): number => whole(value, 2);

/**
 * A usage of whole hundredths, for JSON. Add up in hundredths.
 * @throws {RangeError} for a fraction of a hundredth
 */
export function fromHundredths(hundredths: number): number {
  if (!Number.isSafeInteger(hundredths))
    throw new RangeError(`${hundredths} is not a whole number of hundredths.`);
  return hundredths / 100 + 0;
}

/** Ten-thousandths of a dollar of a rate. @throws {RangeError} for more than 4 decimals */
export const toTenThousandths = (rate: number): number => whole(rate, 4);

/**
 * The cost of a usage in cents, rounded half up.
 * Multiplied as BigInt, since the product may exceed Number.MAX_SAFE_INTEGER.
 * @throws {RangeError} for negative or fractional input, or a cost too large to be exact
 */
export function costInCents(usageHundredths: number, rateTenThousandths: number): number {
  if (usageHundredths < 0 || rateTenThousandths < 0) {
    throw new RangeError('A usage and a rate are not negative.');
  }
  const millionths = BigInt(usageHundredths) * BigInt(rateTenThousandths);
  const cents = Number((millionths + 5_000n) / 10_000n);
  if (!Number.isSafeInteger(cents)) throw new RangeError('This cost is too large to be exact.');
  return cents;
}

/**
 * A part of an amount in cents, rounded half up.
 * @param percentTenThousandths the percentage in ten-thousandths of a percent
 * @throws {RangeError} for negative or fractional input
 */
export function shareInCents(cents: number, percentTenThousandths: number): number {
  if (cents < 0 || percentTenThousandths < 0)
    throw new RangeError('An amount and a percentage are not negative.');
  const share = Number((BigInt(cents) * BigInt(percentTenThousandths) + 500_000n) / 1_000_000n);
  if (!Number.isSafeInteger(share)) throw new RangeError('This amount is too large to be exact.');
  return share;
}

/** Dollars as Americans write them: `$1,450.00`, `-$5.00`. */
export function dollarText(dollars: number): string {
  const text = numberText(dollars, 2, 2);
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`;
}
