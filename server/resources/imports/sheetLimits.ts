import { MAX_IMPORT_ROWS } from '../../../contract/imports.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { quoted } from '../../photos/photoRejected.ts';

/** What the sheets of an import may have at most. */
export const MOST_SHEETS = 30;
export const MOST_COLUMNS = 100;

export const tooManyRows = () =>
  new ApiError(
    413,
    `An import takes at most ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows. Please split the files.`,
  );

export const tooManyColumns = (file: string) =>
  fieldError(400, 'files', `${quoted(file)} has more than ${MOST_COLUMNS} columns.`);
