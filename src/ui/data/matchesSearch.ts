/** What is left out: accents, what nobody sees, and apostrophes of each kind, also those that keyboards give instead. */
const LEFT_OUT = /[\p{M}\p{Cf}'’‘‛′`´ʼʻʹ＇]/gu;
/** What counts as one space: spaces, hyphens and dashes of each kind. */
const SPACES = /[\s\p{Pd}−]+/gu;

/** Normalizes text for a search, so that "O’Brien" is found by "O'Brien" and "Anne‑Marie" by "anne marie". */
function plain(text: string): string {
  return text.normalize('NFD').replace(LEFT_OUT, '').toLowerCase().replace(SPACES, ' ').trim();
}

/** Returns a predicate that tells whether one of a row's texts contains the search; a blank search matches all. */
export function matching(search: string): (...texts: (string | null | undefined)[]) => boolean {
  const sought = plain(search);
  if (sought === '') return () => true;
  const joined = sought.replaceAll(' ', '');
  return (...texts) =>
    texts.some((text) => {
      if (text == null) return false;
      const words = plain(text);
      return words.includes(sought) || begins(words.split(' '), joined);
    });
}

/** Whether a search without its spaces is there from the beginning of a word, so that "O Brien" finds "O'Brien". */
function begins(words: readonly string[], joined: string): boolean {
  return words.some((_, from) => words.slice(from).join('').startsWith(joined));
}
