/**
 * Parses typed text; NaN if it is blank or no number. A comma is a decimal point or, if it cannot be one, a thousands
 * separator: "12,5" is 12.5 and "1,430" is 1430.
 * @param decimals of the field; with more than two, the comma in "1,095" is a decimal point
 */
export function parseNumber(text: string, decimals = 2): number {
  const plain = (text.includes(',') ? withoutCommas(text, decimals) : text).trim();
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
}

/** The same for an optional number: blank is null. */
export function parseOptionalNumber(text: string): number | null {
  return text.trim() === '' ? null : parseNumber(text);
}

function withoutCommas(text: string, decimals: number): string {
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
  const fraction = text.slice(last + 1).trim();
  const groups =
    text.indexOf(',') !== last || (decimals <= 2 && /^\d{3}$/.test(fraction) && !/^\s*0/.test(text));
  if (text[last] === ',' && groups) return text.replaceAll(',', '');
  return `${text.slice(0, last).replace(/[.,]/g, '')}.${fraction}`;
}
