import { saveFile } from './saveFile.ts';
import { loadPart } from '../../browser/loadPart.ts';

/** A number is written as one, so that a spreadsheet can add it up. */
export type BookCell = string | number;

/** A sheet of a workbook. */
export interface BookSheet {
  /** At most 31 characters, without any of `\/?*[]:`. */
  name: string;
  rows: BookCell[][];
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const XLSX = `${TYPES}.sheet`;

/**
 * The bytes of an .xlsx workbook (ECMA-376): the least that Excel opens without repairing it. Text stays text, also where it
 * looks like a formula.
 */
export async function workbookOf(sheets: readonly BookSheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await loadPart(() => import('fflate'));
  const each = (xml: (number: number, sheet: BookSheet) => string) =>
    sheets.map((sheet, index) => xml(index + 1, sheet)).join('');
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${XLSX}.main+xml"/>${each(
      (number) =>
        `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
    )}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each(
      (number, { name }) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${each(
      (number) =>
        `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )}</Relationships>`,
  };
  for (const [index, { rows }] of sheets.entries()) {
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet xmlns="${MAIN}"><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`;
  }
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(`${head}${xml}`)])),
  );
}

function rowXml(cells: readonly BookCell[], index: number): string {
  const line = index + 1;
  return `<row r="${line}">${cells.map((cell, column) => cellXml(cell, `${columnName(column)}${line}`)).join('')}</row>`;
}

function cellXml(cell: BookCell, at: string): string {
  return typeof cell === 'number'
    ? `<c r="${at}"><v>${cell}</v></c>`
    : `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** A to Z, then AA and so on. */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Downloads the workbook; the name is without its extension. */
export async function saveWorkbook(name: string, sheets: readonly BookSheet[]): Promise<void> {
  saveFile(`${name}.xlsx`, new Blob([await workbookOf(sheets)], { type: XLSX }));
}
