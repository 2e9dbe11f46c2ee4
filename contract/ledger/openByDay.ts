import { compareTimes } from '../values/calendar.ts';
import { ENTRY_KINDS, entryKind } from './entryKinds.ts';

/** What allocating needs to know of an entry. */
export interface DatedEntry {
  id: number;
  type: string;
  /** Positive for a charge, negative for a credit. */
  cents: number;
  /** The day for which it counts. */
  day: string;
}

/** The types of charges that are paid last, as the database's `allocation_rank` has them. */
const FEES: readonly string[] = [
  ENTRY_KINDS.lateFee,
  ENTRY_KINDS.damageFee,
  ENTRY_KINDS.parkingFee,
  ENTRY_KINDS.returnedPaymentFee,
].map(({ type }) => type);

function rankOf(type: string): number {
  if (type === ENTRY_KINDS.rent.type) return 1;
  return FEES.includes(type) ? 3 : 2;
}

/**
 * In cents, by id: what is open of each charge after one account's entries, allocated as if each had been posted on its day.
 * Rent is paid first, then other charges, and fees last; what is received on a day pays what is due on it.
 * @param behind in cents: how much of the credits pays nothing
 */
export function openByDay(entries: readonly DatedEntry[], behind = 0): Map<number, number> {
  const inOrder = entries.toSorted((a, b) => compareTimes(a.day, b.day) || b.cents - a.cents || a.id - b.id);
  let ahead = -behind;
  const ranks = [1, 2, 3].map(() => new Map<number, number>());
  for (const { id, type, cents } of inOrder) {
    if (cents > 0) ranks[rankOf(type) - 1]?.set(id, cents);
    else ahead -= cents;
    for (const open of ahead > 0 ? ranks : []) {
      for (const [charge, left] of open) {
        const paid = Math.min(left, ahead);
        ahead -= paid;
        if (paid === left) open.delete(charge);
        else open.set(charge, left - paid);
      }
    }
  }
  return new Map(ranks.flatMap((open) => [...open]));
}

/** Whether an entry is a refund or a dispute. */
export function wentBack({ type, cents }: Pick<DatedEntry, 'type' | 'cents'>): boolean {
  return cents > 0 && entryKind(type)?.postedBy === 'card provider';
}

/** Entries in which refunds and disputes have lowered the latest payments; what there was no payment for stays a charge. */
export function setOffWhatWentBack(entries: readonly DatedEntry[]): DatedEntry[] {
  let back = entries.filter(wentBack).reduce((sum, { cents }) => sum + cents, 0);
  if (back === 0) return [...entries];
  const payments = entries
    .filter(({ cents }) => cents < 0)
    .toSorted((a, b) => compareTimes(b.day, a.day) || b.id - a.id);
  const left = new Map<number, number>();
  for (const { id, cents } of payments) {
    const taken = Math.min(-cents, back);
    back -= taken;
    left.set(id, cents + taken);
  }
  return entries.flatMap((entry) => {
    if (!wentBack(entry)) return { ...entry, cents: left.get(entry.id) ?? entry.cents };
    const unmet = Math.min(entry.cents, back);
    back -= unmet;
    return unmet > 0 ? { ...entry, cents: unmet } : [];
  });
}
