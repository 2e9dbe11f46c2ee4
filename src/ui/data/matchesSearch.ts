/** What is left out: accents, what nobody sees, and apostrophes of each kind, also those that keyboards give instead. */
const LEFT_OUT = /[\p{M}\p{Cf}'’‘‛′`´ʼʻʹ＇]/gu;
/** What counts as one space: spaces, hyphens and dashes of each kind. */
const SPACES = /[\s\p{Pd}−]+/gu;
/** Text of which only the case may have to change, as nearly all of ten thousand rows. */
const SIMPLE = /^[\w.,:;@#$%&()/+]+(?: [\w.,:;@#$%&()/+]+)*$/;

/** Letters that Unicode does not take apart into one and its accent, as people type them without it. */
const LETTERS: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
const SPECIAL_LETTER = /[øłđðıßæœþ]/g;

/** Normalizes text for a search, so that "O’Brien" is found by "O'Brien" and "Anne‑Marie" by "anne marie". */
export function plain(text: string): string {
  if (SIMPLE.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(LEFT_OUT, '')
    .toLowerCase()
    .replace(SPECIAL_LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(SPACES, ' ')
    .trim();
}

type Texts = readonly (string | null | undefined)[];

/** The texts of a row as one, in which `finding` looks; made once for many searches. */
export function searchedText(texts: Texts): string {
  return texts.flatMap((text) => (text ? [plain(text)] : [])).join('\n');
}

/** Returns a predicate that tells whether the text of a row, by `searchedText`, contains the search; a blank one matches all. */
export function finding(search: string): (text: string) => boolean {
  const sought = plain(search);
  if (sought === '') return () => true;
  const begins = beginning(sought.replaceAll(' ', ''));
  const digits = phoneDigits(sought);
  return (text) =>
    text.includes(sought) || begins.test(text) || (digits !== undefined && text.includes(digits));
}

/** Returns a predicate that tells whether one of a row's texts contains the search; a blank search matches all. */
export function matching(search: string): (...texts: Texts) => boolean {
  const finds = finding(search);
  return (...texts) => finds(searchedText(texts));
}

/** Finds a search without its spaces from the beginning of a word, so that "O Brien" finds "O'Brien". */
function beginning(joined: string): RegExp {
  const letters = Array.from(joined, (letter) => letter.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`));
  return new RegExp(`(?:^|[ \n])${letters.join(' ?')}`, 'u');
}

/** A phone number without what stands between its digits, as it is searched for. */
export function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '');
}

/** The digits of a search that may be part of a phone number, written in whichever way. */
function phoneDigits(sought: string): string | undefined {
  if (!/^[\d ()+./]+$/.test(sought)) return undefined;
  const digits = digitsOf(sought);
  return digits.length >= 5 ? digits : undefined;
}
