/** Normalizes text for a search: lower case, no accents, single spaces. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Returns a predicate that tells whether one of a row's texts contains the search; a blank search matches all. */
export function matching(search: string): (...texts: (string | null | undefined)[]) => boolean {
  const sought = plain(search);
  if (sought === '') return () => true;
  return (...texts) => texts.some((text) => text != null && plain(text).includes(sought));
}
