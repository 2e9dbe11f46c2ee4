/** What a cell contains: text, a number, a day that the workbook itself marks as one, or nothing. */
export type Cell = string | number | boolean | { day: string } | null;

/** One table of a file, with its heading. */
export interface Sheet {
  /** The name of the file. */
  file: string;
  /** The name of the sheet in a workbook; null for a CSV file. */
  sheet: string | null;
  rows: Cell[][];
  /** Whether its days are counted from 1904 on, as in workbooks of old Macs. */
  from1904: boolean;
}

/** A cell's text without the space around it, among which is the space that cannot be broken. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return (typeof cell === 'object' ? cell.day : String(cell)).trim();
}

/** The index of the first row that is not empty; -1 where all are. */
export function headingRow({ rows }: Sheet): number {
  return rows.findIndex((row) => row.some((cell) => textOf(cell) !== ''));
}
