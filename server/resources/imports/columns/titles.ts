import { parseDay, type DateOptions } from '../cells/parseCells.ts';
import { isFilled, textOf, type Sheet } from '../files/sheet.ts';
import type { Matched } from './matchColumns.ts';

/** A title that says what a report is, when, or whose, and not of which property. */
const NO_PROPERTY = [
  /\b(?:rents?|reports?|lists?|tenants?|residents?|people|persons?|units?|leases?|charges?|directory|export\w*|ledgers?|balances?|summary)\b/i,
  /\b(?:page|printed|prepared|generated|created|run (?:on|by|at|date)|date|as of|properties|management|mgmt|llc|inc|ltd|company|realty)\b/i,
  /^(?:all|multiple|various)\b|[:=@]|\d[-/.]\d/i,
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.? \d/i,
];
/** Of a property's name. */
const LONGEST_NAME = 60;

const AS_OF = /\bas of(?: date)? ?[:=]? ?(.+)$/i;

function* titlesAbove(sheet: Sheet, { row }: Pick<Matched, 'row'>): Generator<string> {
  for (const cells of sheet.rows.slice(0, row)) {
    const filled = cells.filter(isFilled);
    if (filled.length === 1) yield textOf(filled[0]).replaceAll(/\s+/g, ' ').trim();
  }
}

/** The title above the headings that may be a property's name, which only a person can say. */
export function titleOf(sheet: Sheet, matched: Pick<Matched, 'row'>): string | undefined {
  for (const title of titlesAbove(sheet, matched)) {
    if (title.length > LONGEST_NAME || !/\p{L}{3}/u.test(title)) continue;
    if (!NO_PROPERTY.some((pattern) => pattern.test(title))) return title;
  }
  return undefined;
}

/** The day of which a title says that the sheet is: "As of 11/01/2026"; undefined where it can be read in two ways. */
export function dayAbove(
  sheet: Sheet,
  matched: Pick<Matched, 'row'>,
  dates: DateOptions,
): string | undefined {
  for (const title of titlesAbove(sheet, matched)) {
    const parsed = parseDay(AS_OF.exec(title)?.[1], dates);
    if (parsed.problem === undefined && parsed.value !== undefined) return parsed.value;
  }
  return undefined;
}
