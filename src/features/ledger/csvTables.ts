import type { TenantBalance, Transaction } from '../../../contract/ledger.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import type { CsvTable } from './csv.ts';

/** What every tenant owes, as a file of today. */
export function balancesTable(balances: TenantBalance[]): CsvTable {
  return {
    name: `tenant-balances-${isoDay()}`,
    header: ['User ID', 'First name', 'Last name', 'Property', 'Unit #', 'Balance'],
    rows: balances.map((tenant) => [
      String(tenant.user_id),
      tenant.first_name,
      tenant.last_name,
      tenant.property_name ?? '',
      tenant.unit_number ?? '',
      decimal(tenant.balance),
    ]),
  };
}

/** Someone's ledger, as a file of today. */
export function ledgerTable(entries: Transaction[], name: string): CsvTable {
  return {
    name: `ledger-${fileWord(name)}-${isoDay()}`,
    header: ['Entry', 'Date', 'Type', 'Description', 'Amount', 'Reverses entry'],
    rows: entries.map((entry) => [
      String(entry.id),
      isoDay(new Date(entry.created_at)),
      entry.type,
      entry.description,
      decimal(entry.amount),
      entry.reverses === null ? '' : String(entry.reverses),
    ]),
  };
}

/** Dollars with both decimals, so that a spreadsheet takes them for the number they are. */
const decimal = (dollars: number) => dollars.toFixed(2);

/** A name as a part of a file's name: letters of any script and digits. */
function fileWord(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
