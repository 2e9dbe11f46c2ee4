import papaparse, { type ParseResult } from 'papaparse';
import { MAX_IMPORT_ROWS } from '../../../../contract/imports/imports.ts';
import {
  MOST_CHARACTERS,
  MOST_COLUMNS,
  longCell,
  longRow,
  tooManyColumns,
  tooManyRows,
} from './sheetLimits.ts';

const DELIMITERS = [',', ';', '\t', '|'];

/** The characters of a row, with its quotes. */
const MOST_ROW_CHARACTERS = 100_000;

/**
 * The rows of a text in CSV (RFC 4180), whatever separates its columns, unless `delimiter` says it.
 *
 * The parser looks at no limit before it has read a row to its end, or a text to its errors: of 5 MB without a line break it
 * makes millions of cells. So it gets no more than a row may have at a time, and each row is looked at before the next part.
 * @throws {ApiError} 400 for a row that is too long, or has too many columns or too long a cell; 413 for too many rows
 */
export function csvRows(
  text: string,
  { filename, delimiter, rowsBefore }: { filename: string; delimiter: string; rowsBefore: number },
): string[][] {
  const { meta } = papaparse.parse<string[]>(text.slice(0, MOST_ROW_CHARACTERS), {
    delimitersToGuess: DELIMITERS,
    preview: 1,
    ...(delimiter ? { delimiter } : {}),
  });
  const parser = new papaparse.Parser({ delimiter: meta.delimiter, newline: meta.linebreak as '\n' });
  const rows: string[][] = [];
  for (let at = 0; at < text.length;) {
    const part = text.slice(at, at + MOST_ROW_CHARACTERS);
    const isLast = at + part.length === text.length;
    // A row that the part cuts off is left to the next one.
    const { data, meta: parsed } = parser.parse(part, 0, !isLast) as ParseResult<string[]>;
    const line = rowsBefore + rows.length + 1;
    if (data.length === 0) throw longRow(filename, line, MOST_ROW_CHARACTERS);
    if (rows.length + data.length > MAX_IMPORT_ROWS) throw tooManyRows();
    for (const [index, row] of data.entries()) {
      if (row.length > MOST_COLUMNS) throw tooManyColumns(filename);
      if (row.some((cell) => cell.length > MOST_CHARACTERS)) throw longCell(filename, line + index);
    }
    rows.push(...data);
    at += parsed.cursor;
  }
  return rows;
}
