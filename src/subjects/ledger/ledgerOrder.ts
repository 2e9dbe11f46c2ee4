import { dateOf, type Transaction } from '../../../contract/ledger/ledger.ts';
import { toCents } from '../../../contract/values/money.ts';
import { isoDay } from '../../ui/data/Time.tsx';

export interface DatedEntry {
  entry: Transaction;
  day: string;
}

/** The day for which an entry counts, on this device's calendar. */
export function dayOf(entry: Transaction): string {
  return entry.effective_on ?? isoDay(new Date(dateOf(entry)));
}

/** Entries by the days for which they count, the oldest first; those of a day as they were posted. */
export function byDay(entries: readonly Transaction[]): DatedEntry[] {
  return entries
    .map((entry) => ({ entry, day: dayOf(entry) }))
    .sort(
      (a, b) =>
        compare(a.day, b.day) || compare(a.entry.created_at, b.entry.created_at) || a.entry.id - b.entry.id,
    );
}

// Days and timestamps of the server, which need no rules of a language; a comparison by them takes ten times as long.
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The same, the newest first. */
export function newestFirst(entries: readonly Transaction[]): Transaction[] {
  return byDay(entries)
    .map(({ entry }) => entry)
    .reverse();
}

/** In whole cents, by the entry's id: what was owed after each entry of a whole ledger, in the order of `byDay`. */
export function balancesAfter(entries: readonly Transaction[]): Map<number, number> {
  const balances = new Map<number, number>();
  let balance = 0;
  for (const { entry } of byDay(entries)) {
    balance += toCents(entry.amount);
    balances.set(entry.id, balance);
  }
  return balances;
}
