import { ApiError } from '../../../http/apiError.ts';
import type { ReceivedFile } from '../../../http/input/receivedFile.ts';
import { quoted } from '../../../photos/photoRejected.ts';
import { csvRows } from './csvRows.ts';
import type { Sheet } from './sheet.ts';

/** The line by which Excel says what separates the columns. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/**
 * Reads a CSV file as text alone.
 * @throws {ApiError} 400 for a file that is no text, and as `csvRows` does
 */
export function readCsv({ filename, bytes }: ReceivedFile): Sheet {
  const text = decode(bytes);
  // No text has a NUL; a picture or an old .xls does.
  if (text.includes('\0')) {
    throw new ApiError(
      400,
      `${quoted(filename)} is no CSV file or .xlsx workbook. Please save it as one of these.`,
    );
  }
  const [line = '', delimiter = ''] = SEPARATOR_LINE.exec(text) ?? [];
  // So that lines are counted as a spreadsheet counts them.
  const before = line ? [[]] : [];
  const rows = csvRows(text.slice(line.length), { filename, delimiter, rowsBefore: before.length });
  return { file: filename, sheet: null, rows: [...before, ...rows], from1904: false };
}

/** The text of a file in UTF-8, UTF-16 or, where it is neither, Windows-1252, which Excel writes on Windows. */
function decode(bytes: Buffer): string {
  const encoding = encodingOf(bytes);
  return new TextDecoder(encoding).decode(bytes);
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // Without a byte order mark: of Latin letters every second byte is 0.
  const start = bytes.subarray(0, 1000);
  const zeros = (parity: number) => start.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  if (zeros(1) > start.length / 4 && zeros(0) === 0) return 'utf-16le';
  if (zeros(0) > start.length / 4 && zeros(1) === 0) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
