import { IMPORT_TABLE_NAMES } from '../../../../contract/imports/importTables.ts';
import { isFilled, textOf, type Cell, type Sheet } from '../files/sheet.ts';
import { claimsOf } from './headingColumns.ts';

/** Where a sheet's headings stand. */
export interface Headings {
  /** The index of their first row, and how many rows they take. */
  row: number;
  rows: number;
  headings: string[];
}

/** As many rows are looked at for the headings. */
const MOST_ROWS_ABOVE = 30;

/**
 * The row of a sheet that says most columns of a table, of equal ones the first; or two rows that say more together, such as "Market"
 * over "Rent". Titles above it and the headings of groups of columns are left out so. Without such a row it is the first one.
 */
export function findHeadings({ rows }: Pick<Sheet, 'rows'>): Headings {
  const first = Math.max(
    0,
    rows.findIndex((cells) => cells.some(isFilled)),
  );
  let best: Headings = { row: first, rows: 1, headings: (rows[first] ?? []).map(textOf) };
  let most = known(best.headings);
  for (let row = first; row < Math.min(rows.length, first + MOST_ROWS_ABOVE); row += 1) {
    const headings = (rows[row] ?? []).map(textOf);
    const alone = known(headings);
    if (row > first && alone >= 2 && alone > most) {
      best = { row, rows: 1, headings };
      most = alone;
    }
    const below = rows[row + 1] ?? [];
    if (alone < 2 || !isSecondRow(headings, below)) continue;
    const together = joined(headings, below);
    const both = known(together);
    if (both > most || (both === most && best.row === row && best.rows === 1 && both > alone)) {
      best = { row, rows: 2, headings: together };
      most = both;
    }
  }
  return best;
}

/** How many columns of one table these headings say. */
function known(headings: readonly string[]): number {
  return Math.max(...IMPORT_TABLE_NAMES.map((table) => claimsOf(table, headings).size));
}

/** Whether a row goes on with the headings above it: words alone, below some of them. */
function isSecondRow(headings: readonly string[], cells: readonly Cell[]): boolean {
  const filled = cells.flatMap((cell, place) => (isFilled(cell) ? [{ cell, place }] : []));
  return (
    filled.length > 0 &&
    filled.every(
      ({ cell, place }) =>
        typeof cell === 'string' && /^[\p{L}\s./#%()-]+$/u.test(cell) && (headings[place] ?? '') !== '',
    )
  );
}

function joined(headings: readonly string[], cells: readonly Cell[]): string[] {
  return headings.map((heading, place) => `${heading} ${textOf(cells[place])}`.trim());
}
