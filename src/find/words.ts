import { plain } from '../ui/data/matchesSearch.ts';

// What is found and what is typed, as words that can be compared.

/** Between words: everything but letters and digits of any script, and what is inside addresses and amounts. */
const BETWEEN = /[^\p{L}\p{N}.@_+]+/u;
const DOTS_AROUND = /^\.+|\.+$/g;
const THOUSANDS = /(\d),(?=\d{3}(?!\d))/g;
const DIGITS = /^\d+$/;
const LETTER = /^\p{L}$/u;

/** Words that only say that a door follows. */
const BEFORE_DOORS = new Set(['apt', 'apartment', 'unit', 'home', 'no', 'number']);

/** The words of a text, without accents and capitals. */
function wordsOf(text: string): string[] {
  const words = plain(text).replace(THOUSANDS, '$1').split(BETWEEN);
  return words.map((word) => (word.includes('.') ? word.replace(DOTS_AROUND, '') : word)).filter(Boolean);
}

/** What of a thing is searched: its texts as words with a space around each. */
export function searchedOf(texts: readonly (string | null | undefined)[]): string {
  const words = texts.flatMap((text) => (text ? wordsOf(text) : []));
  return words.length > 0 ? ['', ...new Set(words), ''].join(' ') : '';
}

/** A door as it is written and as people type it: "2-B" is found as "2B". */
export function doorTexts(door: string | null | undefined): string[] {
  if (!door) return [];
  const joined = wordsOf(door).join('');
  return [door, joined, withoutZeros(joined)];
}

/** The digits of a phone number, whole and without the area code, which nobody types with the dashes of another. */
export function phoneTexts(phone: string | null | undefined): string[] {
  const digits = phone?.replace(/\D/g, '') ?? '';
  return digits === '' ? [] : [phone ?? '', digits, digits.slice(-10), digits.slice(-7)];
}

/** What is looked for: "Apt 2 b" is the door "2b". */
export function termsOf(typed: string): string[] {
  const words = wordsOf(typed);
  const terms: string[] = [];
  for (const [index, word] of words.entries()) {
    const last = terms.at(-1);
    const next = words[index + 1];
    if (BEFORE_DOORS.has(word) && next && (/\d/.test(next) || LETTER.test(next))) continue;
    if (last !== undefined && isDoorInTwo(last, word)) terms[terms.length - 1] = last + word;
    else terms.push(word);
  }
  return terms;
}

function isDoorInTwo(one: string, other: string): boolean {
  return (DIGITS.test(one) && LETTER.test(other)) || (LETTER.test(one) && DIGITS.test(other));
}

export function withoutZeros(word: string): string {
  return word.replace(/^0+(?=.)/, '');
}
