/** Control, format and other characters that nobody sees, by which one text can pass for another. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Those of them that are copied along within an address. Control characters are not, and some are spaces or line breaks. */
const INVISIBLE_IN_ADDRESS = new RegExp(String.raw`(?!\p{Cc})${INVISIBLE.source}`, 'gu');

export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** One line whose words stand one ordinary space apart, so that no other space makes another name of it. */
const oneLine = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();

/** A name as it is kept: each letter in one form, however a keyboard composes it. */
export const cleanName = (text: string) => oneLine(text.normalize('NFC'));

/** A username as it is kept: what looks the same is the same, such as letters of full width and ligatures. */
export const cleanUsername = (text: string) => oneLine(text.normalize('NFKC'));

/** A phone number as it is kept: without what an address book copies along, such as marks of the direction of writing. */
export const cleanPhone = (text: string) =>
  oneLine(text.normalize('NFKC').replaceAll(INVISIBLE_IN_ADDRESS, ''));

/** The longest address. A longer text is left to be refused, since what is around an address is looked for in bounded texts. */
const LONGEST_ADDRESS = 254;

/** What mail programs and lists put around an address. */
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '‘': '’',
  '«': '»',
  '<': '>',
  '(': ')',
  '[': ']',
};

/**
 * An email address without what was copied along: characters that nobody sees, `mailto:` with what follows a question mark, brackets,
 * quotes, the name before it, and a comma, semicolon or point behind it. What is no address then is left to be refused.
 */
export function cleanEmail(text: string): string {
  if (text.length > LONGEST_ADDRESS) return text;
  const bare = unwrapped(text.normalize('NFKC').replaceAll(INVISIBLE_IN_ADDRESS, ''));
  return unwrapped(/^mailto:([^?]*)/iu.exec(bare)?.[1] ?? bare);
}

/** Moves two marks towards each other, and so reads each character once: a pattern would take the square of a text's length. */
function unwrapped(text: string): string {
  let [from, to] = [0, text.length];
  for (;;) {
    while (from < to && /[\s\p{Cc}]/u.test(text.charAt(from))) from += 1;
    while (from < to && /[\s\p{Cc},;.]/u.test(text.charAt(to - 1))) to -= 1;
    const name = text.charAt(to - 1) === '>' ? text.lastIndexOf('<', to - 1) : -1;
    if (name > from) from = name;
    if (to - from < 3 || text.charAt(to - 1) !== CLOSING[text.charAt(from)]) return text.slice(from, to);
    from += 1;
    to -= 1;
  }
}
