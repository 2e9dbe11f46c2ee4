import type * as z from 'zod/mini';
import { cleanEmail } from '../../../../contract/values/cleanText.ts';
import { fieldMessages } from '../../../../contract/http/failure.ts';
import { importColumns, type ImportTable } from '../../../../contract/imports/importTables.ts';
import type { DateOrder, ImportError, ImportRow } from '../../../../contract/imports/imports.ts';
import { toDollars } from '../../../../contract/values/money.ts';
import type { Matched } from '../columns/matchColumns.ts';
import { parseAmount, parseDay, parseMonth, type DateOptions, type Parsed } from '../cells/parseCells.ts';
import { headingRow, textOf, type Cell, type Sheet } from '../files/sheet.ts';

/** A row of a sheet while an import is planned: its cells are read by column, and what is wrong is noted at them. */
export class ImportedRow {
  readonly line: number;
  outcome: ImportRow['outcome'] = 'there';
  readonly values: Record<string, string> = {};
  readonly notes: string[] = [];
  readonly errors: ImportError[] = [];
  /** Whether a date of it can be read in two ways. */
  isAmbiguous = false;
  readonly #cells: readonly Cell[];
  readonly #columns: Readonly<Record<string, number>>;
  readonly #dates: DateOptions;

  constructor(
    line: number,
    cells: readonly Cell[],
    columns: Readonly<Record<string, number>>,
    dates: DateOptions,
  ) {
    this.line = line;
    this.#cells = cells;
    this.#columns = columns;
    this.#dates = dates;
  }

  get isWrong(): boolean {
    return this.errors.length > 0;
  }

  wrong(column: string | null, message: string): void {
    this.errors.push({ line: this.line, column, message });
  }

  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text);
  }

  /** Empty where the sheet has no such column. */
  text(column: string): string {
    const text = textOf(this.#cell(column)).normalize('NFC').replaceAll(/\s+/g, ' ');
    if (text !== '') this.values[column] = text;
    return text;
  }

  /** An address without what was copied along; empty as above. What is none is left to be refused. */
  email(column: string): string {
    const text = this.text(column);
    const email = cleanEmail(text) || text;
    if (email !== '') this.values[column] = email;
    return email;
  }

  day(column: string): string | undefined {
    return this.#parsed(column, parseDay(this.#cell(column), this.#dates), (day) => day);
  }

  /** The first day of a month. */
  month(column: string): string | undefined {
    return this.#parsed(column, parseMonth(this.#cell(column), this.#dates), (day) => day);
  }

  cents(column: string): number | undefined {
    return this.#parsed(column, parseAmount(this.#cell(column)), (cents) => toDollars(cents).toFixed(2));
  }

  /** Notes what a schema of the contract says of a record, at the columns of its fields. */
  check(schema: z.ZodMiniType, record: unknown, columns: Readonly<Record<string, string>>): void {
    const parsed = schema.safeParse(record);
    if (parsed.success) return;
    for (const [field, message] of Object.entries(fieldMessages(parsed.error))) {
      this.wrong(columns[field] ?? null, message);
    }
  }

  #cell(column: string): Cell | undefined {
    const place = this.#columns[column];
    return place === undefined ? undefined : this.#cells[place];
  }

  #parsed<T>(column: string, parsed: Parsed<T | undefined>, shown: (value: T) => string): T | undefined {
    if (parsed.problem !== undefined) {
      this.values[column] = textOf(this.#cell(column));
      this.isAmbiguous ||= parsed.ambiguous ?? false;
      this.wrong(column, parsed.problem);
      return undefined;
    }
    if (parsed.value !== undefined) this.values[column] = shown(parsed.value);
    return parsed.value;
  }
}

/** A sheet with what it contains, and its rows that are not empty. */
export interface ImportedSheet extends Matched {
  sheet: Sheet;
  rows: ImportedRow[];
  /** What is wrong with the sheet as a whole. */
  errors: ImportError[];
}

/** The rows of a sheet below its heading. */
export function importedSheet(sheet: Sheet, matched: Matched, order: DateOrder | undefined): ImportedSheet {
  const { table, columns } = matched;
  const heading = headingRow(sheet);
  const errors = table
    ? missingColumns(table, columns).map((error) => ({ line: heading + 1, ...error }))
    : [];
  const places = Object.values(columns);
  const rows =
    table && errors.length === 0
      ? sheet.rows.flatMap((cells, index) => {
          const isFilled = index > heading && places.some((place) => textOf(cells[place]) !== '');
          return isFilled
            ? [new ImportedRow(index + 1, cells, columns, { order, from1904: sheet.from1904 })]
            : [];
        })
      : [];
  return { ...matched, sheet, rows, errors };
}

function missingColumns(table: ImportTable, columns: Readonly<Record<string, number>>) {
  const missing = Object.entries(importColumns(table))
    .filter(([name, { required }]) => required && !(name in columns))
    .map(([column, { label }]) => ({ column, message: `Please say which column is “${label}”.` }));
  const isNamed = 'full_name' in columns || ('first_name' in columns && 'last_name' in columns);
  const needsName = table === 'people' || (table === 'balances' && !('email' in columns));
  if (needsName && !isNamed) {
    const words = table === 'people' ? 'the people’s names' : 'the people’s names or emails';
    missing.push({ column: 'full_name', message: `Please say which columns are ${words}.` });
  }
  return missing;
}
