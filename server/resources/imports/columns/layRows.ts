import type { LeftOut } from '../../../../contract/imports/importPreview.ts';
import { isFilled, textOf, type Cell, type Sheet } from '../files/sheet.ts';
import type { Matched } from './matchColumns.ts';
import { plain } from './headingColumns.ts';

/** A row that is a record, with the property that a row above it names for those below. */
export interface LaidRow {
  line: number;
  cells: readonly Cell[];
  group: string | undefined;
}

/** A sheet's rows by what they are. Every row is one of these, or empty, or the headings. */
export interface Layout {
  rows: LaidRow[];
  leftOut: LeftOut[];
  empty: number;
  /** The property that stands above the headings. */
  property: string | undefined;
}

const TOTAL =
  /^(?:(?:grand|sub|report|property|building|portfolio|overall)[ -]?)?(?:sub)?totals?(?: (?:for|of)\b.*)?:?$/i;
/** Where a unit's number stands, what begins or ends so is a total: "Total Occupied", "Maple House Total". */
const TOTAL_OF_UNITS = /^(?:(?:grand|sub|report|overall)[ -]?)?(?:sub)?totals?\b|\btotals?:?$/i;
/** The same where a name stands, which "Total, Ada" has too. */
const TOTAL_OF =
  /^(?:(?:grand|sub|report|overall)[ -]?)?(?:sub)?totals? (?:(?:non|un)[ -]?)?(?:occup|vacan|unit|rent|revenue|model|leas|notice|current|charge|market|amount|balance|due|resident|tenant|for\b|of\b|all\b)/i;
/** What a total says beside its sums, and that names nobody. */
const COUNT = /^(?:\d+ \p{L}+|average\b.*|occupancy\b.*|occupied\b.*|vacancy\b.*)$/iu;
const PROPERTY = /^(?:property|building|community)(?: name)? ?[:=] ?(.+)$/i;
const ARROW = /^(?:->|→|»|>) ?(.+)$/;
const FUTURE =
  /^(?:(?:future|pending|past|former|previous)\b.*\b(?:residents?|tenants?|applicants?|leases?)\b.*|applicants?|prospects?)$/i;
const CURRENT = /^(?:current|occupied|notice|vacant)\b.*(?:resident|tenant|unit)s?\b/i;
const SUMMARY = /^(?:summary(?: groups?)?|unit type summary|totals? and averages|recap):?$/i;
/** A title that says what the report is, and not of which property. */
const REPORT =
  /\b(?:rent rolls?|report|list|tenants?|residents?|units?|directory|export|ledger|balances?)\b/i;
/** What stands for a property in a report of several, and names none. */
const ALL = /^(?:all|multiple|various|\d+ properties)$/i;

const SUMMARY_ROW = 'A summary below the rows.';

/** Of a unit. */
const LONGEST_NUMBER = 24;
/** A longer text says nothing of the rows around it, and names no property. */
const LONGEST = 200;
/** As much of a row that is left out is shown. */
const SHOWN = 80;

/** Tells records from titles, headings that come again, groups, totals and what stands below them; a row is a step. */
export function* layRows(sheet: Sheet, matched: Matched): Generator<undefined, Layout> {
  const { row: first, rows: count, columns, headings } = matched;
  const layout: Layout = { rows: [], leftOut: [], empty: 0, property: undefined };
  const leave = (line: number, cells: readonly Cell[], reason: string) =>
    layout.leftOut.push({ line, text: shown(cells), reason });
  let group: string | undefined;
  let section: string | undefined;
  for (const [index, cells] of sheet.rows.entries()) {
    yield;
    const line = index + 1;
    const filled = cells.flatMap((cell, place) => (isFilled(cell) ? [place] : []));
    if (index >= first && index < first + count) continue;
    const [only] = filled;
    if (only === undefined) {
      layout.empty += 1;
      continue;
    }
    const text = shortText(cells[only]);
    if (index < first) {
      layout.property ??= propertyAbove(text);
      leave(line, cells, 'A title above the headings.');
      continue;
    }
    const isAlone = filled.length === 1;
    if (SUMMARY.test(text)) section = SUMMARY_ROW;
    else if (isAlone && FUTURE.test(text) && !isData(cells, columns))
      section = 'A future or former resident.';
    else if (isAlone && CURRENT.test(text) && section !== SUMMARY_ROW) section = undefined;
    if (isTotal(cells, columns)) leave(line, cells, 'A total.');
    else if (section === undefined && isRepeated(cells, headings)) leave(line, cells, 'The headings again.');
    else if (isAlone && (section !== undefined || CURRENT.test(text)) && !isUnit(text, only, columns)) {
      leave(line, cells, 'The heading of a group of rows.');
    } else if (section !== undefined) leave(line, cells, section);
    else if (isAlone && isGroup(text, only, { sheet, index, columns })) {
      group = propertyNamed(text);
      leave(line, cells, `The property of the rows below: ${group}.`);
    } else if (!filled.some((place) => Object.values(columns).includes(place))) {
      leave(line, cells, 'It has nothing in a column that is imported.');
    } else if (namesNothing(cells, matched)) {
      leave(line, cells, 'It names no unit and nobody.');
    } else layout.rows.push({ line, cells, group });
  }
  return layout;
}

/** A cell's text on one line; empty where it is too long to say what its row is. */
function shortText(cell: Cell | undefined): string {
  const text = textOf(cell);
  return text.length > LONGEST ? '' : text.replaceAll(/\s+/g, ' ');
}

const propertyNamed = (text: string) => (PROPERTY.exec(text)?.[1] ?? ARROW.exec(text)?.[1] ?? text).trim();

/** The property that a title names: "Property = Maple House", or "Maple House (maple)" with its code. */
function propertyAbove(text: string): string | undefined {
  const named = PROPERTY.exec(text)?.[1] ?? /^(.+?) \([a-z0-9_-]{2,12}\)$/.exec(text)?.[1];
  return named === undefined || ALL.test(named.trim()) || REPORT.test(named) ? undefined : named.trim();
}

/** Whether a row sums up others: one of its texts says so, and it names no unit and nobody. */
function isTotal(cells: readonly Cell[], columns: Matched['columns']): boolean {
  const texts = cells.map((cell) => (typeof cell === 'string' ? cell.trim() : ''));
  const says = (pattern: RegExp, text: string) => text.length <= LONGEST && pattern.test(text);
  const textOfColumn = (name: string) => texts[columns[name] ?? -1] ?? '';
  if (says(TOTAL_OF_UNITS, textOfColumn('unit_number')) || says(TOTAL_OF, textOfColumn('full_name')))
    return true;
  const isOne = (text: string) => says(TOTAL, text) || says(COUNT, text);
  if (!texts.some((text) => says(TOTAL, text) || says(TOTAL_OF, text))) return false;
  const unit = columns.unit_number;
  if (unit !== undefined && isFilled(cells[unit]) && !isOne(texts[unit] ?? '')) return false;
  return !['full_name', 'first_name', 'last_name', 'email'].some((name) => {
    const text = textOfColumn(name);
    return /\p{L}/u.test(text) && !isOne(text);
  });
}

function isRepeated(cells: readonly Cell[], headings: readonly string[]): boolean {
  const filled = cells.flatMap((cell, place) =>
    isFilled(cell) ? [[textOf(cell), headings[place] ?? '']] : [],
  );
  return filled.length > 1 && filled.every(([text = '', heading = '']) => plain(text) === plain(heading));
}

const isData = (cells: readonly Cell[], columns: Matched['columns']) =>
  columns.unit_number !== undefined &&
  isFilled(cells[columns.unit_number]) &&
  cells.filter(isFilled).length > 1;

/** Whether a text that stands alone is a unit's number, such as "104", "Apt 3" or "7 (rear)". */
function isUnit(text: string, place: number, columns: Matched['columns']): boolean {
  if (place !== columns.unit_number || text === '' || text.length > LONGEST_NUMBER) return false;
  return (
    text.length <= 4 ||
    /^(?:apt|apartment|unit|suite|ste|room|rm|lot|no|#)\b.{0,12}$/i.test(text) ||
    /^[#\w-]*\d[\w-]*(?: ?\([^)]*\)| \p{L}{1,6})?$/u.test(text)
  );
}

/** Whether a text that stands alone names the property of the rows below it. */
function isGroup(
  text: string,
  place: number,
  { sheet, index, columns }: { sheet: Sheet; index: number; columns: Matched['columns'] },
): boolean {
  if (text === '' || columns.unit_number === undefined || Object.keys(columns).length < 3) return false;
  if (PROPERTY.test(text) || ARROW.test(text)) return true;
  if (columns.property_name !== undefined && place !== columns.property_name) return false;
  if (isUnit(text, place, columns)) return false;
  let next = index + 1;
  while (next < sheet.rows.length && !sheet.rows[next]?.some(isFilled)) next += 1;
  const below = sheet.rows[next];
  return below !== undefined && (isData(below, columns) || CURRENT.test(shown(below)));
}

/** Whether a row has neither a home nor a person, where the table is of these. */
function namesNothing(cells: readonly Cell[], { table, columns }: Matched): boolean {
  if (table !== 'rentRoll') return false;
  return !['unit_number', 'full_name', 'first_name', 'last_name', 'email'].some((name) => {
    const place = columns[name];
    return place !== undefined && isFilled(cells[place]);
  });
}

function shown(cells: readonly Cell[]): string {
  const text = cells
    .map(textOf)
    .filter((cell) => cell !== '')
    .join(' · ')
    .replaceAll(/\s+/g, ' ');
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text;
}
