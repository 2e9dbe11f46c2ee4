import { MAX_IMPORT_ROWS } from '../../../../contract/imports/imports.ts';
import { fieldError } from '../../../http/apiError.ts';
import type { ReceivedFile } from '../../../http/input/receivedFile.ts';
import { quoted } from '../../../photos/photoRejected.ts';
import { readCsv } from './readCsv.ts';
import { readWorkbook } from './readWorkbook.ts';
import { headingRow, type Sheet } from './sheet.ts';
import { MOST_SHEETS, tooManyRows } from './sheetLimits.ts';

/**
 * The sheets of these files, each file's in its own order; empty ones are left out.
 * @throws {ApiError} 400 without a file, for one that cannot be read, and for a row or cell that is too long; 413 for too many rows
 */
export async function readSheets(files: readonly ReceivedFile[]): Promise<Sheet[]> {
  if (files.length === 0) throw fieldError(400, 'files', 'Please choose at least one file.');
  const filled: Sheet[] = [];
  let count = 0;
  // One after the other, since a file may take much memory, and no further than the limits.
  for (const file of files) {
    const sheets = isZip(file) ? await readWorkbook(file) : [readCsv(file)];
    for (const sheet of sheets.filter((sheet) => headingRow(sheet) >= 0)) {
      filled.push(sheet);
      count += sheet.rows.length;
    }
    if (count > MAX_IMPORT_ROWS) throw tooManyRows();
    if (filled.length > MOST_SHEETS) {
      throw fieldError(400, 'files', `An import takes at most ${MOST_SHEETS} sheets.`);
    }
  }
  if (filled.length === 0) {
    throw fieldError(
      400,
      'files',
      `There is nothing in ${files.map(({ filename }) => quoted(filename)).join(' or ')}.`,
    );
  }
  return filled;
}

/** A workbook is a ZIP archive, whatever its name. */
function isZip({ bytes }: ReceivedFile): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
}
