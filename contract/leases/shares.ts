import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { isExact, toCents, toDollars, dollarText } from '../values/money.ts';

/** What shares are given in: percents, or dollars a month. */
export const SHARES_IN = ['percent', 'amount'] as const;
export type SharesIn = (typeof SHARES_IN)[number];

const EACH = 'Please say what each tenant’s share is.';
const SHARE = 'A share is a number of at least 0, with at most two decimals.';

/** The share of each tenant, in the order of the tenants; null takes the shares away. */
export const NewShares = lazySchema(() =>
  z.object(
    {
      in: z.enum(SHARES_IN, 'Shares are in percent or amounts.'),
      of: z.array(
        z.number(SHARE).check(
          z.minimum(0, SHARE),
          z.maximum(1_000_000, SHARE),
          z.refine((share) => isExact(toCents, share), SHARE),
        ),
        EACH,
      ),
    },
    EACH,
  ),
);
export type NewShares = z.infer<typeof NewShares>;

/**
 * Why shares cannot be these; undefined where they can: percents add up to 100, and amounts to what the lease charges in a month.
 * @param monthly whole cents; undefined where it charges nothing, so that any amounts do
 */
export function sharesProblem(
  { in: unit, of }: NewShares,
  { tenants, monthly }: { tenants: number; monthly: number | undefined },
): string | undefined {
  if (of.length !== tenants) return EACH;
  const sum = of.reduce((cents, share) => cents + toCents(share), 0);
  if (unit === 'percent') return sum === 10_000 ? undefined : 'The shares must add up to 100 percent.';
  if (sum <= 0) return 'The shares must add up to more than 0.';
  if (monthly === undefined || monthly === 0 || sum === monthly) return undefined;
  return `The shares must add up to ${dollarText(toDollars(monthly))}, which the lease charges each month.`;
}

/**
 * Whole cents divided by weights, to the cent: what rounding leaves goes to the first of those that it took most from.
 * @param weights of at least 0, with at most two decimals
 */
export function divide(cents: number, weights: readonly number[]): number[] {
  const whole = weights.map((weight) => BigInt(toCents(weight)));
  const total = whole.reduce((sum, weight) => sum + weight, 0n);
  if (total <= 0n) return weights.map((_, index) => (index === 0 ? cents : 0));
  // Exactly, since a quotient of floating point may be rounded up to the next cent.
  const exact = whole.map((weight) => BigInt(cents) * weight);
  const parts = exact.map((part) => Number(part / total));
  const left = cents - parts.reduce((sum, part) => sum + part, 0);
  const byRest = exact
    .map((part, index) => ({ index, rest: part % total }))
    .sort((a, b) => Number(b.rest - a.rest) || a.index - b.index);
  for (const { index } of byRest.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

/** A charge of a lease, in whole cents and without what was credited of it, with how much of it each tenant paid, by their id. */
export interface SharedCharge {
  cents: number;
  /** What is not paid yet. */
  open: number;
  paid: Readonly<Record<string, number>>;
  /** The day for which it counts, such as `2026-05-01`. */
  day: string;
}

/** A tenant, and the day since which they are one; null for the lease’s first. */
interface SharingTenant {
  id: number;
  share: number;
  since: string | null;
}

/** What a tenant is asked for, in whole cents: `whole` is their part of the charges that are not paid whole, `total`. */
export interface AskedPart {
  asked: number;
  whole: number;
  total: number;
}

/**
 * What each tenant is asked for, in the tenants’ order: their share of the charges without what they paid of them, and never more than
 * what is open. Of charges that are paid whole, which somebody may have paid for another, those since the shares were set belong to
 * it. A charge from before somebody became a tenant is divided among the others.
 */
export function askedOf(tenants: readonly SharingTenant[], charges: readonly SharedCharge[]): AskedPart[] {
  const open = charges.reduce((sum, charge) => sum + charge.open, 0);
  const divided = charges.map((charge) => ({
    ...charge,
    parts: divide(charge.cents, weightsOn(tenants, charge.day)),
  }));
  const unpaid = divided.filter((charge) => charge.open > 0);
  const total = unpaid.reduce((sum, { cents }) => sum + cents, 0);
  return tenants.map(({ id }, index) => {
    const asked = divided.reduce((sum, { parts, paid }) => sum + (parts[index] ?? 0) - (paid[id] ?? 0), 0);
    const whole = unpaid.reduce((sum, { parts }) => sum + (parts[index] ?? 0), 0);
    return { asked: Math.min(Math.max(asked, 0), open), whole, total };
  });
}

/** By what a charge of a day is divided; by all shares where nobody with a share was a tenant then. */
function weightsOn(tenants: readonly SharingTenant[], day: string): number[] {
  const then = tenants.map(({ share, since }) => (since === null || since <= day ? toCents(share) : 0));
  return then.some((weight) => weight > 0) ? then : tenants.map(({ share }) => toCents(share));
}
