import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { MAX_IMPORT_ROWS } from '../../../../contract/imports/imports.ts';
import { ApiError } from '../../../http/apiError.ts';
import type { ReceivedFile } from '../../../http/input/receivedFile.ts';
import { quoted } from '../../../photos/photoRejected.ts';
import type { Cell, Sheet } from './sheet.ts';
import { longCell, MOST_CHARACTERS, MOST_COLUMNS, tooManyColumns, tooManyRows } from './sheetLimits.ts';

const MEGABYTE = 1024 * 1024;
const MOST = {
  /** Of a workbook as it is unpacked. */
  bytes: 50 * MEGABYTE,
  entries: 1000,
  rows: MAX_IMPORT_ROWS,
  columns: MOST_COLUMNS,
  characters: MOST_CHARACTERS,
  /** Of all cells together, in bytes. */
  text: 20 * MEGABYTE,
};
/** Of the thread's objects; a sheet that says it has millions of cells would fill more. */
const MOST_MEMORY_MB = 256;
/** In milliseconds; 10,000 rows take less than two seconds. */
const MOST_TIME = 20_000;

// Each thread takes hundreds of MB at most, so one runs at a time.
const limitThreads = pLimit(1);

type Answer =
  | { refused: 'too large' | 'unreadable' | 'rows' | 'columns' }
  | { refused: 'long cell'; sheet: string; line: number }
  | { refused?: undefined; from1904: boolean; sheets: { sheet: string; rows: Cell[][] }[] };

/**
 * Reads the sheets of an .xlsx workbook, in a thread of its own that is ended where it takes too much memory or time,
 * and that passes on no more than an import takes. A formula is not evaluated: its cell contains what the spreadsheet program stored last.
 * @throws {ApiError} 400 for a file that is no workbook, or has too many columns or too long a cell; 413 for one that contains too much
 */
export async function readWorkbook({ filename, bytes }: ReceivedFile): Promise<Sheet[]> {
  const answer = await limitThreads(() => runThread(bytes));
  if (answer.refused !== undefined) throw refusal(filename, answer);
  const { from1904, sheets } = answer;
  return sheets.map(({ sheet, rows }) => ({ file: filename, sheet, rows, from1904 }));
}

function refusal(filename: string, answer: Extract<Answer, { refused: string }>): ApiError {
  switch (answer.refused) {
    case 'too large':
      return new ApiError(413, `${quoted(filename)} contains too much for an import. Please split it.`);
    case 'rows':
      return tooManyRows();
    case 'columns':
      return tooManyColumns(filename);
    case 'long cell':
      return longCell(filename, answer.line, answer.sheet);
    case 'unreadable':
      return new ApiError(
        400,
        `${quoted(filename)} cannot be read as a workbook. Please save it as .xlsx or CSV again.`,
      );
  }
}

async function runThread(bytes: Buffer): Promise<Answer> {
  const thread = new Worker(fileURLToPath(new URL('./workbookThread.mjs', import.meta.url)), {
    workerData: { bytes: new Uint8Array(bytes), most: MOST },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Answer>((resolve, reject) => {
      timer = setTimeout(() => resolve({ refused: 'too large' }), MOST_TIME);
      thread.once('message', resolve);
      thread.once('error', (error: Error & { code?: string }) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ refused: 'too large' });
        else reject(error);
      });
      thread.once('exit', () =>
        reject(new Error('The thread that reads workbooks ended without an answer.')),
      );
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
