import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { balanceOf } from '../../../contract/ledger/balances.ts';
import { toCents } from '../../../contract/values/money.ts';
import { entryText } from '../../subjects/ledger/entryText.ts';
import { byDay, type DatedEntry } from '../../subjects/ledger/ledgerOrder.ts';
import type { Period } from '../../ui/forms/DayRange.tsx';

export interface StatementLine extends DatedEntry {
  /** What was owed after it, in whole cents. */
  balance: number;
}

export interface Statement {
  /** In whole cents. */
  opening: number;
  lines: StatementLine[];
  closing: number;
}

/** What was owed before a period, each entry of it by the day it counts for, and what was owed at its end. */
export function statementOf(entries: readonly Transaction[], { from, to }: Period): Statement {
  const dated = byDay(entries);
  const opening = balanceOf(dated.filter(({ day }) => day < from).map(({ entry }) => entry));
  const within = dated.filter(({ day }) => day >= from && day <= to);
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

/** What an entry is, and what else its description says: many begin with the type, which is read once. */
export function lineText({ type, ...entry }: Pick<Transaction, 'type' | 'description' | 'payer'>) {
  const description = entryText(entry);
  const begins = description.slice(0, type.length).toLowerCase() === type.toLowerCase();
  const rest = description.slice(type.length);
  return begins && !/^[\p{L}\p{N}]/u.test(rest)
    ? { title: description.slice(0, type.length), rest: rest.trim() }
    : { title: type, rest: description };
}
