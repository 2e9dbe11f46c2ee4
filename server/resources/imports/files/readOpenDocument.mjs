import { errorOf } from './workbookCells.mjs';
import { walkXml } from './walkXml.mjs';

/**
 * @typedef {import('./workbookCells.mjs').Cell} Cell
 * @typedef {{ sheet: string, isHidden: boolean, rows: Cell[][], lines: number, problems: never[] }} OpenSheet
 * @typedef {{ type: string | undefined, value: string | undefined, isFormula: boolean, isError: boolean, repeated: number, text: string | undefined, string: string | undefined }} OpenCell
 */

/** What is written in a cell; all else in it, such as a remark or a picture, is no part of its text. */
const WRITTEN = new Set(['p', 'span', 'a', 's', 'tab', 'line-break']);

/** The characters that are kept of a sheet's name. That of one that is linked has the path of its file. */
const LONGEST_NAME = 100;

/**
 * Reads the sheets of an OpenDocument spreadsheet (.ods) by its `content.xml`, as ISO/IEC 26300 describes it. A formula is not
 * evaluated: its cell contains what the spreadsheet program stored last, and says so where it stored nothing.
 * @param {string} xml
 * @param {import('./csvRows.mjs').Most} most
 */
export function readOpenDocument(xml, most) {
  /** @type {Set<string>} */
  const hiddenStyles = new Set();
  /** @type {OpenSheet[]} */
  const sheets = [];
  /** @type {Set<OpenSheet>} */
  const linked = new Set();
  let count = 0;
  let bytes = 0;
  /** @type {OpenSheet | undefined} */
  let sheet;
  let style = '';
  let [row, column, repeatedRows] = [0, 0, 1];
  /** @type {Cell[]} */
  let cells = [];
  /** @type {OpenCell | undefined} */
  let cell;
  /** How deep one is in what is in a cell and is no text of it. */
  let aside = 0;
  let inParagraph = false;
  /** @type {{ refused: 'rows' | 'columns' | 'text' | 'sheets' } | { refused: 'long cell', line: number, sheet: string } | undefined} */
  let refusal;

  /** No further than a cell may be long, so that a few signs of the file cannot stand for gigabytes. @param {string} more */
  function append(more) {
    // Between the paragraphs stands nothing but room.
    if (inParagraph && cell?.text !== undefined && cell.text.length <= most.characters) cell.text += more;
  }

  /** @param {OpenCell} of */
  function startParagraph(of) {
    of.text = of.text === undefined ? '' : `${of.text}\n`;
    inParagraph = true;
  }

  function endCell() {
    if (!cell || !sheet || refusal) return;
    const value = valueOf(cell);
    const last = column + cell.repeated;
    if (value !== null && value !== '') {
      if (last > most.columns) refusal = { refused: 'columns' };
      else if (typeof value === 'string' && value.length > most.characters) {
        refusal = { refused: 'long cell', line: row + 1, sheet: sheet.sheet };
      } else {
        while (cells.length < column) cells.push(null);
        for (let place = column; place < last; place += 1) cells[place] = value;
        if (typeof value === 'string') bytes += Buffer.byteLength(value) * cell.repeated * repeatedRows;
      }
    }
    column = last;
    cell = undefined;
  }

  function endRow() {
    if (!sheet || refusal) return;
    if (cells.length > 0) {
      // Both counts come from the file, so that nothing is laid out before they are known to fit.
      if (count + row + repeatedRows > most.rows) refusal = { refused: 'rows' };
      else if (bytes > most.text) refusal = { refused: 'text' };
      else {
        while (sheet.rows.length < row) sheet.rows.push([]);
        for (let copy = 0; copy < repeatedRows; copy += 1) sheet.rows.push([...cells]);
      }
    }
    row += repeatedRows;
  }

  walkXml(xml, {
    open: (name, attributes) => {
      if (name === 'style') style = attributes.family === 'table' ? (attributes.name ?? '') : '';
      if (name === 'table-properties' && attributes.display === 'false') hiddenStyles.add(style);
      if (aside > 0 || (cell && !WRITTEN.has(name))) aside += 1;
      else if (name === 'table') {
        const title = (attributes.name ?? '').slice(0, LONGEST_NAME);
        if (sheets.length === most.sheets) refusal ??= { refused: 'sheets' };
        const isHidden = hiddenStyles.has(attributes['style-name'] ?? '') || attributes.display === 'false';
        sheet = { sheet: title, isHidden, rows: [], lines: 0, problems: [] };
        sheets.push(sheet);
        bytes += Buffer.byteLength(title);
        row = 0;
      } else if (name === 'table-source' && sheet) {
        // What another file contains, as it was when this one was saved.
        linked.add(sheet);
      } else if (name === 'table-row') {
        [cells, column, repeatedRows] = [[], 0, timesOf(attributes['number-rows-repeated'])];
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = cellOf(attributes);
      } else if (cell && name === 'p') startParagraph(cell);
      else if (name === 's') append(' '.repeat(Math.min(timesOf(attributes.c), most.characters)));
      else if (name === 'tab') append('\t');
      else if (name === 'line-break') append('\n');
    },
    text: (text) => {
      if (aside === 0) append(text);
    },
    close: (name) => {
      if (aside > 0) aside -= 1;
      else if (name === 'p') inParagraph = false;
      else if (name === 'table-cell' || name === 'covered-table-cell') endCell();
      else if (name === 'table-row') endRow();
      else if (name === 'table' && sheet) {
        sheet.lines = sheet.rows.length;
        count += sheet.lines;
        sheet = undefined;
      }
    },
  });
  if (refusal) return refusal;
  if (sheets.length === 0) throw new Error('The document has no sheet.');
  return {
    sheets: sheets.filter((each) => each.lines > 0 && !linked.has(each)),
    from1904: false,
    text: bytes,
  };
}

/**
 * @param {Record<string, string>} attributes
 * @returns {OpenCell}
 */
function cellOf(attributes) {
  return {
    // LibreOffice says of an error that it is one in its own attribute beside the standard's.
    isError: attributes['value-type'] === 'error',
    type: attributes['value-type'],
    value: attributes.value ?? attributes['date-value'] ?? attributes['boolean-value'],
    isFormula: attributes.formula !== undefined,
    repeated: timesOf(attributes['number-columns-repeated']),
    text: undefined,
    string: attributes['string-value'],
  };
}

/** How often something stands there. @param {string | undefined} text */
function timesOf(text) {
  if (text === undefined) return 1;
  const times = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (times < 1) throw new Error(`Nothing is repeated ${text.slice(0, 20)} times.`);
  return times;
}

/** A whole number as it is shown with more than its digits, such as "007" or "(217) 555-0102". */
const SHOWN_AS_TEXT = /^(?:0\d+|[\d(][-\d()/ ]*\d)$/;

/**
 * @param {OpenCell} cell
 * @returns {Cell}
 */
function valueOf({ type, value, isFormula, isError, text, string }) {
  const shown = text ?? string ?? '';
  if (isError || (isFormula && /^(?:#[A-Z/0!?]+|Err:\d+)$/.test(shown))) return errorOf(shown);
  switch (type) {
    case 'float': {
      const number = Number(value);
      if (value === undefined || Number.isNaN(number)) return shown;
      const isMore = Number.isSafeInteger(number) && number >= 0 && shown !== String(number);
      return isMore &&
        SHOWN_AS_TEXT.test(shown) &&
        shown.replace(/\D/g, '').replace(/^0+/, '') === String(number)
        ? shown
        : number;
    }
    case 'percentage':
    case 'currency':
      return value === undefined || Number.isNaN(Number(value)) ? shown : Number(value);
    case 'date':
      return value ? { day: value.slice(0, 10) } : null;
    case 'boolean':
      return value === 'true';
    case undefined:
      return isFormula ? { error: '' } : shown;
    default:
      return shown;
  }
}
