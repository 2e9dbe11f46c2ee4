import {
  IMPORT_TABLE_NAMES,
  IMPORT_TABLES,
  importColumns,
  type ImportTable,
} from '../../../contract/imports/importTables.ts';
import { addMonths, monthOf } from '../../../contract/values/calendar.ts';
import type { CsvTable } from '../../ui/files/csv.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import type { BookCell, BookSheet } from '../../ui/files/workbook.ts';

/** A CSV file with the headings of a table, and no row. A name stands in two columns, and not in one. */
export function templateOf(table: ImportTable): CsvTable {
  return { name: `porchlight-${table}`, header: columnsOf(table).map(([, { label }]) => label), rows: [] };
}

/** A rent roll says all of them in one sheet, and is a template of its own. */
const WORKBOOK_TABLES = IMPORT_TABLE_NAMES.filter((table) => table !== 'rentRoll');

/** A sheet for each table, with its headings and a row that shows how to fill it in. */
export function workbookTemplate(): BookSheet[] {
  const examples = exampleRows();
  return WORKBOOK_TABLES.map((table) => {
    const columns = columnsOf(table);
    const example = columns.map(([name]) => examples[table]?.[name] ?? '');
    return { name: IMPORT_TABLES[table].title, rows: [columns.map(([, { label }]) => label), example] };
  });
}

const columnsOf = (table: ImportTable) =>
  Object.entries(importColumns(table)).filter(([, { alternative }]) => !alternative);

/** One tenant in one unit. The lease begins next month, since nothing is charged for the past. */
function exampleRows(): Partial<Record<ImportTable, Record<string, BookCell>>> {
  const today = isoDay();
  const next = addMonths(monthOf(today), 1);
  const unit = { property_name: 'Example Court', unit_number: '1A' };
  const person = { first_name: 'Jane', last_name: 'Example', email: 'jane@example.com', ...unit };
  return {
    units: {
      ...unit,
      address: '1 Example Street, Springfield',
      phone_number: '555-0100',
      rent_amount: 1450,
      area: 850,
      notes: 'An example: please write over it',
    },
    people: {
      ...person,
      phone: '555-555-0101',
      starts: next,
      rent_amount: 1450,
      from_month: next.slice(0, 7),
    },
    meters: {
      ...unit,
      ...{ meter_kind: 'Water', serial_number: 'W-100', measure: 'gal', digits: 5, multiplier: 1 },
      ...{ place: 'Hall closet', installed_on: monthOf(today), first_value: 1000 },
    },
    balances: { ...person, effective_on: monthOf(today), amount: 100, description: 'Opening balance' },
  };
}
