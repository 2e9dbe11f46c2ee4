// The thread of readInThread.ts. JavaScript, since it is loaded as it is, from the sources and from the build.
import { parentPort, workerData } from 'node:worker_threads';
import { readText } from './readText.mjs';
import { readWorkbook } from './readWorkbook.mjs';

const { bytes, encoding, most, rowsPort } = workerData;

/** Copying as many cells into the server's thread takes a few milliseconds. */
const CELLS = 10_000;

/** A workbook is a ZIP archive, whatever its name. */
const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/**
 * Sends the rows of a sheet in parts, of which each is copied on its own. Returns how many.
 * @param {unknown[][]} rows
 */
function sendRows(rows) {
  let parts = 0;
  let cells = 0;
  let from = 0;
  for (const [index, row] of rows.entries()) {
    cells += row.length;
    if (cells < CELLS && index < rows.length - 1) continue;
    rowsPort.postMessage(rows.slice(from, index + 1));
    parts += 1;
    cells = 0;
    from = index + 1;
  }
  return parts;
}

try {
  const answer = isZip ? readWorkbook(bytes, most) : readText(bytes, encoding, most);
  if (answer.refused !== undefined) parentPort?.postMessage(answer);
  else {
    // One after the other, so that a sheet's rows are not kept twice.
    const sheets = answer.sheets.map(({ rows, ...sheet }) => ({ ...sheet, parts: sendRows(rows) }));
    parentPort?.postMessage({ ...answer, sheets });
  }
} catch (error) {
  parentPort?.postMessage({ refused: isZip ? 'no workbook' : 'no text', reason: String(error) });
}
