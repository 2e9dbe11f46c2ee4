/**
 * The number that was typed, NaN where it is none or blank. A comma is the decimal point of other languages, or groups
 * digits where it cannot be one: "12,5" is 12.5 and "1,430" is 1430.
 * @param decimals of the field; where it takes more than two, the comma in "1,095" is a point
 */
export function parseNumber(text: string, decimals = 2): number {
  const plain = (text.includes(',') ? withoutCommas(text, decimals) : text).trim();
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
}

/** The same for a number that may be left out: blank is null. */
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
