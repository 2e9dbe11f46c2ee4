import { addMonths, dayOf, daysIn, monthOf } from '../values/calendar.ts';
import { toCents } from '../values/money.ts';

/** How a month is charged of which the lease covers a part; decision 81 names the sources. */
export const PRORATIONS = ['actual_days', 'thirty_day_month', 'days_of_year'] as const;
export type Proration = (typeof PRORATIONS)[number];

/** The days of a lease, such as `2026-05-26`, both included; without an end it is open. */
export interface LeaseTerm {
  starts: string;
  ends: string | null;
  proration: Proration;
}

/** A charge of each month from one to another, both included. A month is its first day, such as `2026-05-01`. */
export interface RecurringCharge {
  /** Dollars a month. */
  amount: number;
  /** From 1 to 31; in a shorter month, its last day. */
  due_day: number;
  from_month: string;
  to_month: string | null;
  /** The last month that was posted; null before the first. */
  posted_through: string | null;
}

/** What a charge comes to in one month. */
export interface MonthCharge {
  month: string;
  /** The day on which it is due and posted. */
  due_on: string;
  cents: number;
  /** How many days of the month the lease covers. */
  days: number;
}

/** What a charge comes to in a month; undefined where it comes to nothing. */
export function chargeOfMonth(
  { starts, ends, proration }: LeaseTerm,
  { amount, due_day, from_month, to_month }: RecurringCharge,
  month: string,
): MonthCharge | undefined {
  if (month < from_month || (to_month !== null && month > to_month)) return undefined;
  const first = later(starts, month);
  const last = earlier(ends ?? dayOf(month, 31), dayOf(month, 31));
  if (first > last) return undefined;
  const days = Number(last.slice(8)) - Number(first.slice(8)) + 1;
  const cents = partOf(toCents(amount), { proration, days, month });
  if (cents === 0) return undefined;
  // Nobody owes before moving in, or is asked after moving out.
  const due_on = earlier(later(dayOf(month, due_day), first), last);
  return { month, due_on, cents, days };
}

/** What is charged of a posted month by now, with all that corrected it. */
export interface PostedMonthCharge {
  month: string;
  cents: number;
  days: number;
}

/** What a posted month lacks, or has too much (below 0), since the term of its lease changed; undefined where its days did not. */
export function correctionOf(
  term: LeaseTerm,
  charge: RecurringCharge,
  posted: PostedMonthCharge,
): PostedMonthCharge | undefined {
  const { cents = 0, days = 0 } = chargeOfMonth(term, charge, posted.month) ?? {};
  if (days === posted.days || cents === posted.cents) return undefined;
  return { month: posted.month, cents: cents - posted.cents, days };
}

/** The months of a charge that are not posted yet and fall due up to a day, earliest first. */
export function unpostedCharges(term: LeaseTerm, charge: RecurringCharge, until: string): MonthCharge[] {
  const due: MonthCharge[] = [];
  for (const month of unpostedMonths(term, charge, until)) {
    if (month.due_on <= until) due.push(month);
  }
  return due;
}

/** The months of a charge that are not posted yet and begin up to a day, earliest first. */
function* unpostedMonths(term: LeaseTerm, charge: RecurringCharge, until = LAST_DAY): Generator<MonthCharge> {
  const { from_month, to_month, posted_through } = charge;
  const first = later(
    from_month,
    posted_through === null ? monthOf(term.starts) : addMonths(posted_through, 1),
  );
  const last = earlier(until, earlier(term.ends ?? until, to_month ?? until));
  for (let month = first; month <= last; month = addMonths(month, 1)) {
    const due = chargeOfMonth(term, charge, month);
    if (due) yield due;
  }
}

/** No lease is planned beyond it. */
const LAST_DAY = '2099-12-31';

interface Part {
  proration: Proration;
  days: number;
  month: string;
}

/** What the days of a month come to, in cents, rounded half up. A whole month is charged whole. */
function partOf(cents: number, { proration, days, month }: Part): number {
  if (days === daysIn(month)) return cents;
  const { times, by } = shareOf({ proration, days, month });
  return Math.floor((2 * cents * times + by) / (2 * by));
}

/** The part of a month's charge as a fraction: the charge, times one number, divided by the other. */
export function shareOf({ proration, days, month }: Part): { times: number; by: number } {
  switch (proration) {
    case 'actual_days':
      return { times: days, by: daysIn(month) };
    case 'thirty_day_month':
      return { times: Math.min(days, 30), by: 30 };
    case 'days_of_year':
      return { times: 12 * days, by: 365 };
  }
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

/** A lease's charge in one month, with the row that it comes from. */
export type ScheduledCharge<Charge extends RecurringCharge> = MonthCharge & { charge: Charge };

/** The next charges of a lease that are not posted yet, so many at most, by the day on which they fall due. */
export function nextCharges<Charge extends RecurringCharge>(
  lease: LeaseTerm & { charges: readonly Charge[] },
  count: number,
): ScheduledCharge<Charge>[] {
  const all = lease.charges.flatMap((charge) => {
    const months: MonthCharge[] = [];
    for (const month of unpostedMonths(lease, charge)) {
      if (months.length === count) break;
      months.push(month);
    }
    return months.map((month) => ({ ...month, charge }));
  });
  return all.sort(byDueDay).slice(0, count);
}

/** The charges of a lease that are not posted yet and fall due up to a day, by that day. */
export function chargesDue<Charge extends RecurringCharge>(
  lease: LeaseTerm & { charges: readonly Charge[] },
  until: string,
): ScheduledCharge<Charge>[] {
  const all = lease.charges.flatMap((charge) =>
    unpostedCharges(lease, charge, until).map((month) => ({ ...month, charge })),
  );
  return all.sort(byDueDay);
}

/** The sort is stable, so that charges of one day stay in the order of the lease. */
function byDueDay(a: MonthCharge, b: MonthCharge): number {
  return a.due_on < b.due_on ? -1 : a.due_on > b.due_on ? 1 : 0;
}
