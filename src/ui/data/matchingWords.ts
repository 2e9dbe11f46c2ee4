import { matching } from './matchesSearch.ts';

/** Returns a predicate that tells whether each word of a search is in one of a row's texts; a blank search matches all. */
export function matchingWords(search: string): (...texts: (string | null | undefined)[]) => boolean {
  const words = search.trim().split(/\s+/).map(matching);
  return (...texts) => words.every((matches) => matches(...texts));
}
