import { daysIn } from '../../../contract/values/calendar.ts';
import { shareOf, type Proration } from '../../../contract/leases/leaseSchedule.ts';
import { moneyText } from '../../ui/data/Money.tsx';

export const PRORATION_NAMES: Record<Proration, string> = {
  actual_days: 'By the days of the month',
  thirty_day_month: 'By days of a 30-day month',
  days_of_year: 'By days of a 365-day year',
};

interface ChargedMonth {
  month: string;
  days: number;
  proration: Proration;
  /** Integer cents of a whole month. */
  fullCents: number;
}

/**
 * How the charge of a month came about of which the lease covers a part: "17 of 31 days: $1,450.00 × 17 ÷ 31". Undefined
 * for a whole month.
 */
export function prorationText({ month, days, proration, fullCents }: ChargedMonth): string | undefined {
  const all = daysIn(month);
  if (days === all) return undefined;
  const { by } = shareOf({ proration, days, month });
  const covered = `${days} of ${all} days`;
  switch (proration) {
    case 'actual_days':
      return `${covered}: ${moneyText(fullCents)} × ${days} ÷ ${by}`;
    case 'thirty_day_month':
      return `${covered}, of a month of 30: ${moneyText(fullCents)} × ${Math.min(days, 30)} ÷ ${by}`;
    case 'days_of_year':
      return `${covered}, of a year of 365: ${moneyText(fullCents)} × 12 × ${days} ÷ ${by}`;
  }
}
