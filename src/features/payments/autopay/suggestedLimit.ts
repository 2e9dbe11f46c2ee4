import type { OwnLease } from '../../../../contract/leases/lease.ts';
import { divide } from '../../../../contract/leases/shares.ts';
import { paidLeases } from '../../../../contract/payments/autopaySchedule.ts';
import { monthOf } from '../../../../contract/values/calendar.ts';
import { toCents } from '../../../../contract/values/money.ts';

const TEN_DOLLARS = 1000;

/**
 * In whole cents: a fifth above what somebody’s leases, or their share of them, charge in the month of a day, up to ten dollars; 0 where
 * they charge nothing.
 */
export function suggestedLimit(
  leases: readonly Pick<OwnLease, 'billed' | 'charges' | 'shares'>[],
  today: string,
): number {
  const month = monthOf(today);
  const monthly = paidLeases(leases).reduce((sum, { charges, shares }) => {
    const cents = charges
      .filter(({ from_month, to_month }) => from_month <= month && (to_month ?? month) >= month)
      .reduce((all, { amount }) => all + toCents(amount), 0);
    return sum + (shares ? (divide(cents, shares.of.map(toCents))[shares.own] ?? 0) : cents);
  }, 0);
  return Math.ceil((monthly * 6) / 5 / TEN_DOLLARS) * TEN_DOLLARS;
}
