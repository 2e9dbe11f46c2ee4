import { DAY } from '../../../../contract/values/calendar.ts';
import type { DateOrder } from '../../../../contract/imports/imports.ts';
import { parseAmount as typedAmount } from '../../../../contract/values/parseNumber.ts';
import { textOf, type Cell } from '../files/sheet.ts';
import { damageOf, isFormulaError } from './plainWords.ts';

/** What a cell was read as, or why it cannot be. */
export type Parsed<T> =
  { value: T; problem?: undefined; ambiguous?: undefined } | { problem: string; ambiguous?: true };

export interface DateOptions {
  order: DateOrder | undefined;
  from1904: boolean;
}

/** The day that Excel counts as 0 after February 1900, and what 1904 is counted from; both in days since 1970. */
const EPOCH_1900 = Date.UTC(1899, 11, 30) / DAY;
const EPOCH_1904 = Date.UTC(1904, 0, 1) / DAY;
/** The numbers of days that are taken for dates: 2000 to 2099. */
const FIRST_DAY = Date.UTC(2000, 0, 1) / DAY;
const LAST_DAY = Date.UTC(2099, 11, 31) / DAY;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** What is wrong with a cell whatever it is read as: the error of a formula, or a formula whose result nobody stored. */
export function cellProblem(cell: Cell | undefined): string | undefined {
  const text = textOf(cell);
  if (typeof cell === 'object' && cell !== null && 'error' in cell && cell.error === '') {
    return 'This cell is a formula whose result is not in the file. Please open the file in a spreadsheet program, save it there, and choose it again.';
  }
  const isError = (typeof cell === 'object' && cell !== null && 'error' in cell) || isFormulaError(text);
  return isError ? `This cell has the error ${text}. Please correct it.` : undefined;
}

/** What a spreadsheet program made of a cell that is no day and no number, such as a unit's number. */
export function damagedText(cell: Cell | undefined): string | undefined {
  const text = textOf(cell);
  if (typeof cell === 'object' && cell !== null && 'day' in cell) {
    return `A spreadsheet program has made the date ${text} of what stood here, such as 3-4. Please correct it.`;
  }
  const damage = damageOf(text);
  return damage && `${damage} Please correct it.`;
}

/** A day such as 2026-11-25, from a cell that contains one in some way; undefined for an empty cell. */
export function parseDay(
  cell: Cell | undefined,
  { order, from1904 }: DateOptions,
): Parsed<string | undefined> {
  const text = textOf(cell);
  const problem = cellProblem(cell);
  if (problem !== undefined) return { problem };
  if (text === '') return { value: undefined };
  if (typeof cell === 'object' && cell !== null) return checked(text, text);
  const digits = /^(20\d{2})(\d{2})(\d{2})$/.exec(text);
  if (digits) return checked(isoOf(digits[1], digits[2], digits[3]), text);
  if (/^\d{5}(?:\.\d+)?$/.test(text)) return ofSerial(text, from1904);
  // A time after the day is left out, such as the midnight of an export.
  const day = text.replace(/[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m|Z)?$/i, '');
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(day);
  if (iso) return checked(isoOf(iso[1], iso[2], iso[3]), text);
  // Nothing between month and year fits two parts of this, which would take the square of a long cell's length.
  const named = /^(?:(\d{1,2})[ .-]*)?([a-z]{3,9})\.?(?:[ -]*(\d{1,2})[ ,-]*|[ ,-]*)(\d{4})$/i.exec(day);
  if (named) {
    const month = MONTHS.indexOf((named[2] ?? '').slice(0, 3).toLowerCase()) + 1;
    const number = named[1] ?? named[3];
    return month > 0 && number ? checked(isoOf(named[4], String(month), number), text) : noDay(text);
  }
  const parts = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(day);
  if (!parts) return noDay(text);
  const [, first = '', second = '', year = ''] = parts;
  const fullYear = year.length === 2 ? `20${year}` : year;
  const monthFirst = isoOf(fullYear, first, second);
  const dayFirst = isoOf(fullYear, second, first);
  if (order === 'month_first') return checked(monthFirst, text);
  if (order === 'day_first') return checked(dayFirst, text);
  if (first !== second && Number(first) <= 12 && Number(second) <= 12) {
    return {
      problem: `${text} can be read in two ways. Please say above whether the month or the day comes first.`,
      ambiguous: true,
    };
  }
  return checked(Number(first) > 12 ? dayFirst : monthFirst, text);
}

/** The first day of a month, such as 2026-12-01, from a day in it or from text such as "2026-12", "12/2026" or "Dec 2026". */
export function parseMonth(cell: Cell | undefined, options: DateOptions): Parsed<string | undefined> {
  const text = textOf(cell);
  const iso = /^(\d{4})-(\d{1,2})$/.exec(text) ?? undefined;
  const turned = /^(\d{1,2})[-/](\d{4})$/.exec(text);
  const named = /^([a-z]{3,9})\.? (\d{4})$/i.exec(text);
  let day = parseDay(cell, options);
  if (iso) day = checked(isoOf(iso[1], iso[2], '1'), text);
  else if (turned) day = checked(isoOf(turned[2], turned[1], '1'), text);
  else if (named) {
    const month = MONTHS.indexOf((named[1] ?? '').slice(0, 3).toLowerCase()) + 1;
    day = checked(isoOf(named[2], String(month), '1'), text);
  }
  return day.problem === undefined && day.value ? { value: `${day.value.slice(0, 8)}01` } : day;
}

/** The two days of a cell such as "1/5/26 - 1/4/27", as texts; the second is empty where it is open. */
export function periodOf(text: string): [string, string] {
  const [, first = '', second = ''] = /^(\S+)\s*(?:\s[-\u2013\u2014]|\bto\b|\bthrough\b|\n)\s*(.*)$/is.exec(
    text,
  ) ??
    /^([\d./]+)\s*[-\u2013\u2014]\s*([\d./]+)$/.exec(text) ??
    /^(.*?)\s+[-\u2013\u2014]\s*(.*)$/s.exec(text) ?? ['', text, ''];
  return [first.trim(), second.trim()];
}

/** Cents of an amount as the forms take it, or a negative one such as "(25.00)" or "25.00 CR"; undefined for an empty cell. */
export function parseAmount(
  cell: Cell | undefined,
  { decimalComma = false }: { decimalComma?: boolean } = {},
): Parsed<number | undefined> {
  const problem = cellProblem(cell);
  if (problem !== undefined) return { problem };
  const written = textOf(cell);
  // Where other amounts of the column have a comma before the cents, a point divides thousands.
  const text =
    decimalComma && /(?<!\d)\d{1,3}(?:\.\d{3})+(?![\d.])/.test(written)
      ? written.replaceAll('.', '')
      : written;
  // As accounting writes nothing.
  if (text === '' || /^(?:US)?\$? *[-\u2013\u2014]$/.test(text)) return { value: undefined };
  if (typeof cell === 'number') {
    // What a spreadsheet computed may be a hair off.
    const cents = Math.round(cell * 100);
    return Math.abs(cell * 100 - cents) < 1e-4
      ? exact(cents + 0, text)
      : { problem: `${text} has more than 2 decimals.` };
  }
  const inBrackets = /^(?:\$ ?)?\((.*)\)$/.exec(text);
  const bare = (inBrackets?.[1] ?? text).replace('\u2212', '-').trim();
  const [, before = '', unsigned = '', after = ''] = /^(-?)(.*?)( ?-| ?cr)?$/is.exec(bare) ?? [];
  if (!/\p{Nd}/u.test(unsigned) || /\p{L}/u.test(unsigned.replace(/USD?/i, ''))) {
    return { problem: `${text} is no amount. Please write it like 1450.00.` };
  }
  const dollars = before && /^ *[-+]/.test(unsigned) ? NaN : typedAmount(unsigned);
  if (Number.isNaN(dollars)) {
    return {
      problem: `${text} can be misread. Please write it like 1450.00, with a point before the cents.`,
    };
  }
  const cents = Math.round(dollars * 100);
  if (Math.abs(dollars * 100 - cents) > 1e-4) return { problem: `${text} has more than 2 decimals.` };
  const isNegative = Boolean(inBrackets) !== Boolean(before || after);
  return exact(isNegative && cents !== 0 ? -cents : cents, text);
}

function exact(cents: number, text: string): Parsed<number> {
  return Number.isSafeInteger(cents) ? { value: cents } : { problem: `${text} is too large an amount.` };
}

function ofSerial(text: string, from1904: boolean): Parsed<string> {
  const days = Math.floor(Number(text)) + (from1904 ? EPOCH_1904 : EPOCH_1900);
  if (days < FIRST_DAY || days > LAST_DAY) return noDay(text);
  return { value: new Date(days * DAY).toISOString().slice(0, 10) };
}

function isoOf(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The day, where the calendar has it. */
function checked(iso: string, text: string): Parsed<string> {
  const time = Date.parse(`${iso}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso) return noDay(text);
  if (time < FIRST_DAY * DAY || time > LAST_DAY * DAY)
    return { problem: 'Please give a date from 2000 to 2099.' };
  return { value: iso };
}

function noDay(text: string): { problem: string } {
  return { problem: `${text} is no date. Please write it like 2026-11-25.` };
}
