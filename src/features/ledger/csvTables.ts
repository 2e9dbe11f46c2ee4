import type { TenantBalance, Transaction } from '../../../contract/ledger.ts';
import type { CsvTable } from './csv.ts';

/** What every tenant owes, as a file of today. */
export function balancesTable(balances: TenantBalance[]): CsvTable {
  return {
    name: `tenant-balances-${today()}`,
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
    name: `ledger-${fileWord(name)}-${today()}`,
    header: ['Entry', 'Date', 'Type', 'Description', 'Amount', 'Reverses entry'],
    rows: entries.map((entry) => [
      String(entry.id),
      day.format(new Date(entry.created_at)),
      entry.type,
      entry.description,
      decimal(entry.amount),
      entry.reverses === null ? '' : String(entry.reverses),
    ]),
  };
}

/** Sweden writes a day as `2026-11-21`, which every spreadsheet reads. */
const day = new Intl.DateTimeFormat('sv-SE');
const today = () => day.format(new Date());

/** Dollars with both decimals, so that a spreadsheet takes them for the number they are. */
const decimal = (dollars: number) => dollars.toFixed(2);

/** A name as a part of a file's name: letters of any script and digits. */
function fileWord(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
