import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import { SMALLEST_CHARGE } from '../payments/autopay.ts';
import { amountOf, NOT_POSITIVE } from '../values/amount.ts';
import { addDays, compareTimes } from '../values/calendar.ts';
import { isExact, toCents } from '../values/money.ts';
import { givenDay } from '../values/text.ts';

/**
 * `flat`: dollars; `percent`: of the rent that is not paid, never of fees; `none`: no late fee. A lease may also follow
 * its property again: `property`.
 */
export const LATE_FEE_KINDS = ['flat', 'percent', 'none', 'property'] as const;
export type LateFeeKind = (typeof LATE_FEE_KINDS)[number];

/** What is charged for rent that is paid late: of a property, or of one lease instead. It is for rent due from a day on. */
export const LateFeeRule = lazySchema(() =>
  z.object({
    id: z.int(),
    /** Such as `2026-05-26`. */
    from_day: z.string(),
    kind: z.enum(LATE_FEE_KINDS),
    /** How many days there are to pay, with the due day: of rent due on the 1st, 5 end with the 5th, and the 6th is late. */
    grace_days: z.int(),
    /** Dollars of a flat fee. */
    amount: z.nullable(z.number()),
    /** Of a percentage: from 0.01 to 100. */
    percent: z.nullable(z.number()),
    /** Dollars: the most that a percentage comes to. */
    cap: z.nullable(z.number()),
    /** Dollars for each day after the first fee, while rent is not paid. */
    daily_amount: z.nullable(z.number()),
    /** Dollars: the most that the days of one month come to together. */
    daily_cap: z.nullable(z.number()),
  }),
);
export type LateFeeRule = z.infer<typeof LateFeeRule>;

const DAYS = 'The grace period is a whole number of days from 1 to 60.';
const dollars = lazySchema(() => amountOf({ tooLarge: 'One fee can be at most $1,000,000.00.' }));
const PERCENT = 'The percentage is from 0.01 to 100, with up to two decimals.';
const percent = lazySchema(() =>
  z.number(PERCENT).check(
    z.minimum(0.01, PERCENT),
    z.maximum(100, PERCENT),
    z.refine((number) => isExact(toCents, number), PERCENT),
  ),
);
const optional = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));

/** What is given for another kind of fee is left out. */
export const NewLateFeeRule = lazySchema(() =>
  z
    .object({
      from_day: givenDay('Please enter the day from which it is charged.'),
      kind: z.enum(LATE_FEE_KINDS, 'Please choose how the late fee is charged.'),
      grace_days: z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(60, DAYS)),
      amount: optional(dollars),
      percent: optional(percent),
      cap: optional(dollars),
      daily_amount: optional(dollars),
      daily_cap: optional(dollars),
    })
    .check(
      z.refine(({ kind, amount }) => kind !== 'flat' || typeof amount === 'number', {
        error: NOT_POSITIVE,
        path: ['amount'],
      }),
      z.refine(({ kind, percent: rate }) => kind !== 'percent' || typeof rate === 'number', {
        error: PERCENT,
        path: ['percent'],
      }),
      // A fee that grows without an end is unlawful in most places, and never meant.
      z.refine(
        ({ daily_amount, daily_cap }) => typeof daily_amount !== 'number' || typeof daily_cap === 'number',
        { error: 'Please enter the most that the days come to together.', path: ['daily_cap'] },
      ),
    ),
);
export type NewLateFeeRule = z.infer<typeof NewLateFeeRule>;

/**
 * The rule for rent due on a day: the lease's latest that is in force, or else its property's. Undefined where there is no
 * late fee.
 */
export function lateFeeRuleOn(
  day: string,
  { lease, property }: { lease: readonly LateFeeRule[]; property: readonly LateFeeRule[] },
): LateFeeRule | undefined {
  const own = latestOn(day, lease);
  const rule = own && own.kind !== 'property' ? own : latestOn(day, property);
  return rule && (rule.kind === 'flat' || rule.kind === 'percent') ? rule : undefined;
}

/** Of two that begin on one day, the one that was made later. */
function latestOn(day: string, rules: readonly LateFeeRule[]): LateFeeRule | undefined {
  return rules
    .filter(({ from_day }) => from_day <= day)
    .toSorted((a, b) => compareTimes(b.from_day, a.from_day) || b.id - a.id)[0];
}

/** The first day on which rent is late. */
export function lateOn({ grace_days }: Pick<LateFeeRule, 'grace_days'>, dueOn: string): string {
  return addDays(dueOn, grace_days);
}

/** What the first fee comes to, in cents, for so much unpaid rent, rounded half up. */
export function firstFee({ kind, amount, percent: rate, cap }: LateFeeRule, unpaidCents: number): number {
  if (unpaidCents <= 0) return 0;
  if (kind === 'flat') return toCents(amount ?? 0);
  const fee = Math.floor((unpaidCents * toCents(rate ?? 0) + 5_000) / 10_000);
  return cap === null ? fee : Math.min(fee, toCents(cap));
}

/** The rent of one month, as far as it is not paid. */
export interface UnpaidRent {
  /** From when the days to pay count: the due day, or the day of posting where that was later. */
  due_on: string;
  unpaid_cents: number;
  /** The fees that were charged for it, the first one first. */
  charged: readonly { day: string; cents: number; waived: boolean }[];
}

/**
 * The cents that are charged for unpaid rent on a day, at most once a day; 0 for nothing. A day on which nobody looked is
 * left out, and after the first fee was waived there is none. What no card can pay, as autopay’s limit may leave it, bears none.
 */
export function lateFeeOn(
  today: string,
  rule: LateFeeRule,
  { due_on, unpaid_cents, charged }: UnpaidRent,
): number {
  if (unpaid_cents < SMALLEST_CHARGE || today < lateOn(rule, due_on)) return 0;
  const [first, ...days] = charged;
  if (!first) return firstFee(rule, unpaid_cents);
  if (first.waived || rule.daily_amount === null || charged.some(({ day }) => day >= today)) return 0;
  const left = toCents(rule.daily_cap ?? 0) - days.reduce((sum, { cents }) => sum + cents, 0);
  return Math.max(0, Math.min(toCents(rule.daily_amount), left));
}
