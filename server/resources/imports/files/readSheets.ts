import { MAX_IMPORT_ROWS, type Encoding } from '../../../../contract/imports/imports.ts';
import { fieldError } from '../../../http/apiError.ts';
import type { ReceivedFile } from '../../../http/input/receivedFile.ts';
import { quoted } from '../../../photos/photoRejected.ts';
import { MOST_TEXT, readInThread } from './readInThread.ts';
import { isFilled, type Sheet } from './sheet.ts';
import { MOST_SHEETS, tooManyRows, tooManySheets } from './sheetLimits.ts';

/**
 * The sheets of these files, each file's in its own order; empty ones are left out.
 * @throws {ApiError} 400 without a file, for one that cannot be read, and for a row or cell that is too long; 413 for too many rows
 */
export async function readSheets(
  files: readonly ReceivedFile[],
  encodingOf: (place: number) => Encoding | undefined = () => undefined,
): Promise<Sheet[]> {
  if (files.length === 0) throw fieldError(400, 'files', 'Please choose at least one file.');
  const filled: Sheet[] = [];
  let count = 0;
  let textLeft = MOST_TEXT;
  // One after the other, since a file may take much memory, and no further than the limits.
  for (const [place, file] of files.entries()) {
    const { sheets, text } = await readInThread(file, encodingOf(place), textLeft);
    textLeft -= text;
    for (const sheet of sheets.filter(({ rows }) => rows.some((row) => row.some(isFilled)))) {
      filled.push(sheet);
      count += sheet.rows.length;
    }
    if (count > MAX_IMPORT_ROWS) throw tooManyRows();
    if (filled.length > MOST_SHEETS) throw tooManySheets();
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
