import papaparse from 'papaparse';

/**
 * What a file may have at most.
 * @typedef {{ bytes: number, entries: number, sheets: number, rows: number, columns: number, characters: number, text: number }} Most
 */

const DELIMITERS = [',', ';', '\t', '|'];
/** As many rows tell the delimiter. */
const GUESSED_ROWS = 30;

/** The characters of a row, with its quotes; as in sheetLimits.ts. */
const MOST_ROW_CHARACTERS = 100_000;

/** What is said of a line that the parser cannot be sure of. */
const QUOTES =
  'A quotation mark is missing or too many here, so that cells or lines may have become one. Please correct it in the file.';
const SWALLOWED =
  'This row goes on in the next line and lacks cells. A quotation mark may be missing. Please correct it in the file.';

/**
 * The rows of a text in CSV (RFC 4180), whatever separates its columns, unless `delimiter` says it; with what the parser reports.
 *
 * The parser looks at no limit before it has read a row to its end, or a text to its errors: of 5 MB without a line break it
 * makes millions of cells. So it gets no more than a row may have at a time, and each row is looked at before the next part.
 * Lines may end in different ways in one file: a carriage return before a line feed is no part of a cell.
 * @param {string} text
 * @param {{ delimiter: string, rowsBefore: number, most: Pick<Most, 'rows' | 'columns' | 'characters'> }} options
 * @returns {{ refused: 'rows' | 'columns' } | { refused: 'long cell' | 'long row', line: number } |
 *   { refused?: undefined, rows: string[][], problems: { line: number, message: string }[], lines: number }}
 */
export function csvRows(text, { delimiter, rowsBefore, most }) {
  const newline = text.includes('\n') ? '\n' : '\r';
  const separator = delimiter || guessDelimiter(text, newline);
  const parser = new papaparse.Parser({ delimiter: separator, newline });
  /** @type {string[][]} */
  const rows = [];
  /** @type {{ line: number, message: string }[]} */
  const problems = [];
  for (let at = 0; at < text.length;) {
    const part = text.slice(at, at + MOST_ROW_CHARACTERS);
    const isLast = at + part.length === text.length;
    // A row that the part cuts off is left to the next one.
    const parsed = /** @type {import('papaparse').ParseResult<string[]>} */ (parser.parse(part, 0, !isLast));
    const { data, errors, meta } = parsed;
    const line = rowsBefore + rows.length + 1;
    if (data.length === 0) return { refused: 'long row', line };
    if (rows.length + data.length > most.rows) return { refused: 'rows' };
    for (const [index, row] of data.entries()) {
      if (row.length > most.columns) return { refused: 'columns' };
      const last = row.length - 1;
      if (row[last]?.endsWith('\r')) row[last] = row[last].slice(0, -1);
      if (row.some((cell) => cell.length > most.characters)) {
        return { refused: 'long cell', line: line + index };
      }
    }
    const wrong = new Set(errors.map(({ row }) => row ?? 0).filter((row) => row < data.length));
    for (const row of wrong) problems.push({ line: line + row, message: QUOTES });
    rows.push(...data);
    at += meta.cursor;
  }
  // What is behind the last line break is no line.
  if (text.endsWith(newline) && rows.at(-1)?.join('') === '') rows.pop();
  if (problems.length === 0) problems.push(...swallowed(rows, separator, rowsBefore));
  return { rows, problems, lines: countLines(text, newline) };
}

/**
 * Rows that a quote within a cell has swallowed the next line of: a cell has several lines, with as many separators in them as a
 * whole row, or with some in a row that is shorter than the longest. An address on two lines has fewer, in a row as long as the others.
 * @param {string[][]} rows
 * @param {string} separator
 * @param {number} rowsBefore
 */
function swallowed(rows, separator, rowsBefore) {
  const longest = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const fewest = Math.max(3, longest - 1);
  return rows.flatMap((row, index) => {
    const isWrong = row.some((cell) => {
      const separators = cell.includes('\n') ? cell.split(separator).length - 1 : 0;
      return separators >= fewest || (separators > 0 && row.length < longest);
    });
    return isWrong ? [{ line: rowsBefore + index + 1, message: SWALLOWED }] : [];
  });
}

/**
 * The delimiter by which most of the first rows have the same number of cells, of several the one of more cells. Blank rows say
 * nothing, and amounts and names have commas of their own.
 * @param {string} text
 * @param {string} newline
 */
function guessDelimiter(text, newline) {
  const start = text.slice(0, MOST_ROW_CHARACTERS);
  let best = { delimiter: ',', share: 0, cells: 0 };
  for (const delimiter of DELIMITERS) {
    const { data } = papaparse.parse(start, {
      delimiter,
      newline: /** @type {'\n'} */ (newline),
      preview: GUESSED_ROWS,
      skipEmptyLines: true,
    });
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const { length } of /** @type {string[][]} */ (data)) {
      if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
    }
    for (const [cells, rows] of counts) {
      const share = rows / data.length;
      if (share > best.share || (share === best.share && cells > best.cells))
        best = { delimiter, share, cells };
    }
  }
  return best.delimiter;
}

/**
 * The lines of a text, of which the last may end without a line break.
 * @param {string} text
 * @param {string} newline
 */
function countLines(text, newline) {
  let lines = 0;
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf(newline, at);
    lines += 1;
    at = end < 0 ? text.length : end + 1;
  }
  return lines;
}
