import uFuzzy from '@leeoniya/ufuzzy';
import type { Group } from './things.ts';

/** One letter wrong, missing, doubled or in the place of its neighbour; the first is right. */
const library = new uFuzzy({ intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1, interLft: 2 });

/** In a shorter word an error makes another word. Those with digits are numbers, and meant as they are. */
const MAY_BE_WRONG = /^[a-z]{4,}$/;
/** As much of a word as may be mistyped: of an address what stands before its first dot. */
const BEGINNING = /^[a-z]{4,}/;

/**
 * How the words of things begin, by group, by which a mistyped word becomes those that were meant: there are far fewer words than
 * things. What is not there any more stays, and then finds nothing.
 */
export class Vocabulary {
  readonly #words = new Map<Group, Set<string>>();
  /** The same as lists, made at the first question after a change. */
  readonly #lists = new Map<Group, string[]>();

  /** @param searched see `searchedOf` */
  add(group: Group, searched: string): void {
    const words = this.#words.get(group) ?? new Set<string>();
    this.#words.set(group, words);
    const before = words.size;
    for (const word of searched.split(' ')) {
      if (words.has(word)) continue;
      const beginning = BEGINNING.exec(word)?.[0];
      if (beginning) words.add(beginning);
    }
    if (words.size > before) this.#lists.delete(group);
  }

  /** How words begin that were meant by a term as it is typed: none where nothing begins with it. */
  asTyped(group: Group, term: string): readonly string[] {
    if (!MAY_BE_WRONG.test(term)) return [term];
    return this.#listOf(group).some((word) => word.startsWith(term)) ? [term] : [];
  }

  /** The same where it may have an error of typing. */
  meant(group: Group, term: string): readonly string[] {
    if (!MAY_BE_WRONG.test(term)) return [term];
    const list = this.#listOf(group);
    const found = (library.filter(list, term) ?? []).flatMap((at) => list[at] ?? []).sort();
    const beginnings: string[] = [];
    for (const word of found) {
      const last = beginnings.at(-1);
      // What begins with another one is found by that.
      if (last === undefined || !word.startsWith(last)) beginnings.push(word);
    }
    return beginnings;
  }

  #listOf(group: Group): string[] {
    const list = this.#lists.get(group) ?? [...(this.#words.get(group) ?? [])];
    this.#lists.set(group, list);
    return list;
  }
}
