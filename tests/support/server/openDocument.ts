import { strToU8, zipSync } from 'fflate';
import type { BookCell } from './workbook.ts';

const NAMESPACES = ['office', 'table', 'text', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** As LibreOffice Calc writes it: several spaces are an element, and so is each further line. */
function textXml(text: string): string {
  const spaced = (line: string) =>
    escaped(line).replaceAll(/ {2,}/g, (spaces) => ` <text:s text:c="${spaces.length - 1}"/>`);
  return text
    .split('\n')
    .map((line) => `<text:p>${spaced(line)}</text:p>`)
    .join('');
}

const dayOf = (days: number) => new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10);

function cellXml(cell: BookCell): string {
  if (cell === null) return '<table:table-cell/>';
  const of = (attributes: string, shown: string) =>
    `<table:table-cell ${attributes}>${shown === '' ? '' : textXml(shown)}</table:table-cell>`;
  if (typeof cell === 'number') return of(`office:value-type="float" office:value="${cell}"`, String(cell));
  if (typeof cell === 'string') return of('office:value-type="string"', cell);
  if ('days' in cell) {
    return of(`office:value-type="date" office:date-value="${dayOf(cell.days)}"`, dayOf(cell.days));
  }
  if ('error' in cell) return of('table:formula="of:=1/0" office:value-type="string"', cell.error);
  if ('number' in cell) {
    const digits = cell.format.replaceAll(/\D/g, '').length;
    return of(
      `office:value-type="float" office:value="${cell.number}"`,
      String(cell.number).padStart(digits, '0'),
    );
  }
  if ('shared' in cell) throw new Error('An OpenDocument spreadsheet shares no texts.');
  if (cell.result === undefined) return of(`table:formula="of:=${escaped(cell.formula)}"`, '');
  return of(`table:formula="of:=${escaped(cell.formula)}" office:value-type="string"`, cell.result);
}

/** The `content.xml` of a spreadsheet with these sheets, each the XML of its rows. */
export function contentXml(tables: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${NAMESPACES}><office:automatic-styles><style:style style:name="shown" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`;
}

export function zipped(content: string): Uint8Array {
  return zipSync({
    mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
    'content.xml': strToU8(content),
  });
}

/** The bytes of an .ods spreadsheet with these sheets by their names, with the million empty rows that Calc writes below each. */
export function openDocument(
  sheets: Record<string, BookCell[][]>,
  { hidden = [] }: { hidden?: readonly string[] } = {},
): Uint8Array {
  const tables = Object.entries(sheets).map(([name, rows]) => {
    const lines = rows.map((cells) => `<table:table-row>${cells.map(cellXml).join('')}</table:table-row>`);
    return `<table:table table:name="${name}" table:style-name="${hidden.includes(name) ? 'hidden' : 'shown'}">${lines.join('')}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row></table:table>`;
  });
  return zipped(contentXml(tables));
}
