/** Where a name stands, this is a home without one: "Vacant", "-- Vacant --", "Vacant-Unrented", "N/A". */
const VACANT =
  /^(?:vacant(?:[ -]?unit|[ -]unrented|[ -]rented|[ -]ready)*|unit vacant|unoccupied|available|empty|n\/?a|none|no tenant)$/i;

/** Where the last day of a lease stands, this is none. */
const OPEN =
  /^(?:mtm|m2m|m-t-m|month[- ]?(?:to|2)[- ]?month|monthly|at[- ]?will|periodic|open(?:[- ]ended)?|ongoing|n\/?a|none|indefinite|current|present)$/i;

/** A longer text is none of these. */
const LONGEST = 60;

const bare = (text: string) => text.replace(/^[\s\-–—*.()[\]]+/u, '').replace(/[\s\-–—*.()[\]]+$/u, '');

/** Whether nobody lives in a home that has this for a name. A dash alone is no name either. */
export function isVacant(text: string): boolean {
  if (text.length > LONGEST) return false;
  return text !== '' && (bare(text) === '' || VACANT.test(bare(text)));
}

/** Whether a lease with this for its last day has none. */
export function isOpen(text: string): boolean {
  if (text.length > LONGEST) return false;
  return bare(text) === '' || OPEN.test(bare(text));
}

/** The error of a formula, as a CSV file has it. */
export const isFormulaError = (text: string) =>
  /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)$/i.test(text);

/** As a spreadsheet program writes a day of this year. */
const DAY_OF_MONTH =
  /^(?:\d{1,2}-(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{1,2})$/i;

/** What a spreadsheet program makes of "3-4" or "100E2", of which nobody knows what it was. */
export function damageOf(text: string): string | undefined {
  if (DAY_OF_MONTH.test(text)) {
    return `${text} may have been another text, such as 3-4, before a spreadsheet program made a date of it.`;
  }
  if (/^\d(?:\.\d+)?E\+?\d+$/i.test(text)) {
    return `${text} may have been a longer number before a spreadsheet program shortened it.`;
  }
  return undefined;
}
