import { IMPORT_TABLES } from '../../../contract/imports/importTables.ts';
import type { ImportError, SheetPreview } from '../../../contract/imports/importPreview.ts';
import { numberText } from '../../../contract/values/numberText.ts';

/** A row of one of the sheets. */
export interface RowPlace {
  /** The sheet's place among the sheets. */
  sheet: number;
  line: number;
}

/** Errors with the same words at the same column are one, of several lines. */
export interface Cause extends Omit<ImportError, 'line'> {
  lines: [number, ...number[]];
}

/** As many causes are shown at once; more when asked for. */
export const SHOWN_CAUSES = 20;
/** As many lines of one cause are named. */
export const MOST_LINES = 8;

export function byCause(errors: readonly ImportError[]): Cause[] {
  const causes = new Map<string, Cause>();
  for (const { line, column, message } of errors) {
    const key = `${column}\n${message}`;
    const cause = causes.get(key);
    if (!cause) causes.set(key, { column, message, lines: [line] });
    // Those of a row stand one after the other.
    else if (cause.lines.at(-1) !== line) cause.lines.push(line);
  }
  return [...causes.values()];
}

/** The lines that are named first, whose rows stand among the first ones however far down they are. */
export function namedLines(causes: readonly Cause[]): Set<number> {
  return new Set(causes.slice(0, SHOWN_CAUSES).flatMap(({ lines }) => lines.slice(0, MOST_LINES)));
}

/** "2 errors in People and leases", with the sheet's name where several contain the same. */
export function sheetErrorsText(sheets: readonly SheetPreview[], sheet: SheetPreview): string {
  const { table, errors } = sheet;
  const isOnly = sheets.filter((other) => other.table === table).length === 1;
  const title = table
    ? `${IMPORT_TABLES[table].title}${isOnly ? '' : `, ${sheetName(sheet)}`}`
    : sheetName(sheet);
  return `${errorsText(errors.length)} in ${title}`;
}

export const errorsText = (count: number) => (count === 1 ? '1 error' : `${numberText(count)} errors`);

export const sheetName = ({ file, sheet }: SheetPreview) => (sheet === null ? file : `${sheet} (${file})`);
export const sheetIdOf = (sheet: number) => `import-sheet-${sheet}`;
export const rowIdOf = (sheet: number, line: number) => `${sheetIdOf(sheet)}-line-${line}`;
