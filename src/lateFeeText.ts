import type { LateFeeRule } from '../contract/lateFee.ts';
import { toCents } from '../contract/money.ts';
import { moneyText } from './ui/data/Money.tsx';

type Amounts = Pick<LateFeeRule, 'kind' | 'amount' | 'percent' | 'cap' | 'daily_amount' | 'daily_cap'>;

const money = (dollars: number | null) => moneyText(toCents(dollars ?? 0));

/** What a rule charges: "$50.00, then $5.00 a day up to $100.00", or "5 % of the unpaid rent, at most $75.00". */
export function lateFeeText({ kind, amount, percent, cap, daily_amount, daily_cap }: Amounts): string {
  if (kind === 'none') return 'No late fee';
  if (kind === 'property') return 'As the property';
  const first =
    kind === 'flat'
      ? money(amount)
      : `${percent ?? 0} % of the unpaid rent${cap === null ? '' : `, at most ${money(cap)}`}`;
  return daily_amount === null
    ? first
    : `${first}, then ${money(daily_amount)} a day up to ${money(daily_cap)}`;
}
