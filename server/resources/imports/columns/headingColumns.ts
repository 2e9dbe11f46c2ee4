import { importColumns, type ImportTable } from '../../../../contract/imports/importTables.ts';
import { SYNONYMS } from './synonyms.ts';

/** The columns of the sheet that say they are one of a table's, by how well they say it: the exact words before the others. */
export function claimsOf(table: ImportTable, headings: readonly string[]): Map<string, number[]> {
  const plainHeadings = headings.map(plainWays);
  const claims = new Map<string, number[]>();
  const taken = new Set<number>();
  const names = Object.entries(importColumns(table));
  const exact = (name: string, label: string) => [plain(label), plain(name), ...(SYNONYMS[name]?.[0] ?? [])];
  const loose = (name: string) => SYNONYMS[name]?.[1] ?? [];
  for (const wordsOf of [exact, loose]) {
    for (const [name, { label }] of names) {
      if (claims.has(name)) continue;
      const words = wordsOf(name, label);
      const places = plainHeadings.flatMap((ways, place) =>
        !taken.has(place) && ways.some((way) => words.includes(way)) ? [place] : [],
      );
      if (places.length === 0) continue;
      claims.set(name, places);
      for (const place of places) taken.add(place);
    }
  }
  return claims;
}

/** As much of a heading is looked at. */
const LONGEST = 200;

/** In lower case, letters and digits alone: "Unit #" is "unit". */
export function plain(heading: string): string {
  return heading
    .slice(0, LONGEST)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The same with and without what stands in brackets: "Unit (door)" is "unitdoor" and "unit". */
function plainWays(heading: string): string[] {
  const bare = plain(heading.slice(0, LONGEST).replaceAll(/\([^)]*\)/g, ''));
  return [plain(heading), bare].filter((way) => way !== '');
}
