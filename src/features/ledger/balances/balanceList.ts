import { isFormer, type TenantBalance } from '../../../../contract/ledger/balances.ts';
import { toCents } from '../../../../contract/values/money.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { moneyText } from '../../../ui/data/Money.tsx';
import { timeText } from '../../../ui/data/Time.tsx';
import type { Chip } from '../../../ui/lists/listOptions.ts';

/** Who is listed on a day, by what they owe. */
export function chipsOf(today: string): readonly Chip<TenantBalance>[] {
  return [
    { value: 'owing', label: 'Owing', has: ({ balance }) => balance > 0 },
    { value: 'late', label: 'Late', has: ({ owed_since }) => Boolean(owed_since && owed_since < today) },
    { value: 'credit', label: 'Credit', has: ({ balance }) => balance < 0 },
    { value: 'former', label: 'Former', has: isFormer },
    { value: 'all', label: 'All', has: () => true },
  ];
}

/** Everyone, who has owed the longest first. */
export const AT_FIRST = { chip: 'all', order: { key: 'since', down: false } } as const;

/** All that a row shows, its amount with and without the comma. */
export function textsOf(tenant: TenantBalance) {
  const { unit_number, property_name, balance, owed_since } = tenant;
  const money = moneyText(toCents(balance));
  return [
    ...[fullNameOf(tenant), unit_number, property_name, money, money.replaceAll(',', '')],
    owed_since && timeText(owed_since),
  ];
}

/** What tenants owe, and what they have to their credit: one does not reduce the other. */
export function totalText(tenants: readonly TenantBalance[]): string {
  const cents = tenants.map(({ balance }) => toCents(balance));
  const sum = (of: (cents: number) => boolean) => cents.filter(of).reduce((all, each) => all + each, 0);
  const owed = sum((each) => each > 0);
  const credit = sum((each) => each < 0);
  return [
    ...(owed > 0 || credit === 0 ? [`${moneyText(owed)} owed`] : []),
    ...(credit < 0 ? [`${moneyText(-credit)} credit`] : []),
  ].join(', ');
}
