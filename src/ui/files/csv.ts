import { FORMULA } from '../../../contract/values/formulaText.ts';
import { saveFile } from './saveFile.ts';
import { loadPart } from '../../browser/loadPart.ts';

/** A table to export as CSV. */
export interface CsvTable {
  /** The file name without its extension. */
  name: string;
  header: string[];
  rows: string[][];
}

/** Without this byte order mark Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The text of a CSV file (RFC 4180), each field in quotes, so that no country's separator splits one. Formulas are
 * escaped by a leading apostrophe (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export async function csvOf({ header, rows }: CsvTable): Promise<string> {
  const { default: papaparse } = await loadPart(() => import('papaparse'));
  const lines = papaparse.unparse([header, ...rows], { escapeFormulae: FORMULA, quotes: true });
  return `${BYTE_ORDER_MARK}${lines}\r\n`;
}

/** Downloads the file. */
export async function saveCsv(table: CsvTable): Promise<void> {
  saveFile(`${table.name}.csv`, new Blob([await csvOf(table)], { type: 'text/csv;charset=utf-8' }));
}

/** Dollars with two decimals and no separators, so that a spreadsheet reads a number. */
export const decimal = (dollars: number) => dollars.toFixed(2);
