/**
 * Text that a spreadsheet would run as a formula, also behind space and invisible characters, which some take off, and in
 * the wide and small forms that they read as the plain ones; a plain negative amount is none. Behind apostrophes too, so that text
 * which has one of its own keeps it once the one that marks it is taken off.
 */
export const FORMULA = /^'*(?!-?\d+(?:\.\d+)?$)(?:[\t\r\n]|[\s\p{C}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u;

/** Text as it was before a CSV file of ours put an apostrophe before what would be a formula. */
export function withoutFormulaMark(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}
