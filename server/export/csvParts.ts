import papaparse from 'papaparse';
import { raw } from 'sql-template-tag';
import { FORMULA } from '../../contract/values/formulaText.ts';
import type { Sql } from '../database/database.ts';
import type { ExportedFile } from './exportedFile.ts';
import type { ZippedFile } from './zip.ts';

/** Without this byte order mark Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const ROWS_PER_BATCH = 500;

interface Row {
  cells: (string | null)[];
  together: string | null;
}

/**
 * The CSV files of one table, read by a cursor of the transaction: `people.csv`, and `people-2.csv` where the first one is full.
 * An empty table is a file of its headings.
 */
export async function* csvFiles(sql: Sql, file: ExportedFile): AsyncGenerator<ZippedFile> {
  await sql`declare exported no scroll cursor for ${file.query}`;
  const rows = new RowReader(sql);
  for (let number = 1; ; number += 1) {
    yield { path: `${file.path}${number === 1 ? '' : `-${number}`}.csv`, parts: csvOf(rows, file) };
    if (!(await rows.peek())) break;
  }
  await sql`close exported`;
}

/** The next rows of the cursor, of which the first can be looked at before it is taken. */
class RowReader {
  readonly #sql: Sql;
  #batch: Row[] = [];
  #at = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async peek(): Promise<Row | undefined> {
    if (this.#at === this.#batch.length) {
      this.#batch = await this.#sql<Row>`fetch ${raw(String(ROWS_PER_BATCH))} from exported`;
      this.#at = 0;
    }
    return this.#batch[this.#at];
  }

  take(): void {
    this.#at += 1;
  }
}

/** The bytes of one file, up to its limits or to the end of the rows. */
async function* csvOf(rows: RowReader, { columns, limits }: ExportedFile): AsyncGenerator<Uint8Array> {
  yield encoded([columns.map(({ name }) => name)], BYTE_ORDER_MARK);
  let lines: string[][] = [];
  let count = 0;
  let bytes = 0;
  let last: Row | undefined;
  for (let row = await rows.peek(); row; row = await rows.peek()) {
    const isFull = count >= limits.rows || bytes >= limits.bytes;
    if (isFull && (row.together === null || row.together !== last?.together)) break;
    rows.take();
    last = row;
    const cells = row.cells.map((cell) => cell ?? '');
    lines.push(cells);
    count += 1;
    // Text takes at most three bytes a UTF-16 unit, and each cell its quotes and comma.
    bytes += cells.reduce((sum, cell) => sum + 3 * cell.length + 3, 0);
    if (lines.length < ROWS_PER_BATCH) continue;
    yield encoded(lines);
    lines = [];
  }
  if (lines.length > 0) yield encoded(lines);
}

function encoded(lines: string[][], before = ''): Uint8Array {
  const text = papaparse.unparse(lines, { escapeFormulae: FORMULA, quotes: true });
  return Buffer.from(`${before}${text}\r\n`);
}
