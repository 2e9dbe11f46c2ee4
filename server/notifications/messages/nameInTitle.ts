/** The most characters of a name in a title. */
const LONGEST_NAME = 40;

/** What divides the parts of an address, in which mail programs and phones see a link. */
const DIVIDERS = /[:/\\@<>]+/g;
/** A dot that a space does not follow; browsers take the other three for dots too (UTS #46). */
const INNER_DOT = /[.。．｡](?=\S)/gu;

/**
 * A name as it stands in a title. Whoever registers chooses theirs, which could be words of a stranger with a link: it is cut, and
 * nothing in it can be taken for a link.
 */
export function nameInTitle(name: string): string {
  const plain = name.replace(DIVIDERS, ' ').replace(INNER_DOT, '. ').replace(/\s+/gu, ' ').trim();
  const characters = Array.from(plain);
  return characters.length <= LONGEST_NAME ? plain : `${characters.slice(0, LONGEST_NAME - 1).join('')}…`;
}
