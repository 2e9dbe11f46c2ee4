import type { DepositRow } from '../../../contract/deposits/deposit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { toCents } from '../../../contract/values/money.ts';
import { isToReturn, missingCents } from '../../subjects/deposits/depositTexts.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { decimal, type CsvTable } from '../../ui/files/csv.ts';
import type { Chip } from '../../ui/lists/listOptions.ts';

/** The deposits on a day, by what management asks of them. */
export function chipsOf(today: string): readonly Chip<DepositRow>[] {
  return [
    { value: 'all', label: 'All', has: () => true },
    { value: 'held', label: 'Held', has: ({ held }) => held > 0 },
    { value: 'to-return', label: 'To return', has: (row) => isToReturn(row, today) },
    { value: 'missing', label: 'Not paid', has: (row) => missingCents(row) > 0 },
  ];
}

/** All that a row shows, its amounts with and without the comma. */
export function textsOf(row: DepositRow) {
  const money = [row.required ?? 0, row.held].map((each) => moneyText(toCents(each)));
  return [
    ...[fullNameOf(row), row.unit_number, row.property_name],
    ...[...money, ...money.map((each) => each.replaceAll(',', ''))],
  ];
}

export function totalText(rows: readonly DepositRow[]): string {
  return `${moneyText(rows.reduce((cents, { held }) => cents + toCents(held), 0))} held`;
}

/** The deposits with today's date in the file name. */
export function depositsTable(rows: readonly DepositRow[]): CsvTable {
  const dollars = (amount: number | null) => (amount === null ? '' : decimal(amount));
  return {
    name: `deposits-${isoDay()}`,
    header: [
      ...['Property', 'Unit #', 'Lease ID', 'User ID', 'First name', 'Last name'],
      ...['Required', 'Received', 'Interest', 'Applied', 'Returned', 'Held', 'Lease ends', 'Return by'],
    ],
    rows: rows.map((row) => [
      ...[row.property_name, row.unit_number, String(row.lease_id), String(row.user_id)],
      ...[row.first_name, row.last_name, dollars(row.required)],
      ...[row.received, row.interest, row.applied, row.returned, row.held].map(dollars),
      ...[row.ends ?? '', row.return_by ?? ''],
    ]),
  };
}
