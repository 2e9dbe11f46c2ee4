/**
 * The scripts recommended for identifiers (UAX #31, table 5), and those that Chinese, Japanese and Korean are written with
 * side by side (UTS #39, section 5.1).
 */
const SCRIPTS = [
  ...['Arabic', 'Armenian', 'Bengali', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Greek', 'Gujarati'],
  ...['Gurmukhi', 'Hebrew', 'Kannada', 'Khmer', 'Lao', 'Latin', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala'],
  ...['Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan'],
  ...['Han Bopomofo', 'Han Hiragana Katakana', 'Han Hangul'],
];

/** Letters and marks that belong to no one script, such as the ordinal ª and combining accents. */
const SHARED = '\\p{scx=Common}\\p{scx=Inherited}';

/** Whether all letters are of one script, so that no Cyrillic a passes for a Latin one. */
export function isOfOneScript(text: string): boolean {
  const letters = text.replaceAll(/[^\p{L}\p{M}]/gu, '');
  return SCRIPTS.some((scripts) => {
    const classes = scripts.replaceAll(/\w+/g, '\\p{scx=$&}').replaceAll(' ', '');
    return new RegExp(`^[${classes}${SHARED}]*$`, 'u').test(letters);
  });
}
