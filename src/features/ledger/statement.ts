import { dateOf, type Transaction } from '../../../contract/ledger/ledger.ts';
import { balanceOf } from '../../../contract/ledger/balances.ts';
import { toCents } from '../../../contract/values/money.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import type { Period } from '../../ui/forms/DayRange.tsx';

export interface StatementLine {
  entry: Transaction;
  day: string;
  /** What was owed after it, in whole cents. */
  balance: number;
}

export interface Statement {
  /** In whole cents. */
  opening: number;
  lines: StatementLine[];
  closing: number;
}

/** The day for which an entry counts, on this device's calendar. */
export function dayOf(entry: Transaction): string {
  return entry.effective_on ?? isoDay(new Date(dateOf(entry)));
}

/** What was owed before a period, each entry of it by the day it counts for, and what was owed at its end. */
export function statementOf(entries: readonly Transaction[], { from, to }: Period): Statement {
  const dated = entries.map((entry) => ({ entry, day: dayOf(entry) }));
  const opening = balanceOf(dated.filter(({ day }) => day < from).map(({ entry }) => entry));
  const within = dated
    .filter(({ day }) => day >= from && day <= to)
    .sort(
      (a, b) =>
        a.day.localeCompare(b.day) ||
        a.entry.created_at.localeCompare(b.entry.created_at) ||
        a.entry.id - b.entry.id,
    );
  let balance = opening;
  const lines = within.map((line) => {
    balance += toCents(line.entry.amount);
    return { ...line, balance };
  });
  return { opening, lines, closing: balance };
}

/** The month of a day, as a period. */
export function monthAround(day: string): Period {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const to = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { from: `${day.slice(0, 8)}01`, to };
}
