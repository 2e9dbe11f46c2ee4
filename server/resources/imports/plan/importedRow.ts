import type * as z from 'zod/mini';
import { cleanEmail } from '../../../../contract/values/cleanText.ts';
import { fieldMessages } from '../../../../contract/http/failure.ts';
import type { ImportTable } from '../../../../contract/imports/importTables.ts';
import type { ImportError, ImportRow } from '../../../../contract/imports/importPreview.ts';
import type { DateOrder } from '../../../../contract/imports/imports.ts';
import { toDollars } from '../../../../contract/values/money.ts';
import { parseNumber } from '../../../../contract/values/parseNumber.ts';
import type { ColumnStyles } from '../cells/columnStyles.ts';
import {
  cellProblem,
  damagedText,
  parseAmount,
  parseDay,
  parseMonth,
  periodOf,
  type DateOptions,
  type Parsed,
} from '../cells/parseCells.ts';
import { textOf, type Cell } from '../files/sheet.ts';

/** What the rows of a sheet share. */
export interface SheetContext {
  /** The sheet's place among the sheets. */
  place: number;
  table: ImportTable;
  columns: Readonly<Record<string, number>>;
  styles: ColumnStyles;
  from1904: boolean;
  /** What a person said where no cell tells. */
  order: DateOrder | undefined;
  /** A property's name and address, where a text has both. */
  propertyOf: (text: string) => { name: string; address: string };
  /** The first month that new leases charge. */
  firstMonth: string;
  /** How many headings there are. */
  width: number;
  /** Identifies the headings, in whichever file they are. */
  key: string;
  /** A title above the headings that may be the property's name. */
  title: string | undefined;
}

/** A row of a sheet while an import is planned: its cells are read by column, and what is wrong is noted at them. */
export class ImportedRow {
  readonly line: number;
  readonly sheet: SheetContext;
  outcome: ImportRow['outcome'] = 'there';
  readonly values: Record<string, string> = {};
  readonly notes: string[] = [];
  readonly errors: ImportError[] = [];
  /** Whether a date of it can be read in two ways. */
  isAmbiguous = false;
  /** Whether neither the row nor what stands above it says in which property it is. */
  readonly lacksProperty: boolean;
  /** Whether nothing of it is planned, since its cells may be another's. */
  isUnreadable = false;
  readonly #cells: readonly Cell[];
  readonly #mended: ReadonlyMap<string, string>;
  /** The property that stands above the row, or is the sheet's, or that a person named. */
  readonly #property: string;
  /** The texts that were read before. */
  readonly #lines = new Map<string, string>();
  /** The columns whose cell itself is wrong, which is told once. */
  readonly #broken = new Set<string>();

  constructor(
    line: number,
    cells: readonly Cell[],
    sheet: SheetContext,
    {
      mended,
      property,
      answered = '',
    }: { mended: ReadonlyMap<string, string>; property: string; answered?: string },
  ) {
    this.line = line;
    this.sheet = sheet;
    this.#cells = cells;
    this.#mended = mended;
    this.lacksProperty = property === '' && this.peek('property_name') === '';
    this.#property = property || answered;
  }

  get isWrong(): boolean {
    return this.errors.length > 0;
  }

  wrong(column: string | null, message: string): void {
    if (column === null || !this.#broken.has(column)) this.errors.push({ line: this.line, column, message });
  }

  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text);
  }

  /** Empty where the sheet has no such column, or its cell has no text, which is told. */
  text(column: string): string {
    const cell = this.#cell(column);
    const problem = cellProblem(cell) ?? (column === 'unit_number' ? damagedText(cell) : undefined);
    if (problem !== undefined) {
      this.#break(column, problem);
      return '';
    }
    let text = this.peek(column);
    if (column === 'property_name') text = this.sheet.propertyOf(text || this.#property).name;
    if (text !== '') this.values[column] = text;
    return text;
  }

  /** The same, of which nothing is shown or told, with each line that a cell has. */
  lines(column: string): string {
    let lines = this.#lines.get(column);
    if (lines === undefined) {
      lines = textOf(this.#cell(column))
        .normalize('NFC')
        .replaceAll(/[^\S\n]+/g, ' ');
      this.#lines.set(column, lines);
    }
    return lines;
  }

  peek(column: string): string {
    return this.lines(column).replaceAll(/\s+/g, ' ');
  }

  /** The address of the row's property, which may stand behind its name. */
  address(): string {
    const address =
      this.text('address') ||
      this.text('property_address') ||
      this.sheet.propertyOf(this.peek('property_name') || this.#property).address;
    if (address !== '') this.values.address = address;
    return address;
  }

  has(column: string): boolean {
    return column in this.sheet.columns;
  }

  /** An address without what was copied along; empty as above. What is none is left to be refused. */
  email(column: string): string {
    const text = this.text(column);
    const email = cleanEmail(text) || text;
    if (email !== '') this.values[column] = email;
    return email;
  }

  day(column: string): string | undefined {
    return this.#parsed(column, parseDay(this.#cell(column), this.#dates(column)), (day) => day);
  }

  /** The first day of a month. */
  month(column: string): string | undefined {
    return this.#parsed(column, parseMonth(this.#cell(column), this.#dates(column)), (day) => day);
  }

  /** The first or last of two days that stand in one cell. */
  dayOfPeriod(column: string, which: 0 | 1, shownAs: string): string | undefined {
    const parsed = parseDay(periodOf(this.peek(column))[which], this.#dates(column));
    return this.#parsed(column, parsed, (day) => day, shownAs);
  }

  cents(column: string): number | undefined {
    const place = this.sheet.columns[column];
    const decimalComma = place !== undefined && this.sheet.styles.decimalCommas.has(place);
    const parsed = parseAmount(this.#cell(column), { decimalComma });
    return this.#parsed(column, parsed, (cents) => toDollars(cents).toFixed(2));
  }

  /** Undefined where the cell is empty, not a number where it has none. */
  number(column: string): number | undefined {
    const text = this.text(column);
    return text === '' ? undefined : parseNumber(text);
  }

  /** Notes what a schema of the contract says of a record, at the columns of its fields. */
  check(schema: z.ZodMiniType, record: unknown, columns: Readonly<Record<string, string>>): void {
    const parsed = schema.safeParse(record);
    if (parsed.success) return;
    for (const [field, message] of Object.entries(fieldMessages(parsed.error))) {
      this.wrong(columns[field] ?? null, message);
    }
  }

  /** What the column tells of its dates counts before what the file does, and that before what a person said. */
  #dates(column: string): DateOptions {
    const { columns, styles, order, from1904 } = this.sheet;
    const own = styles.dates.get(columns[column] ?? -1);
    return { order: own ?? styles.order ?? order, from1904 };
  }

  #cell(column: string): Cell | undefined {
    const mended = this.#mended.get(column);
    if (mended !== undefined) return mended;
    const place = this.sheet.columns[column];
    return place === undefined ? undefined : this.#cells[place];
  }

  #parsed<T>(
    column: string,
    parsed: Parsed<T | undefined>,
    shown: (value: T) => string,
    shownAs = column,
  ): T | undefined {
    if (parsed.problem !== undefined) {
      this.isAmbiguous ||= parsed.ambiguous ?? false;
      this.#break(column, parsed.problem);
      return undefined;
    }
    if (parsed.value !== undefined) this.values[shownAs] = shown(parsed.value);
    return parsed.value;
  }

  /** Tells once what is wrong with a cell; what is missing without it is not told too. */
  #break(column: string, problem: string): void {
    this.values[column] = textOf(this.#cell(column));
    this.wrong(column, problem);
    this.#broken.add(column);
  }
}
