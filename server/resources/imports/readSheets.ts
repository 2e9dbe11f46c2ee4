import { MAX_IMPORT_ROWS } from '../../../contract/imports.ts';
import { fieldError } from '../../http/apiError.ts';
import type { ReceivedFile } from '../../http/receivedFile.ts';
import { quoted } from '../../photos/photoRejected.ts';
import { readCsv } from './readCsv.ts';
import { readWorkbook } from './readWorkbook.ts';
import { headingRow, type Sheet } from './sheet.ts';
import { MOST_COLUMNS, MOST_SHEETS, tooManyColumns, tooManyRows } from './sheetLimits.ts';

/**
 * The sheets of these files, each file's in its own order; empty ones are left out.
 * @throws {ApiError} 400 without a file, for one that cannot be read, and for a sheet that is too wide; 413 for too many rows
 */
export async function readSheets(files: readonly ReceivedFile[]): Promise<Sheet[]> {
  if (files.length === 0) throw fieldError(400, 'files', 'Please choose at least one file.');
  const sheets: Sheet[] = [];
  // One after the other, since a workbook may take much memory.
  for (const file of files) sheets.push(...(isZip(file) ? await readWorkbook(file) : [readCsv(file)]));
  const filled = sheets.filter((sheet) => headingRow(sheet) >= 0);
  if (filled.length === 0) {
    throw fieldError(
      400,
      'files',
      `There is nothing in ${files.map(({ filename }) => quoted(filename)).join(' or ')}.`,
    );
  }
  if (filled.length > MOST_SHEETS) {
    throw fieldError(400, 'files', `An import takes at most ${MOST_SHEETS} sheets.`);
  }
  const wide = filled.find(({ rows }) => rows.some((row) => row.length > MOST_COLUMNS));
  if (wide) throw tooManyColumns(wide.file);
  const count = filled.reduce((sum, { rows }) => sum + rows.length, 0);
  if (count > MAX_IMPORT_ROWS) throw tooManyRows();
  return filled;
}

/** A workbook is a ZIP archive, whatever its name. */
function isZip({ bytes }: ReceivedFile): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
}
