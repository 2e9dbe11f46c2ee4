import { strToU8, zipSync } from 'fflate';

/** A cell of a workbook: text, a number, a day given as its number of days, or the result of a formula that is stored with it. */
export type BookCell =
  | string
  | number
  | { days: number }
  | { formula: string; result: string }
  /** A formula whose result nobody stored. */
  | { formula: string; result?: undefined }
  /** A formula that ended in an error. */
  | { error: string }
  /** A number as a format shows it. */
  | { number: number; format: string }
  /** The index of a text that the workbook contains once. */
  | { shared: number }
  | null;

interface BookOptions {
  /** Whether its days are counted from 1904 on. */
  from1904?: boolean;
  /** Put before the root of each sheet, such as a document type with entities. */
  prolog?: string;
  /** The names of sheets that are hidden. */
  hidden?: readonly string[];
  /** The texts of cells that share them. */
  shared?: string[];
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

function cellXml(cell: BookCell, at: string, formats: string[]): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if ('shared' in cell) return `<c r="${at}" t="s"><v>${cell.shared}</v></c>`;
  if ('days' in cell) return `<c r="${at}" s="1"><v>${cell.days}</v></c>`;
  if ('error' in cell) return `<c r="${at}" t="e"><v>${cell.error}</v></c>`;
  if ('number' in cell) {
    if (!formats.includes(cell.format)) formats.push(cell.format);
    return `<c r="${at}" s="${FIRST_FORMAT + formats.indexOf(cell.format)}"><v>${cell.number}</v></c>`;
  }
  if (cell.result === undefined) return `<c r="${at}"><f>${escaped(cell.formula)}</f><v/></c>`;
  return `<c r="${at}" t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.result)}</v></c>`;
}

/** The first style of the formats that cells ask for. */
const FIRST_FORMAT = 2;

/** The bytes of an .xlsx workbook with these sheets by their names. */
export function workbook(
  sheets: Record<string, BookCell[][]>,
  { from1904 = false, prolog = '', hidden = [], shared = [] }: BookOptions = {},
): Uint8Array {
  const names = Object.keys(sheets);
  const entries: Record<string, string> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets>${names
      .map(
        (name, index) =>
          `<sheet name="${name}"${hidden.includes(name) ? ' state="hidden"' : ''} sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}">${names
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rId99" Type="${RELATIONS}/styles" Target="styles.xml"/><Relationship Id="rId98" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${MAIN}">${shared.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
  };
  const formats: string[] = [];
  for (const [index, rows] of Object.values(sheets).entries()) {
    const lines = rows.map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row + 1}`, formats)).join('')}</row>`,
    );
    entries[`xl/worksheets/sheet${index + 1}.xml`] =
      `${HEAD}${prolog}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
  }
  // The second style is a date (number format 14), and what follows are the formats of cells.
  const codes = formats.map(
    (code, index) =>
      `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code).replaceAll('"', '&quot;')}"/>`,
  );
  const styles = formats.map((_, index) => `<xf numFmtId="${164 + index}" applyNumberFormat="1"/>`);
  entries['xl/styles.xml'] =
    `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/>${styles.join('')}</cellXfs></styleSheet>`;
  return zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])));
}
