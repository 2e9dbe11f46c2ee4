import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { daysLateOf, type TenantBalance } from '../../../contract/ledger/balances.ts';
import { toDollars } from '../../../contract/values/money.ts';
import { entryText } from '../../subjects/ledger/entryText.ts';
import { balancesAfter, newestFirst } from '../../subjects/ledger/ledgerOrder.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { decimal, type CsvTable } from '../../ui/files/csv.ts';

/** Balances in the order in which they are shown, with today's date in the file name. */
export function balancesTable(balances: readonly TenantBalance[]): CsvTable {
  return {
    name: `tenant-balances-${isoDay()}`,
    header: [
      'User ID',
      'First name',
      'Last name',
      'Property',
      'Unit #',
      'Balance',
      'Owed since',
      'Days late',
    ],
    rows: balances.map((tenant) => [
      String(tenant.user_id),
      tenant.first_name,
      tenant.last_name,
      tenant.property_name ?? '',
      tenant.unit_number ?? '',
      decimal(tenant.balance),
      tenant.owed_since ?? '',
      tenant.owed_since ? String(daysLateOf(tenant, isoDay())) : '',
    ]),
  };
}

/** A whole ledger in the order in which it is shown, with today's date in the file name. */
export function ledgerTable(entries: Transaction[], name: string): CsvTable {
  const balances = balancesAfter(entries);
  return {
    name: `ledger-${fileNamePart(name)}-${isoDay()}`,
    header: [
      ...['Entry', 'Date', 'Type', 'Description', 'Amount', 'Reverses entry', 'Posted'],
      ...['Reference', 'Receipt number', 'Balance'],
    ],
    rows: newestFirst(entries).map((entry) => [
      String(entry.id),
      entry.effective_on ?? isoDay(new Date(entry.created_at)),
      entry.type,
      entryText(entry),
      decimal(entry.amount),
      entry.reverses === null ? '' : String(entry.reverses),
      isoDay(new Date(entry.created_at)),
      // A ledger that the version before cached has neither.
      entry.reference ?? '',
      entry.receipt_number ?? '',
      decimal(toDollars(balances.get(entry.id) ?? 0)),
    ]),
  };
}

/** A person's name for a file name: letters of any script and digits. */
function fileNamePart(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
