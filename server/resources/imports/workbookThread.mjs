// The thread of readWorkbook.ts. JavaScript, since it is loaded as it is, from the sources and from the build.
import { parentPort, workerData } from 'node:worker_threads';
import { unzipSync } from 'fflate';
import readSheets from 'read-excel-file/universal';

/** @type {{ bytes: Uint8Array, mostBytes: number, mostEntries: number }} */
const { bytes, mostBytes, mostEntries } = workerData;

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

/** A cell as it is passed on: a day is an object, so that it is no text. */
const cellOf = (/** @type {unknown} */ value) =>
  value instanceof Date
    ? { day: Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10) }
    : value;

try {
  const { size, entries } = declaredSize();
  if (size > mostBytes || entries > mostEntries) {
    parentPort?.postMessage({ refused: 'too large' });
  } else {
    const sheets = await readSheets(new Blob([bytes]), { trim: false });
    parentPort?.postMessage({
      from1904: countsFrom1904(),
      sheets: sheets.map(({ sheet, data }) => ({ sheet, rows: data.map((row) => row.map(cellOf)) })),
    });
  }
} catch (error) {
  parentPort?.postMessage({ refused: 'unreadable', reason: String(error) });
}
