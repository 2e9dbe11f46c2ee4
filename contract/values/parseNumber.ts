/** What is said of a text in a field for amounts, rates or usages that is not read as one number. */
export const NOT_A_NUMBER = 'Please enter a number like 1,450.00.';

/**
 * Parses typed or pasted text; NaN if it is blank, no number, or more than one could be meant. A comma is a decimal point or, if
 * it cannot be one, a thousands separator: "12,5" is 12.5 and "1,430" is 1430. Spaces and apostrophes can only group thousands.
 * The digits of every script are taken.
 * @param decimals of the field; with more than two, the comma in "1,095" is a decimal point
 */
export function parseNumber(text: string, decimals = 2): number {
  const [, sign = '', unsigned = ''] = /^([-+]?)(.*)$/.exec(plainText(text)) ?? [];
  const digits = withPoint(withoutSpaces(unsigned), decimals);
  return digits !== undefined && /^(\d+(?:\.\d*)?|\.\d+)$/.test(digits) ? Number(`${sign}${digits}`) : NaN;
}

/**
 * The same for an amount in dollars, which may bring its currency. One of dollars and cents such as "1.450" is none: the point may
 * be before the decimals, or group thousands.
 */
export function parseAmount(text: string, decimals = 2): number {
  const amount = plainText(text)
    .replace(/^([-+]?) ?(?:US ?\$|USD|\$) ?/i, '$1')
    .replace(/ ?(?:US ?\$|USD|\$)$/i, '');
  return decimals <= 2 && MAY_BE_GROUPED.test(amount) ? NaN : parseNumber(amount, decimals);
}

/** Digits that begin with one that is not zero, a point, and exactly three digits. */
const MAY_BE_GROUPED = /^[-+]?[1-9]\d{0,2}\.\d{3}$/;

/** The same for a percentage, which may bring its sign. */
export function parsePercent(text: string): number {
  return parseNumber(plainText(text).replace(/ ?%$/, ''));
}

/** `parseNumber` for an optional number: blank is null. */
export function parseOptionalNumber(text: string): number | null {
  return text.trim() === '' ? null : parseNumber(text);
}

/** `parseAmount` for an optional amount: blank is null. */
export function parseOptionalAmount(text: string): number | null {
  return text.trim() === '' ? null : parseAmount(text);
}

/** Whether something is typed that is not read as a number. */
export function isUnreadable(text: string): boolean {
  return text.trim() !== '' && Number.isNaN(parseAmount(text));
}

/** The text in ASCII: without marks of direction, and with one kind of space, minus, apostrophe and digit. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/[−–]/g, '-')
    .replaceAll('٫', '.')
    .replaceAll('٪', '%')
    .replaceAll('،', ',')
    .replace(/[’٬]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/** Unicode has the ten digits of a script one after the other, from 0. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** Without spaces or apostrophes that group thousands; others stay, and make it no number. */
function withoutSpaces(text: string): string {
  return /^\d{1,3}([ '])\d{3}(\1\d{3})*([.,]\d*)?$/.test(text) ? text.replace(/[ ']/g, '') : text;
}

/** With a point before the decimals and without thousands separators; undefined where more than one number could be meant. */
function withPoint(text: string, decimals: number): string | undefined {
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'));
  if (last < 0) return text;
  const separator = text.charAt(last);
  const whole = text.slice(0, last);
  if (whole.includes(separator)) return withoutGroups(text, separator);
  const groups =
    separator === ',' && !whole.includes('.') && decimals <= 2 && /^[1-9]\d{0,2},\d{3}$/.test(text);
  if (groups) return withoutGroups(text, separator);
  const other = separator === ',' ? '.' : ',';
  const ungrouped = whole.includes(other) ? withoutGroups(whole, other) : whole;
  return ungrouped === undefined ? undefined : `${ungrouped}.${text.slice(last + 1)}`;
}

/** Groups of three digits, or as in India of two before the last. */
function withoutGroups(text: string, separator: string): string | undefined {
  const parts = text.split(separator);
  const [first = '', ...rest] = parts;
  const inner = rest.slice(0, -1);
  const isGrouped =
    /^\d{3}$/.test(rest.at(-1) ?? '') &&
    ((/^\d{1,3}$/.test(first) && inner.every((part) => /^\d{3}$/.test(part))) ||
      (/^\d{1,2}$/.test(first) && inner.every((part) => /^\d{2}$/.test(part))));
  return isGrouped ? parts.join('') : undefined;
}
