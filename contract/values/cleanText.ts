/** Control, format and other characters that nobody sees, by which one text can pass for another. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Those of them that are no space or line break between words, all of them in a text. */
const INVISIBLE_WITHIN = new RegExp(String.raw`(?![\t-\r\u0085])${INVISIBLE.source}`, 'gu');

export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** One line whose words stand one ordinary space apart, so that no other space makes another name of it. */
const oneLine = (text: string) => text.replaceAll(/\s+/gu, ' ').trim();

/** A name as it is kept: each letter in one form, however a keyboard composes it. */
export const cleanName = (text: string) => oneLine(text.normalize('NFC'));

/** A username as it is kept: what looks the same is the same, such as letters of full width and ligatures. */
export const cleanUsername = (text: string) => oneLine(text.normalize('NFKC'));

/** What mail programs and lists put around an address. */
const WRAPPED = /^(?:"(.*)"|'(.*)'|“(.*)”|‘(.*)’|«(.*)»|<(.*)>|\((.*)\)|\[(.*)\])$/su;

/**
 * An email address without what was copied along: invisible characters, `mailto:` with what follows a question mark, brackets,
 * quotes, the name before it, and a comma, semicolon or point behind it. What is no address then is left to be refused.
 */
export function cleanEmail(text: string): string {
  const visible = text.normalize('NFKC').replaceAll(INVISIBLE_WITHIN, '');
  const bare = unwrapped(/<([^<>]*)>[\s,;.]*$/u.exec(visible)?.[1] ?? visible);
  return unwrapped(/^mailto:([^?]*)/iu.exec(bare)?.[1] ?? bare);
}

function unwrapped(text: string): string {
  const bare = text.trim().replace(/[\s,;.]+$/u, '');
  const inner = WRAPPED.exec(bare)?.slice(1).find(Boolean);
  return inner === undefined ? bare : unwrapped(inner);
}
