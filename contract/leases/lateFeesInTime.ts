import type { Transaction } from '../ledger/ledger.ts';
import { toCents } from '../values/money.ts';
import { openByDay, wentBack } from '../ledger/openByDay.ts';

/**
 * The late fees of a whole ledger that stand although their rent was paid before it was late: a payment that was received
 * in time was recorded after the fee. Everything up to then is allocated again, as if each entry had been posted on its day.
 * @param dayOf the day for which an entry counts
 */
export function feesPaidInTime(
  entries: readonly Transaction[],
  dayOf: (entry: Transaction) => string,
): Transaction[] {
  const standing = entries
    .filter(({ reverses, reversed_by }) => reverses === null && reversed_by === null)
    .map((entry) => ({ id: entry.id, type: entry.type, cents: toCents(entry.amount), day: dayOf(entry) }));
  return entries.filter((fee) => {
    const { late_fee }: { late_fee?: Transaction['late_fee'] } = fee;
    if (!late_fee || fee.reversed_by !== null) return false;
    const before = standing.filter(({ day }) => day < late_fee.late_on);
    if (!before.some(({ id }) => id === late_fee.rent)) return false;
    // Whether the money that went back had paid rent is not known, so it counts as if it had.
    const back = before.filter(wentBack).reduce((sum, { cents }) => sum + cents, 0);
    const open = openByDay(
      before.filter((entry) => !wentBack(entry)),
      back,
    );
    return !open.has(late_fee.rent);
  });
}
