/**
 * What a cell contains: text, a number, a day that the workbook itself marks as one, the error that a formula ended in, which is empty
 * where its result was not stored, or nothing.
 */
export type Cell = string | number | boolean | { day: string } | { error: string } | null;

/** An encoding that a text may have, with what some of its words would be. */
export interface EncodingChoice {
  encoding: string;
  examples: string[];
}

/** One table of a file, with its heading. */
export interface Sheet {
  /** The name of the file. */
  file: string;
  /** The name of the sheet in a workbook; null for a CSV file. */
  sheet: string | null;
  isHidden: boolean;
  rows: Cell[][];
  /** The lines of the file, of which several may be within a cell. */
  lines: number;
  /** What the parser could not be sure of. */
  problems: { line: number; message: string }[];
  /** Whether its days are counted from 1904 on, as in workbooks of old Macs. */
  from1904: boolean;
  /** Of a text: how it was read, with the choices where that is not sure. */
  encoding?: { read: string; candidates: EncodingChoice[] | undefined };
}

/** A cell's text without the space around it, among which is the space that cannot be broken. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'object') return String(cell).trim();
  return 'day' in cell ? cell.day : cell.error || '=';
}

export const isFilled = (cell: Cell | undefined) => textOf(cell) !== '';
