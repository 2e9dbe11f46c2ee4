import { isDateFormat } from './numberFormats.mjs';
import { unescaped, walkXml } from './walkXml.mjs';

/** The characters of a number's format in Excel. A longer one is none, since patterns look through it for each cell. */
const LONGEST_FORMAT = 255;

/** The characters of a sheet's name. Excel takes 31 of them, and others no more than this. */
const LONGEST_NAME = 100;

/**
 * The sheets of a workbook in their order, and whether it counts its days from 1904 on.
 * @param {string} workbook
 * @param {string} relations
 * @param {number} most of all sheets, also of empty ones; no further one is looked at
 * @returns {{ from1904: boolean, sheets: { name: string, file: string, isHidden: boolean }[] } | undefined} undefined for more
 */
export function readSheets(workbook, relations, most) {
  /** @type {Map<string, string>} */
  const files = new Map();
  walkXml(relations, {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id && Target) {
        files.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`);
      }
    },
  });
  let from1904 = false;
  /** @type {{ name: string, file: string, isHidden: boolean }[]} */
  const sheets = [];
  walkXml(workbook, {
    open: (name, { date1904, id, name: title, state }) => {
      if (name === 'workbookPr' && date1904 !== undefined) from1904 = /^(?:1|true|on)$/i.test(date1904);
      const file = name === 'sheet' && id !== undefined ? files.get(id) : undefined;
      if (file !== undefined && sheets.length <= most) {
        const named = unescaped(title ?? '');
        if (named.length > LONGEST_NAME) throw new Error('The name of a sheet is too long.');
        sheets.push({ name: named, file, isHidden: /hidden/i.test(state ?? '') });
      }
    },
  });
  if (sheets.length > most) return undefined;
  if (sheets.length === 0) throw new Error('The workbook has no sheet.');
  if (new Set(sheets.map(({ file }) => file.toLowerCase())).size < sheets.length) {
    throw new Error('Two sheets of the workbook are one part of it, which would be read for each of them.');
  }
  return { from1904, sheets };
}

/**
 * The texts that cells share, without what says how they are pronounced.
 * @param {string} xml
 */
export function readTexts(xml) {
  /** @type {string[]} */
  const texts = [];
  let text = '';
  let inText = false;
  let inPhonetic = false;
  if (xml !== '') {
    walkXml(xml, {
      open: (name) => {
        if (name === 'si') text = '';
        if (name === 'rPh') inPhonetic = true;
        inText = name === 't' && !inPhonetic;
      },
      close: (name) => {
        inText = false;
        if (name === 'rPh') inPhonetic = false;
        if (name === 'si') texts.push(unescaped(text));
      },
      text: (value) => {
        if (inText) text += value;
      },
    });
  }
  return texts;
}

/**
 * How the numbers of each style are shown.
 * @param {string} xml
 * @returns {{ isDate: boolean, code: string }[]}
 */
export function readStyles(xml) {
  /** @type {Map<number, string>} */
  const codes = new Map();
  /** @type {number[]} */
  const styles = [];
  let inCells = false;
  if (xml !== '') {
    walkXml(xml, {
      open: (name, { numFmtId, formatCode }) => {
        if (name === 'numFmt' && formatCode !== undefined && formatCode.length <= LONGEST_FORMAT)
          codes.set(Number(numFmtId), formatCode);
        if (name === 'cellXfs') inCells = true;
        if (name === 'xf' && inCells) styles.push(Number(numFmtId ?? 0));
      },
      close: (name) => {
        if (name === 'cellXfs') inCells = false;
      },
    });
  }
  return styles.map((id) => {
    const code = codes.get(id) ?? '';
    return { isDate: isDateFormat(id, code), code };
  });
}
