/** Text as it is searched: without regard to case, accents and doubled spaces. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** What tells whether one of the texts of a row holds what was typed; a blank search finds everything. */
export function matching(search: string): (...texts: (string | null | undefined)[]) => boolean {
  const sought = plain(search);
  if (sought === '') return () => true;
  return (...texts) => texts.some((text) => text != null && plain(text).includes(sought));
}
