import { costInCents, fromHundredths, toHundredths, toTenThousandths } from '../values/money.ts';

/** What a meter's numbers mean. */
export interface Register {
  /** Before the decimal point: one of 5 goes from 99,999 on to 0. */
  digits: number;
  /** What a bill is for, in gallons, kWh or therms, by 1 that the meter counts on; at most 4 decimals. */
  multiplier: number;
}

/** More than this many times the usual usage, or less than one part of as many, is worth a second look. */
const UNUSUAL = 3;
/** A meter that was read this part of its numbers after its last reading may have rolled over; more is a typo or another meter. */
const ROLLED_OVER_WITHIN = 10;
const ESTIMATED_FROM = 3;

/** The first number that a meter does not show. */
export const endOf = ({ digits }: Pick<Register, 'digits'>): number => 10 ** digits;

/** The error message for a value that the meter cannot show. */
export function valueProblem(value: number, { digits }: Pick<Register, 'digits'>): string | undefined {
  return value < endOf({ digits }) ? undefined : `This meter has ${digits} digits.`;
}

/**
 * The usage between two values of a meter, rounded half up to 2 decimals. A value below the one before it rolled over.
 * @throws {RangeError} for values of more than 2 decimals, or a multiplier of more than 4
 */
export function usageBetween(from: number, to: number, { digits, multiplier }: Register): number {
  const counted = toHundredths(to) - toHundredths(from);
  const whole = counted < 0 ? counted + toHundredths(endOf({ digits })) : counted;
  return fromHundredths(costInCents(whole, toTenThousandths(multiplier)));
}

/** Whether a value below the last one can be that of a meter that began again at 0. */
export function mayHaveRolledOver(from: number, to: number, { digits }: Pick<Register, 'digits'>): boolean {
  return to < from && to + endOf({ digits }) - from <= endOf({ digits }) / ROLLED_OVER_WITHIN;
}

/** Whether a usage is far above or below the usual; undefined where it is not, or nothing is known to compare it with. */
export function outOfUsual(used: number, usual: number | null | undefined): 'above' | 'below' | undefined {
  if (!usual) return undefined;
  if (used > UNUSUAL * usual) return 'above';
  return used < usual / UNUSUAL ? 'below' : undefined;
}

/** The mean of usages; undefined of none. */
export function usualOf(recent: readonly number[]): number | undefined {
  return recent.length === 0 ? undefined : recent.reduce((sum, used) => sum + used, 0) / recent.length;
}

/**
 * The value that a meter would show after the mean of its last three usages; undefined before its first bill.
 * @param recent its usages, the latest first
 */
export function estimatedValue(
  last: number,
  recent: readonly number[],
  { digits, multiplier }: Register,
): number | undefined {
  const mean = usualOf(recent.slice(0, ESTIMATED_FROM));
  return mean === undefined ? undefined : valueAfter(last, mean, { digits, multiplier });
}

/** The value that a meter shows after a usage, with no decimals where the meter counted none before. */
export function valueAfter(last: number, used: number, { digits, multiplier }: Register): number {
  const shown = (last + used / multiplier) % endOf({ digits });
  const rounded = Number.isInteger(last) ? Math.round(shown) : Number(shown.toFixed(2));
  return rounded % endOf({ digits });
}

/**
 * What a meter showed on a day between two readings, had it counted the same each day; rounded as the readings are.
 * @param days from the first reading to that day, and to the second reading
 */
export function valueBetween(
  from: number,
  to: number,
  days: { until: number; all: number },
  { digits }: Pick<Register, 'digits'>,
): number {
  const counted = to < from ? to + endOf({ digits }) - from : to - from;
  return valueAfter(from, days.all > 0 ? (counted * days.until) / days.all : 0, { digits, multiplier: 1 });
}
