import { LATE_FEE_KINDS, type LateFeeKind, type LateFeeRule } from '../../../contract/leases/lateFee.ts';
import { toCents } from '../../../contract/values/money.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { timeText } from '../../ui/data/Time.tsx';

type Amounts = Pick<LateFeeRule, 'kind' | 'amount' | 'percent' | 'cap' | 'daily_amount' | 'daily_cap'>;

const money = (dollars: number | null) => moneyText(toCents(dollars ?? 0));

/** What a rule charges: "$50.00, then $5.00 a day, at most $100.00 more", or "5 % of the unpaid rent, at most $75.00". */
export function lateFeeText({ kind, amount, percent, cap, daily_amount, daily_cap }: Amounts): string {
  if (kind === 'none') return 'No late fee';
  if (kind === 'property') return 'As the property';
  const first =
    kind === 'flat'
      ? money(amount)
      : `${percent ?? 0} % of the unpaid rent${cap === null ? '' : `, at most ${money(cap)}`}`;
  return daily_amount === null
    ? first
    : `${first}, then ${money(daily_amount)} a day, at most ${money(daily_cap)} more`;
}

const KIND_NAMES: Record<LateFeeKind, string> = {
  flat: 'A fixed amount',
  percent: 'A percentage of the unpaid rent',
  none: 'No late fee',
  property: 'As the property',
};

/** How a kind of late fee is named. */
export function lateFeeKindName(kind: string): string {
  return KIND_NAMES[LATE_FEE_KINDS.find((each) => each === kind) ?? 'none'];
}

const moneyOf = (dollars: unknown) => money(Number(dollars));

/** How the fields of a rule are told in the changes of a lease or a property. */
export const LATE_FEE_LABELS = {
  kind: { label: 'Late fee', text: (kind: unknown) => lateFeeKindName(String(kind)) },
  from_day: { label: 'For rent due from', text: (day: unknown) => timeText(String(day)) },
  grace_days: { label: 'Grace period (days)' },
  amount: { label: 'Amount', text: moneyOf },
  percent: { label: 'Percent' },
  cap: { label: 'At most', text: moneyOf },
  daily_amount: { label: 'Each day after it', text: moneyOf },
  daily_cap: { label: 'All days together at most', text: moneyOf },
};
