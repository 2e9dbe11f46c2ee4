import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import pLimit from 'p-limit';
import { MAX_IMPORT_ROWS, type Encoding } from '../../../../contract/imports/imports.ts';
import { withoutFormulaMark } from '../../../../contract/values/formulaText.ts';
import { ApiError } from '../../../http/apiError.ts';
import type { ReceivedFile } from '../../../http/input/receivedFile.ts';
import { quoted } from '../../../photos/photoRejected.ts';
import { inSteps, pause } from '../withPauses.ts';
import type { Cell, EncodingChoice, Sheet } from './sheet.ts';
import {
  longCell,
  longRow,
  MOST_CHARACTERS,
  MOST_COLUMNS,
  MOST_ROW_CHARACTERS,
  MOST_SHEETS_OF_WORKBOOK,
  tooManyColumns,
  tooManyRows,
  tooManySheets,
  tooMuchTogether,
} from './sheetLimits.ts';

const MEGABYTE = 1024 * 1024;
const MOST = {
  /** Of a workbook as it is unpacked. */
  bytes: 50 * MEGABYTE,
  entries: 1000,
  sheets: MOST_SHEETS_OF_WORKBOOK,
  rows: MAX_IMPORT_ROWS,
  columns: MOST_COLUMNS,
  characters: MOST_CHARACTERS,
};
/** Of all cells of an import together, in bytes. */
export const MOST_TEXT = 20 * MEGABYTE;
/** Of the thread's objects; a sheet that says it has millions of cells would fill more. */
const MOST_MEMORY_MB = 256;
/** In milliseconds; 10,000 rows take less than two seconds. */
const MOST_TIME = 20_000;

// Each thread takes hundreds of MB at most, so one runs at a time.
const limitThreads = pLimit(1);

type Refusal =
  | { refused: 'too large' | 'no workbook' | 'no text' | 'rows' | 'columns' | 'sheets' | 'text' }
  | { refused: 'long cell'; sheet?: string; line: number }
  | { refused: 'long row'; line: number };

type Answer =
  | Refusal
  | {
      refused?: undefined;
      from1904: boolean;
      text: number;
      encoding?: string;
      candidates?: EncodingChoice[];
      /** Each with the number of parts that its rows come in. */
      sheets: (Omit<Sheet, 'file' | 'from1904' | 'encoding' | 'rows'> & { parts: number })[];
    };

/**
 * Reads the sheets of a CSV file or an .xlsx workbook, whose bytes it takes away, in a thread of its own that is ended where it takes too much memory or time,
 * and that passes on no more than an import takes, of whose text this much is left. Returns how much it took of it, too.
 * @throws {ApiError} 400 for a file that is neither, or has too many columns or too long a cell; 413 for one that contains too much
 */
export async function readInThread(
  { filename, bytes }: ReceivedFile,
  encoding: Encoding | undefined,
  mostText: number,
): Promise<{ sheets: Sheet[]; text: number }> {
  const { port1: rowsPort, port2 } = new MessageChannel();
  try {
    const answer = await limitThreads(() => runThread(bytes, { encoding, mostText, rowsPort: port2 }));
    return await sheetsOf(filename, answer, { mostText, rowsPort });
  } finally {
    rowsPort.close();
  }
}

async function sheetsOf(
  filename: string,
  answer: Answer,
  { mostText, rowsPort }: { mostText: number; rowsPort: MessagePort },
): Promise<{ sheets: Sheet[]; text: number }> {
  if (answer.refused === 'text' && mostText < MOST_TEXT) throw tooMuchTogether();
  if (answer.refused !== undefined) throw refusal(filename, answer);
  const { from1904, text, encoding: read, candidates } = answer;
  const sheets: Sheet[] = [];
  for (const { parts, ...sheet } of answer.sheets) {
    const rows = await receiveRows(rowsPort, parts);
    sheets.push({
      file: filename,
      ...sheet,
      // What an export of ours has marked in a CSV file is what it was again.
      rows: sheet.sheet === null ? await inSteps(unmarkedRows(rows)) : rows,
      from1904,
      ...(read === undefined ? {} : { encoding: { read, candidates } }),
    });
  }
  return { sheets, text };
}

/** The rows that the thread has sent, which are copied part by part: millions of cells at once would keep everyone waiting. */
async function receiveRows(rowsPort: MessagePort, parts: number): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  for (let part = 0; part < parts; part += 1) {
    await pause();
    const received = receiveMessageOnPort(rowsPort);
    if (!received) throw new Error('The thread that reads sheets sent fewer rows than it says.');
    for (const row of received.message as Cell[][]) rows.push(row);
  }
  return rows;
}

/** A row is a step. */
function* unmarkedRows(rows: readonly Cell[][]): Generator<undefined, Cell[][]> {
  const found: Cell[][] = [];
  for (const row of rows) {
    yield;
    found.push(row.map(unmarked));
  }
  return found;
}

const unmarked = (cell: Cell): Cell => (typeof cell === 'string' ? withoutFormulaMark(cell) : cell);

function refusal(filename: string, answer: Refusal): ApiError {
  switch (answer.refused) {
    case 'text':
    case 'too large':
      return new ApiError(413, `${quoted(filename)} contains too much for an import. Please split it.`);
    case 'rows':
      return tooManyRows();
    case 'sheets':
      return tooManySheets();
    case 'columns':
      return tooManyColumns(filename);
    case 'long cell':
      return longCell(filename, answer.line, answer.sheet);
    case 'long row':
      return longRow(filename, answer.line, MOST_ROW_CHARACTERS);
    case 'no text':
      return new ApiError(
        400,
        `${quoted(filename)} is no CSV file and no .xlsx or .ods spreadsheet. Please save it as one of these.`,
      );
    case 'no workbook':
      return new ApiError(
        400,
        `${quoted(filename)} cannot be read as a workbook. Please save it as .xlsx or CSV again.`,
      );
  }
}

async function runThread(
  bytes: Buffer,
  {
    encoding,
    mostText,
    rowsPort,
  }: { encoding: Encoding | undefined; mostText: number; rowsPort: MessagePort },
): Promise<Answer> {
  const given = ownBytes(bytes);
  const thread = new Worker(fileURLToPath(new URL('./sheetThread.mjs', import.meta.url)), {
    workerData: { bytes: given, encoding, most: { ...MOST, text: mostText }, rowsPort },
    transferList: [given.buffer, rowsPort],
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
      thread.once('exit', () => reject(new Error('The thread that reads sheets ended without an answer.')));
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

/** The bytes to be given to the thread, so that they are freed with it; a copy where they share their memory with others. */
function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
}
