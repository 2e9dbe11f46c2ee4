// The thread of readWorkbook.ts. JavaScript, since it is loaded as it is, from the sources and from the build.
import { parentPort, workerData } from 'node:worker_threads';
import { unzipSync } from 'fflate';
import readSheets from 'read-excel-file/universal';

/**
 * @type {{ bytes: Uint8Array, most: { bytes: number, entries: number, rows: number, columns: number, characters: number,
 *   text: number } }}
 */
const { bytes, most } = workerData;

/**
 * The unpacked size of a workbook as its own directory says it, which unpacking does not go beyond.
 * @returns {{ size: number, entries: number }}
 */
function declaredSize() {
  let size = 0;
  let entries = 0;
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      size += originalSize;
      entries += 1;
      return false;
    },
  });
  return { size, entries };
}

/** Whether the workbook counts its days from 1904 on. */
function countsFrom1904() {
  const { 'xl/workbook.xml': workbook } = unzipSync(bytes, {
    filter: ({ name }) => name === 'xl/workbook.xml',
  });
  return /<[^>]*\bdate1904\s*=\s*["'](?:1|true|on)["']/i.test(new TextDecoder().decode(workbook));
}

/**
 * What there is too much of in these sheets; undefined where they can be passed on. The same text in many cells is one in this
 * thread, and is copied for each cell as it is passed on, so that each counts.
 * @param {{ sheet: string, data: unknown[][] }[]} sheets
 */
function refusalOf(sheets) {
  let rows = 0;
  let text = 0;
  for (const { sheet, data } of sheets) {
    text += Buffer.byteLength(sheet);
    if (data.some((row) => row.some((cell) => cell !== null && cell !== ''))) rows += data.length;
    if (rows > most.rows) return { refused: 'rows' };
    for (const [index, row] of data.entries()) {
      if (row.length > most.columns) return { refused: 'columns' };
      for (const cell of row) {
        if (typeof cell !== 'string') continue;
        if (cell.length > most.characters) return { refused: 'long cell', sheet, line: index + 1 };
        text += Buffer.byteLength(cell);
        if (text > most.text) return { refused: 'too large' };
      }
    }
  }
  return undefined;
}

/** A cell as it is passed on: a day is an object, so that it is no text. */
const cellOf = (/** @type {unknown} */ value) =>
  value instanceof Date
    ? { day: Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10) }
    : value;

try {
  const { size, entries } = declaredSize();
  if (size > most.bytes || entries > most.entries) {
    parentPort?.postMessage({ refused: 'too large' });
  } else {
    const sheets = await readSheets(new Blob([bytes]), { trim: false });
    parentPort?.postMessage(
      refusalOf(sheets) ?? {
        from1904: countsFrom1904(),
        sheets: sheets.map(({ sheet, data }) => ({ sheet, rows: data.map((row) => row.map(cellOf)) })),
      },
    );
  }
} catch (error) {
  parentPort?.postMessage({ refused: 'unreadable', reason: String(error) });
}
