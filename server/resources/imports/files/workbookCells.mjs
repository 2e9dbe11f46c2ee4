import { shownAs } from './numberFormats.mjs';
import { unescaped, walkXml } from './walkXml.mjs';

/**
 * @typedef {string | number | boolean | { day: string } | { error: string } | null} Cell
 * @typedef {{ texts: string[], styles: { isDate: boolean, code: string }[], from1904: boolean,
 *   most: Pick<import('./csvRows.mjs').Most, 'rows' | 'columns' | 'characters'> }} CellOptions
 */

/**
 * The cells of a sheet, each in its row and column, and the bytes of their texts.
 * @param {string} xml
 * @param {CellOptions} options
 * @returns {{ refused: 'rows' | 'columns' } | { refused: 'long cell', line: number } |
 *   { refused?: undefined, rows: Cell[][], bytes: number }}
 */
export function readCells(xml, options) {
  const { most } = options;
  /** @type {Cell[][]} */
  const rows = [];
  let bytes = 0;
  let [row, column] = [-1, -1];
  /** @type {{ t?: string, s?: string, value?: string, inline?: string, isFormula: boolean } | undefined} */
  let cell;
  let inside = '';
  /** @type {{ refused: 'rows' | 'columns' } | { refused: 'long cell', line: number } | undefined} */
  let refusal;
  if (xml === '') return { rows, bytes };
  walkXml(xml, {
    open: (name, { r, t, s }) => {
      if (name === 'row') {
        row = r === undefined ? row + 1 : rowOf(r);
        column = -1;
      } else if (name === 'c') {
        column = r === undefined ? column + 1 : columnOf(r);
        cell = { ...(t === undefined ? {} : { t }), ...(s === undefined ? {} : { s }), isFormula: false };
      } else if (cell) {
        if (name === 'f') cell.isFormula = true;
        if (name === 'v') cell.value = '';
        if (name === 'is') cell.inline = '';
      }
      inside = name;
    },
    text: (value) => {
      if (!cell) return;
      if (inside === 'v') cell.value = (cell.value ?? '') + value;
      if (inside === 't') cell.inline = (cell.inline ?? '') + value;
    },
    close: (name) => {
      inside = '';
      if (name !== 'c' || !cell || refusal) return;
      const value = valueOf(cell, options);
      cell = undefined;
      if (value === null || value === '') return;
      if (row >= most.rows) refusal = { refused: 'rows' };
      else if (column >= most.columns) refusal = { refused: 'columns' };
      else if (typeof value === 'string' && value.length > most.characters) {
        refusal = { refused: 'long cell', line: row + 1 };
      }
      if (refusal) return;
      while (rows.length <= row) rows.push([]);
      const cells = rows[row] ?? [];
      while (cells.length < column) cells.push(null);
      cells[column] = value;
      if (typeof value === 'string') bytes += Buffer.byteLength(value);
    },
  });
  return refusal ?? { rows, bytes };
}

/** As a spreadsheet program counts them. */
const LAST_ROW = 1_048_576;

/** The place of a row, from 0. @param {string} number */
function rowOf(number) {
  const row = /^\d{1,7}$/.test(number) ? Number(number) : 0;
  if (row < 1 || row > LAST_ROW) throw new Error(`There is no row ${number.slice(0, 20)}.`);
  return row - 1;
}

/** The place of a column, from 0, in an address such as "AB12". @param {string} address */
function columnOf(address) {
  let place = 0;
  for (const letter of address.toUpperCase()) {
    const number = letter.charCodeAt(0) - 64;
    if (number < 1 || number > 26) break;
    place = place * 26 + number;
  }
  if (place === 0) throw new Error(`There is no cell ${address.slice(0, 20)}.`);
  return place - 1;
}

/**
 * @param {{ t?: string, s?: string, value?: string, inline?: string, isFormula: boolean }} cell
 * @param {CellOptions} options
 * @returns {Cell}
 */
function valueOf({ t = 'n', s, value, inline, isFormula }, { texts, styles, from1904 }) {
  if (isFormula && (t === 'str' ? value === undefined : !value)) return { error: '' };
  switch (t) {
    case 's':
      return value ? (texts[Number(value)] ?? null) : null;
    case 'str':
      return unescaped(value ?? '');
    case 'inlineStr':
      return unescaped(inline ?? '');
    case 'b':
      return value === '1';
    case 'e':
      return errorOf(value || '#VALUE!');
    case 'd':
      return value ? { day: value.slice(0, 10) } : null;
  }
  if (!value) return null;
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  const style = styles[Number(s)];
  if (style?.isDate) return dayOf(number, from1904);
  return style ? shownAs(number, style.code) : number;
}

/**
 * @param {number} serial
 * @param {boolean} from1904
 */
function dayOf(serial, from1904) {
  const time =
    Date.UTC(from1904 ? 1904 : 1899, from1904 ? 0 : 11, from1904 ? 1 : 30) + Math.floor(serial) * 86_400_000;
  const day = new Date(time);
  return Number.isNaN(day.getTime()) ? serial : { day: day.toISOString().slice(0, 10) };
}

/** The error of a cell: "#DIV/0!" and the like are short, whatever a file has there. @param {string} code */
export const errorOf = (code) => ({ error: code.slice(0, 20) });
