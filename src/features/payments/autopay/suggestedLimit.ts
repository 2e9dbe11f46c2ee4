import type { OwnLease } from '../../../../contract/leases/lease.ts';
import { monthOf } from '../../../../contract/values/calendar.ts';
import { toCents } from '../../../../contract/values/money.ts';

const TEN_DOLLARS = 1000;

/** In whole cents: a fifth above what somebody's leases charge in the month of a day, up to ten dollars; 0 where they charge nothing. */
export function suggestedLimit(
  leases: readonly Pick<OwnLease, 'billed' | 'charges'>[],
  today: string,
): number {
  const month = monthOf(today);
  const monthly = leases
    .filter(({ billed }) => billed)
    .flatMap(({ charges }) => charges)
    .filter(({ from_month, to_month }) => from_month <= month && (to_month ?? month) >= month)
    .reduce((cents, { amount }) => cents + toCents(amount), 0);
  return Math.ceil((monthly * 6) / 5 / TEN_DOLLARS) * TEN_DOLLARS;
}
