import { ENTRY_KINDS } from './entryKinds.ts';
import type { Transaction } from './ledger.ts';
import { toCents } from './money.ts';

/**
 * The late fees of a whole ledger that stand although their rent was paid before it was late: a payment that was received
 * in time was recorded after the fee.
 * @param dayOf the day for which an entry counts
 */
export function feesPaidInTime(
  entries: readonly Transaction[],
  dayOf: (entry: Transaction) => string,
): Transaction[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const credits = entries.filter(
    ({ amount, reverses, reversed_by }) => amount < 0 && reverses === null && reversed_by === null,
  );
  const paidBy = (credit: Transaction, wanted: (charge: Transaction | undefined) => boolean) =>
    (credit.pays ?? [])
      .filter(({ id }) => wanted(byId.get(id)))
      .reduce((cents, { amount }) => cents + toCents(amount), 0);

  return entries.filter((fee) => {
    const { late_fee }: { late_fee?: Transaction['late_fee'] } = fee;
    const rent = late_fee && byId.get(late_fee.rent);
    if (!rent || fee.reversed_by !== null || rent.reversed_by !== null) return false;
    const inTime = credits
      .filter((credit) => dayOf(credit) < late_fee.late_on)
      .reduce((cents, credit) => {
        const paid = paidBy(credit, (charge) => charge === rent);
        // Recorded after the fee, it may have found the rent paid by somebody else's later money; it would have paid it first.
        const elsewhere = credit.id > fee.id ? unusedForRent(credit) : 0;
        return cents + paid + elsewhere;
      }, 0);
    return inTime >= toCents(rent.amount);
  });

  /** In cents: what of a credit pays no rent. */
  function unusedForRent(credit: Transaction): number {
    const rents = paidBy(credit, (charge) => charge?.type === ENTRY_KINDS.rent.type);
    return -toCents(credit.amount) - rents;
  }
}
