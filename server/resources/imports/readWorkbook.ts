import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ApiError } from '../../http/apiError.ts';
import type { ReceivedFile } from '../../http/receivedFile.ts';
import { quoted } from '../../photos/photoRejected.ts';
import type { Cell, Sheet } from './sheet.ts';

/** Of a workbook as it is unpacked. */
const MOST_BYTES = 50 * 1024 * 1024;
const MOST_ENTRIES = 1000;
/** Of the thread's objects; a sheet that says it has millions of cells would fill more. */
const MOST_MEMORY_MB = 256;
/** In milliseconds; 10,000 rows take less than two seconds. */
const MOST_TIME = 20_000;

type Answer =
  | { refused: 'too large' | 'unreadable' }
  | { refused?: undefined; from1904: boolean; sheets: { sheet: string; rows: Cell[][] }[] };

/**
 * Reads the sheets of an .xlsx workbook, in a thread of its own that is ended where it takes too much memory or time. A
 * formula is not evaluated: its cell holds what the spreadsheet program stored last.
 * @throws {ApiError} 400 for a file that is no workbook, 413 for one that unpacks to too much
 */
export async function readWorkbook({ filename, bytes }: ReceivedFile): Promise<Sheet[]> {
  const answer = await runThread(bytes);
  if (answer.refused === 'too large') {
    throw new ApiError(413, `${quoted(filename)} holds too much for an import. Please split it.`);
  }
  if (answer.refused) {
    throw new ApiError(
      400,
      `${quoted(filename)} cannot be read as a workbook. Please save it as .xlsx or CSV again.`,
    );
  }
  const { from1904, sheets } = answer;
  return sheets.map(({ sheet, rows }) => ({ file: filename, sheet, rows, from1904 }));
}

async function runThread(bytes: Buffer): Promise<Answer> {
  const thread = new Worker(fileURLToPath(new URL('./workbookThread.mjs', import.meta.url)), {
    workerData: { bytes: new Uint8Array(bytes), mostBytes: MOST_BYTES, mostEntries: MOST_ENTRIES },
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
