import { csvRows } from './csvRows.mjs';
import { decode } from './decode.mjs';

/** The line by which Excel says what separates the columns. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/**
 * Reads a CSV file as text alone.
 * @param {Uint8Array} bytes
 * @param {string | undefined} chosen the encoding, where a person chose it
 * @param {import('./csvRows.mjs').Most} most
 */
export function readText(bytes, chosen, most) {
  const { text, encoding, candidates } = decode(bytes, chosen);
  // No text has a NUL; a picture or an old .xls does.
  if (text.includes('\0')) return { refused: 'no text' };
  const bytesOfText = Buffer.byteLength(text);
  if (bytesOfText > most.text) return { refused: 'text' };
  const [line = '', delimiter = ''] = SEPARATOR_LINE.exec(text) ?? [];
  // So that lines are counted as a spreadsheet counts them.
  const before = line ? 1 : 0;
  const read = csvRows(text.slice(line.length), { delimiter, rowsBefore: before, most });
  if (read.refused !== undefined) return read;
  const { rows, problems, lines } = read;
  return {
    encoding,
    candidates,
    sheets: [
      {
        sheet: null,
        isHidden: false,
        rows: before > 0 ? [[], ...rows] : rows,
        lines: lines + before,
        problems,
      },
    ],
    from1904: false,
    text: bytesOfText,
  };
}
