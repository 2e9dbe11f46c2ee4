import { MAX_IMPORT_ROWS } from '../../../../contract/imports/imports.ts';
import { ApiError, fieldError } from '../../../http/apiError.ts';
import { quoted } from '../../../photos/photoRejected.ts';

/** What the sheets of an import may have at most. */
export const MOST_SHEETS = 30;
/** Of one workbook, with those that are empty. */
export const MOST_SHEETS_OF_WORKBOOK = 100;
export const MOST_COLUMNS = 100;
/** The characters of a row of text, with its quotes. */
export const MOST_ROW_CHARACTERS = 100_000;
/** Of one cell. */
export const MOST_CHARACTERS = 10_000;

export const tooManyRows = () =>
  new ApiError(
    413,
    `An import takes at most ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows. Please split the files.`,
  );

export const tooMuchTogether = () =>
  new ApiError(413, 'These files contain too much for one import. Please import them one after the other.');

export const tooManySheets = () => fieldError(400, 'files', `An import takes at most ${MOST_SHEETS} sheets.`);

export const tooManyColumns = (file: string) =>
  fieldError(400, 'files', `${quoted(file)} has more than ${MOST_COLUMNS} columns.`);

/** With the name of the sheet, where the file may have several. */
export const longCell = (file: string, line: number, sheet?: string) =>
  fieldError(
    400,
    'files',
    `${lineOf(file, line, sheet)} has a cell of more than ${MOST_CHARACTERS.toLocaleString('en-US')} characters.`,
  );

export const longRow = (file: string, line: number, most: number) =>
  fieldError(
    400,
    'files',
    `${lineOf(file, line)} has more than ${most.toLocaleString('en-US')} characters. A quotation mark may be missing in it.`,
  );

function lineOf(file: string, line: number, sheet?: string): string {
  return `Line ${line} of ${sheet === undefined ? '' : `${quoted(sheet)} in `}${quoted(file)}`;
}
