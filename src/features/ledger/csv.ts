/** A list as a spreadsheet takes it. */
export interface CsvTable {
  /** Of the file, without its ending. */
  name: string;
  header: string[];
  rows: string[][];
}

/**
 * What a spreadsheet would take for a formula, and run; a plain negative amount is none. The library's own
 * pattern overlooks a text of several lines.
 */
const FORMULA = /^(?!-?\d+(?:\.\d+)?$)[=+\-@\t\r\n]/;

/** Excel takes a file without this mark for another encoding than UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The text of a CSV file, by RFC 4180; a text that looks like a formula is led by an apostrophe. */
export async function csvOf({ header, rows }: CsvTable): Promise<string> {
  const { default: papaparse } = await import('papaparse');
  const lines = papaparse.unparse([header, ...rows], { escapeFormulae: FORMULA });
  return `${BYTE_ORDER_MARK}${lines}\r\n`;
}

/** Hands the file to the browser, which saves it. */
export async function saveCsv(table: CsvTable): Promise<void> {
  const file = new Blob([await csvOf(table)], { type: 'text/csv;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${table.name}.csv`;
  link.click();
  // The browser reads it after the click; a minute is enough for any list.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
