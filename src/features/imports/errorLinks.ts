import { IMPORT_TABLES, importColumns } from '../../../contract/imports/importTables.ts';
import type { ImportError, SheetPreview } from '../../../contract/imports/importPreview.ts';

/** A row of one of the sheets. */
export interface RowPlace {
  /** The sheet's place among the sheets. */
  sheet: number;
  line: number;
}

/** An error that has a link to its row. */
export interface ErrorLink {
  sheet: number;
  error: ImportError;
}

/** More are counted. */
const MOST_LINKS = 20;

export function linkedErrors(sheets: readonly SheetPreview[]): ErrorLink[] {
  return sheets
    .flatMap(({ errors }, sheet) => errors.map((error) => ({ sheet, error })))
    .slice(0, MOST_LINKS);
}

/** Where a link leads. An error of the headings has no row, and leads to its sheet. */
export function elementOf(sheets: readonly SheetPreview[], { sheet, error: { line } }: ErrorLink): string {
  const isRow = sheets[sheet]?.rows.some((row) => row.line === line) ?? false;
  return isRow ? rowIdOf(sheet, line) : sheetIdOf(sheet);
}

/** "People and leases, line 31, column Email: " and what is wrong, with the sheet's name where several contain the same. */
export function wordsOf(sheets: readonly SheetPreview[], { sheet, error }: ErrorLink): string {
  const preview = sheets[sheet];
  if (!preview) return error.message;
  const { table } = preview;
  const isOnly = sheets.filter((other) => other.table === table).length === 1;
  const title = table
    ? `${IMPORT_TABLES[table].title}${isOnly ? '' : `, ${sheetName(preview)}`}`
    : sheetName(preview);
  const column =
    error.column !== null && table && (importColumns(table)[error.column]?.label ?? error.column);
  const place = `${title}, line ${error.line.toLocaleString('en-US')}`;
  return `${place}${column ? `, column ${column}` : ''}: ${error.message}`;
}

export const sheetName = ({ file, sheet }: SheetPreview) => (sheet === null ? file : `${sheet} (${file})`);
export const sheetIdOf = (sheet: number) => `import-sheet-${sheet}`;
export const rowIdOf = (sheet: number, line: number) => `${sheetIdOf(sheet)}-line-${line}`;
