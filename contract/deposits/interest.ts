import { addMonths, dayOf, daysBetween, monthOf } from '../values/calendar.ts';
import { toCents, toHundredths } from '../values/money.ts';
import { TAKEN_BACK, type DepositEntry, type DepositRule } from './deposit.ts';

type Counted = Pick<DepositEntry, 'kind' | 'amount' | 'day' | 'reversed_by'>;

/**
 * The interest that a deposit has earned at the end of a day and that is not entered yet, in whole cents. It is counted for each day
 * that money was held, in years from the day on which the first was received, and rounded half up once a year.
 * @param entries in any order
 * @param day such as `2026-05-26`
 */
export function interestDue(entries: readonly Counted[], rule: DepositRule, day: string): number {
  if (rule.interest === 'none') return 0;
  const standing = entries.filter(({ kind, reversed_by }) => reversed_by === null && kind !== TAKEN_BACK);
  const entered = sumOf(standing.filter(({ kind }) => kind === 'Interest'));
  const money = standing.filter(({ kind }) => kind !== 'Interest');
  const first = money.map((entry) => entry.day).sort()[0];
  if (first === undefined) return 0;
  let earned = 0;
  for (let year = 0; anniversary(first, year) < day; year += 1) {
    const [from, to] = [anniversary(first, year), anniversary(first, year + 1)];
    const added = rule.interest === 'yearly' ? earned : 0;
    const last = to < day ? to : day;
    const centDays = daysWith(money, from, last).reduce(
      (all, { days, cents }) => all + days * Math.max(cents + added, 0),
      0,
    );
    earned += divided(centDays * toHundredths(rule.percent), daysBetween(from, to) * 10_000);
  }
  return Math.max(earned - entered, 0);
}

/** The day that is so many years later; of 29 February, the 28th where a year has no other. */
function anniversary(first: string, years: number): string {
  return dayOf(addMonths(monthOf(first), 12 * years), Number(first.slice(8)));
}

/** How much was held for how many of the days from one to before another; money counts from the day after it came. */
function daysWith(money: readonly Counted[], from: string, to: string): { days: number; cents: number }[] {
  const changes = money.map((entry) => entry.day).filter((each) => each > from && each < to);
  const bounds = [...new Set([from, ...changes.sort(), to])];
  return bounds.slice(1).map((end, index) => {
    const start = bounds[index] ?? from;
    const cents = sumOf(money.filter((entry) => entry.day <= start));
    return { days: daysBetween(start, end), cents };
  });
}

function sumOf(entries: readonly Counted[]): number {
  return entries.reduce((cents, { amount }) => cents + toCents(amount), 0);
}

/** Rounded half up. */
function divided(value: number, by: number): number {
  return Math.floor((2 * value + by) / (2 * by));
}
