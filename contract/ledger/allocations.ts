import { compareTimes } from '../values/calendar.ts';
import { dateOf, type Transaction } from './ledger.ts';
import { toCents } from '../values/money.ts';

/** What an entry pays, or is paid by. */
export interface Allocations {
  /** In whole cents: what is not paid yet of a charge, or has paid nothing yet of a credit. */
  open: number;
  /** The entries on the other side, in the order of the ledger, each with how many cents of it. */
  others: { entry: Transaction; cents: number }[];
}

/**
 * What each entry of a whole ledger pays or is paid by, by its id. Undefined for a ledger that a phone stored before
 * payments were allocated.
 */
export function allocationsOf(entries: readonly Transaction[]): ReadonlyMap<number, Allocations> | undefined {
  const all = new Map<number, Allocations & { entry: Transaction }>(
    entries.map((entry) => [entry.id, { entry, open: Math.abs(toCents(entry.amount)), others: [] }]),
  );
  for (const credit of all.values()) {
    const pays = paidBy(credit.entry);
    if (pays === undefined) return undefined;
    for (const { id, amount } of pays ?? []) {
      const charge = all.get(id);
      if (!charge) continue;
      const cents = toCents(amount);
      charge.open -= cents;
      charge.others.push({ entry: credit.entry, cents });
      credit.open -= cents;
      credit.others.push({ entry: charge.entry, cents });
    }
  }
  return all;
}

function paidBy({ pays }: { pays?: Transaction['pays'] }) {
  return pays;
}

/** A charge that is not paid whole. */
export interface OpenCharge {
  entry: Transaction;
  /** In whole cents: what is still to be paid. */
  open: number;
}

/** The charges of a whole ledger that are not paid whole, the oldest first; undefined as for `allocationsOf`. */
export function openChargesOf(entries: readonly Transaction[]): OpenCharge[] | undefined {
  const allocations = allocationsOf(entries);
  if (!allocations) return undefined;
  return entries
    .filter(({ amount }) => amount > 0)
    .map((entry) => ({ entry, open: allocations.get(entry.id)?.open ?? 0 }))
    .filter(({ open }) => open > 0)
    .sort((a, b) => compareTimes(dateOf(a.entry), dateOf(b.entry)) || a.entry.id - b.entry.id);
}
