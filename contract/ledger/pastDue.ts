import { daysBetween } from '../values/calendar.ts';
import { openChargesOf } from './allocations.ts';
import type { Transaction } from './ledger.ts';

/** What of an account is past its due day. */
export interface PastDue {
  /** The due day of the oldest charge that is not paid whole, such as `2026-11-01`. */
  since: string;
  /** How many days ago that was. */
  days: number;
  /** In whole cents: what is still to be paid of all charges that are past their due day. */
  cents: number;
}

/**
 * What of a whole ledger is past due: a charge is from the day after it was due, until it is paid whole. Undefined where nothing is,
 * and for a ledger that a phone stored before payments were allocated.
 * @param dayOf the day of a moment, for charges that are due as they are posted
 */
export function pastDueOf(
  entries: readonly Transaction[],
  today: string,
  dayOf: (moment: string) => string,
): PastDue | undefined {
  const late = (openChargesOf(entries) ?? [])
    .map(({ entry, open }) => ({ due: dueDayOf(entry, dayOf), open }))
    .filter(({ due }) => due < today);
  if (late.length === 0) return undefined;
  const since = late.map(({ due }) => due).reduce((oldest, due) => (due < oldest ? due : oldest));
  return { since, days: daysBetween(since, today), cents: late.reduce((sum, { open }) => sum + open, 0) };
}

/** A bill of utilities names its due day, rent counts for it, and all else is due as it is posted. */
export function dueDayOf(
  { utility, effective_on, created_at }: Transaction,
  dayOf: (moment: string) => string,
): string {
  return utility?.due_date ?? effective_on ?? dayOf(created_at);
}
