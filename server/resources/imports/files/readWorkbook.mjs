import { unzipSync } from 'fflate';
import { readOpenDocument } from './readOpenDocument.mjs';
import { readCells } from './workbookCells.mjs';
import { readSheets, readStyles, readTexts } from './workbookParts.mjs';

/**
 * Reads the sheets of an .xlsx workbook, or of an .ods spreadsheet. A formula is not evaluated: its cell contains what the spreadsheet program stored last, and
 * says so where it stored nothing.
 * @param {Uint8Array} bytes
 * @param {import('./csvRows.mjs').Most} most
 */
export function readWorkbook(bytes, most) {
  const declared = declaredSize(bytes);
  if (declared.size > most.bytes || declared.entries > most.entries) return { refused: 'too large' };
  const part = partsOf(bytes);
  const openDocument = part('content.xml', true);
  if (openDocument !== '') return readOpenDocument(openDocument, most);
  const listed = readSheets(part('xl/workbook.xml'), part('xl/_rels/workbook.xml.rels'), most.sheets);
  if (!listed) return { refused: 'sheets' };
  const { from1904, sheets } = listed;
  const texts = readTexts(part('xl/sharedStrings.xml', true));
  const styles = readStyles(part('xl/styles.xml', true));
  let rows = 0;
  let text = 0;
  const read = [];
  for (const { name, file, isHidden } of sheets) {
    const cells = readCells(part(file, true), { texts, styles, from1904, most });
    if (cells.refused !== undefined) {
      return cells.refused === 'long cell' ? { ...cells, sheet: name } : cells;
    }
    rows += cells.rows.length;
    if (rows > most.rows) return { refused: 'rows' };
    // The same text in many cells is one in this thread, and is copied for each cell as it is passed on, so that each counts.
    text += Buffer.byteLength(name) + cells.bytes;
    if (text > most.text) return { refused: 'text' };
    if (cells.rows.length === 0) continue;
    read.push({ sheet: name, isHidden, rows: cells.rows, lines: cells.rows.length, problems: [] });
  }
  return { sheets: read, from1904, text };
}

/**
 * The unpacked size of a workbook as its own directory says it, which unpacking does not go beyond.
 * @param {Uint8Array} bytes
 */
function declaredSize(bytes) {
  let size = 0;
  let entries = 0;
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      size += originalSize;
      entries += 1;
      return false;
    },
  });
  return { size, entries };
}

/**
 * A workbook's parts by their names, of which those that are no XML are never unpacked.
 * @param {Uint8Array} bytes
 */
function partsOf(bytes) {
  const entries = unzipSync(bytes, {
    filter: ({ name }) => name === 'content.xml' || (/\.(?:xml|rels)$/i.test(name) && name.includes('xl/')),
  });
  const names = new Map(Object.keys(entries).map((name) => [name.replace(/^\//, '').toLowerCase(), name]));
  return (/** @type {string} */ name, isOptional = false) => {
    const entry = entries[names.get(name.toLowerCase()) ?? ''];
    if (!entry && !isOptional) throw new Error(`The workbook has no ${name}.`);
    return new TextDecoder().decode(entry);
  };
}
