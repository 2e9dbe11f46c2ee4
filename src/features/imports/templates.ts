import { importColumns, type ImportTable } from '../../../contract/importTables.ts';
import type { CsvTable } from '../../ui/data/csv.ts';

/** A CSV file with the headings of a table, and no row. A name stands in two columns, and not in one. */
export function templateOf(table: ImportTable): CsvTable {
  const columns = Object.entries(importColumns(table)).filter(([name]) => name !== 'full_name');
  return { name: `porchlight-${table}`, header: columns.map(([, { label }]) => label), rows: [] };
}
