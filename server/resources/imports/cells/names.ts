import { isVacant } from './plainWords.ts';

/** Which part of a name stands first in a column. */
export type NameStyle = 'last_first' | 'first_last';

export interface Name {
  firstName: string;
  lastName: string;
}

const SUFFIX = /^(?:jr|sr|ii|iii|iv|v|esq|m\.?d|ph\.?d|dds|cpa)\.?$/i;
const COMPANY =
  /^(?:l\.?l\.?c|inc|incorporated|corp|corporation|ltd|limited|l\.?p|llp|pllc|plc|gmbh|co|company|trust|foundation|association|sons|church|ministries)\.?$/i;
/** Words of a last name that stand before it in small letters. */
const PARTICLE = /^(?:de|del|della|da|di|do|dos|das|du|la|le|van|von|der|den|ter|ten|bin|ibn|al|el|zu)$/;

/** A longer text is no list of names, and is left to be refused. */
const LONGEST = 400;

const wordsOf = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
const partsOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
/** A text whose last word says that it is a company's. */
const isCompany = (text: string) => COMPANY.test(wordsOf(text.replaceAll(',', ' ')).at(-1) ?? '');

/** How the names of a column are written; undefined where its cells contradict each other, or none tells. */
export function nameStyleOf(texts: readonly string[]): NameStyle | undefined {
  let [lastFirst, firstLast] = [false, false];
  for (const text of texts) {
    if (text === '' || isVacant(text) || text.length > LONGEST || /[;\n]/.test(text) || isCompany(text))
      continue;
    const parts = withoutSuffixes(text).parts.map((part) => wordsOf(part).length);
    if (parts.length === 2 && Math.min(...parts) === 1) lastFirst = true;
    if (parts.length === 1 && (parts[0] ?? 0) > 1 && !/&|\band\b/i.test(text)) firstLast = true;
  }
  if (lastFirst === firstLast) return undefined;
  return lastFirst ? 'last_first' : 'first_last';
}

/**
 * The people that one cell names: "Jane Mary Doe", "Doe, Jane Mary", "John & Jane Smith", "Smith, John; Doe, Jane". A suffix stays
 * with its name, and a company is whole. Undefined where nobody can tell who is meant; `isUnsure` where the style would tell.
 */
export function namesIn(
  text: string,
  style: NameStyle | undefined,
): { names: Name[] | undefined; isUnsure?: true } {
  if (text.length > LONGEST) return { names: [nameOf(text, '')] };
  const lines = text
    .split(/[;\n]|\s\/\s/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  // A name whose words stand below each other.
  if (lines.length > 1 && lines.every((part) => wordsOf(part).length === 1 && !part.includes(','))) {
    return namesIn(lines.join(' '), style);
  }
  if (lines.length > 1) {
    const each = lines.map((line) => namesIn(line, style));
    const names = each.flatMap((found) => found.names ?? []);
    return each.some((found) => !found.names)
      ? { names: undefined, ...(each.some(({ isUnsure }) => isUnsure) ? { isUnsure: true as const } : {}) }
      : { names };
  }
  const [line = ''] = lines;
  if (isCompany(line)) return { names: [companyOf(line)] };
  const { parts, suffix } = withoutSuffixes(line);
  const [first = '', second = ''] = parts;
  if (parts.length < 2) return { names: together(first, suffix) };
  const counts = parts.map((part) => wordsOf(part).length);
  const isPair = parts.length === 2;
  if (isPair && (Math.min(...counts) === 1 || style === 'last_first'))
    return { names: lastFirst(first, second, suffix) };
  const joint = line.split(JOINT);
  if (joint.length > 1 && joint.every((part) => partsOf(part).length === 2)) {
    return namesIn(joint.join(';'), style);
  }
  if (counts.every((count) => count > 1) && (style === 'first_last' || !isPair)) {
    const names = parts.map((part) => together(part, ''));
    return names.every((each) => each !== undefined) ? { names: names.flat() } : { names: undefined };
  }
  return isPair ? { names: undefined, isUnsure: true } : { names: undefined };
}

const JOINT = /\s*(?:&|\+|\band\b)\s*/i;

/** "Smith" and "John & Jane". */
function lastFirst(last: string, first: string, suffix: string): Name[] {
  const lastName = `${last} ${suffix}`.trim();
  return first
    .split(JOINT)
    .filter((each) => each !== '')
    .map((each) => {
      const words = wordsOf(each);
      const own = SUFFIX.test(words.at(-1) ?? '') && words.length > 1 ? words.pop() : undefined;
      return { firstName: words.join(' '), lastName: own ? `${lastName} ${own}` : lastName };
    });
}

/** "Jane Mary Doe", or "John & Jane Smith", of whom John has the last name of Jane; undefined where no part has two words. */
function together(text: string, suffix: string): Name[] | undefined {
  const parts = text.split(JOINT).filter((part) => part !== '');
  if (parts.length < 2) return [nameOf(text, suffix)];
  const full = parts.map((part) => (wordsOf(part).length > 1 ? nameOf(part, '') : undefined));
  if (full.every((name) => name === undefined)) return undefined;
  return full.map((name, place) => {
    if (name) return name;
    const shared =
      full.slice(place).find((other) => other) ?? full.slice(0, place).findLast((other) => other);
    return { firstName: parts[place] ?? '', lastName: shared?.lastName ?? '' };
  });
}

function nameOf(text: string, suffix: string): Name {
  const words = wordsOf(text);
  const own = words.length > 1 && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : undefined;
  const particle = words.findIndex(
    (word, place) => place > 0 && place < words.length - 1 && PARTICLE.test(word),
  );
  const at = particle > 0 ? particle : words.length - 1;
  const lastName = [...words.slice(at), own, suffix].filter(Boolean).join(' ');
  return { firstName: words.slice(0, at).join(' '), lastName };
}

/** A company has the word that says so for its last name, so that both together are its name. */
function companyOf(text: string): Name {
  const words = wordsOf(text.replaceAll(',', ' '));
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}

/** The parts between commas, without "Jr." and the like, which stay with the last name. */
function withoutSuffixes(text: string): { parts: string[]; suffix: string } {
  const parts = partsOf(text);
  const suffixes = parts.filter((part, place) => place > 0 && SUFFIX.test(part));
  return { parts: parts.filter((part) => !suffixes.includes(part)), suffix: suffixes.join(' ') };
}
