import { Parser } from 'saxen';

/** In characters: the longest cell of a workbook has 32,767, of which each may take seven as it is written. */
const LONGEST_BETWEEN_TAGS = 500_000;

/**
 * Walks through XML by a parser that knows no declared and no external entity.
 * @param {string} xml of which no tag, with the text after it, is longer than a workbook's can be; otherwise this throws before
 * the parser makes an object of a million attributes
 * @param {{ open?: (name: string, attributes: Record<string, string>) => void, close?: (name: string) => void, text?: (text: string) => void }} found
 */
export function walkXml(xml, { open, close, text }) {
  const parser = new Parser();
  const plain = (/** @type {string} */ name) => name.slice(name.indexOf(':') + 1);
  parser.on(
    'openTag',
    (
      /** @type {string} */ name,
      /** @type {() => Record<string, string>} */ attributes,
      /** @type {(text: string) => string} */ decodeText,
    ) => open?.(plain(name), decoded(attributes(), decodeText)),
  );
  parser.on('closeTag', (/** @type {string} */ name) => close?.(plain(name)));
  parser.on('text', (/** @type {string} */ value, /** @type {(text: string) => string} */ decodeText) =>
    text?.(decodeText(value)),
  );
  parser.on('cdata', (/** @type {string} */ value) => text?.(value));
  parser.on('error', (/** @type {Error} */ error) => {
    throw error;
  });
  refuseLongTags(xml);
  parser.parse(xml.replace(/^\uFEFF/, ''));
}

/** @param {string} xml */
function refuseLongTags(xml) {
  for (let start = 0; start < xml.length;) {
    const next = xml.indexOf('<', start + 1);
    const end = next === -1 ? xml.length : next;
    if (end - start > LONGEST_BETWEEN_TAGS)
      throw new Error('A tag, or a text, is longer than in a workbook.');
    start = end;
  }
}

/**
 * @param {Record<string, string>} attributes
 * @param {(text: string) => string} decodeText
 */
function decoded(attributes, decodeText) {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name.slice(name.indexOf(':') + 1), decodeText(value)]),
  );
}

/** Characters that XML cannot have stand in a workbook as `_x000D_`. @param {string} text */
export function unescaped(text) {
  return text.includes('_x')
    ? text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code) => String.fromCharCode(parseInt(code, 16)))
    : text;
}
