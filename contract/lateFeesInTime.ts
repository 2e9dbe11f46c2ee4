import { ENTRY_KINDS, entryKind } from './entryKinds.ts';
import type { Transaction } from './ledger.ts';
import { toCents } from './money.ts';

/**
 * The late fees of a whole ledger that stand although their rent was paid before it was late: a payment that was received
 * in time was recorded after the fee. Everything up to then is allocated anew, as if each entry had been posted on its day.
 * @param dayOf the day for which an entry counts
 */
export function feesPaidInTime(
  entries: readonly Transaction[],
  dayOf: (entry: Transaction) => string,
): Transaction[] {
  const standing = entries
    .filter(({ reverses, reversed_by }) => reverses === null && reversed_by === null)
    .map((entry) => ({ entry, day: dayOf(entry) }))
    // What is received on a day pays what is due on it.
    .sort((a, b) => a.day.localeCompare(b.day) || b.entry.amount - a.entry.amount || a.entry.id - b.entry.id);
  const byId = new Map(standing.map(({ entry }) => [entry.id, entry]));
  return entries.filter((fee) => {
    const { late_fee }: { late_fee?: Transaction['late_fee'] } = fee;
    if (!late_fee || fee.reversed_by !== null || !byId.has(late_fee.rent)) return false;
    const before = standing.filter(({ day }) => day < late_fee.late_on).map(({ entry }) => entry);
    return before.some(({ id }) => id === late_fee.rent) && !openRents(before).has(late_fee.rent);
  });
}

/** The ids of the rents that are not paid whole after entries in the order of their days, rent being paid first. */
function openRents(entries: readonly Transaction[]): Set<number> {
  // Whether the money that went back had paid rent is not known, so it counts as if it had.
  let paidAhead = -entries.filter(wentBack).reduce((cents, { amount }) => cents + toCents(amount), 0);
  let others = 0;
  const rents = new Map<number, number>();
  for (const entry of entries.filter((each) => !wentBack(each))) {
    const cents = toCents(entry.amount);
    if (entry.type === ENTRY_KINDS.rent.type) rents.set(entry.id, cents);
    else if (cents > 0) others += cents;
    else paidAhead -= cents;
    if (paidAhead <= 0) continue;
    for (const [id, open] of rents) {
      const paid = Math.min(open, paidAhead);
      paidAhead -= paid;
      if (paid === open) rents.delete(id);
      else rents.set(id, open - paid);
    }
    const paid = Math.min(others, paidAhead);
    paidAhead -= paid;
    others -= paid;
  }
  return new Set(rents.keys());
}

/** Whether it is a refund or a dispute. */
function wentBack({ type, amount }: Transaction): boolean {
  return amount > 0 && entryKind(type)?.postedBy === 'card provider';
}
