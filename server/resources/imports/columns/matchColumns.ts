import {
  IMPORT_TABLE_NAMES,
  importColumns,
  type ImportTable,
} from '../../../../contract/imports/importTables.ts';
import type { SheetCorrection } from '../../../../contract/imports/imports.ts';
import { textOf, type Sheet } from '../files/sheet.ts';
import { findHeadings, type Headings } from './findHeadings.ts';
import { claimsOf, plain } from './headingColumns.ts';
import { knownSystem } from './systems/systems.ts';
import { isVacant } from '../cells/plainWords.ts';

/** What a sheet contains, and in which of its columns. */
export interface Matched extends Headings {
  /** The program whose headings these are. */
  system: string | null;
  table: ImportTable | null;
  /** The place of each column that was found, from 0. */
  columns: Record<string, number>;
  /** Columns of a table that several columns of the sheet say they are, with their places. */
  claims: { column: string; places: number[] }[];
}

/** Matches a sheet's headings with the columns of a table, or what a manager says instead of them. */
export function matchColumns(sheet: Sheet, correction?: SheetCorrection | null): Matched {
  const found = findHeadings(sheet);
  const { headings } = found;
  const system = knownSystem(headings);
  const matched = { ...found, system: system?.name ?? null };
  if (correction) {
    const { table, columns } = correction;
    if (!table) return { ...matched, table, columns: {}, claims: [] };
    if (!columns) return { ...matched, table, ...columnsOf(table, sheet, found, system?.columns ?? {}) };
    const known = Object.keys(importColumns(table)).flatMap((name) => {
      const place = columns[name];
      return place == null || place >= headings.length ? [] : [[name, place] as const];
    });
    return { ...matched, table, columns: Object.fromEntries(known), claims: [] };
  }
  if (sheet.isHidden) return { ...matched, table: null, columns: {}, claims: [] };
  const table = system?.table ?? tableOf(sheet, found);
  if (!table) return { ...matched, table, columns: {}, claims: [] };
  return { ...matched, table, ...columnsOf(table, sheet, found, system?.columns ?? {}) };
}

/** The columns of a table: what a known program calls them, else what the headings say, of which several may say the same. */
function columnsOf(
  table: ImportTable,
  sheet: Sheet,
  { headings, row, rows }: Headings,
  named: Readonly<Record<string, string>> = {},
): Pick<Matched, 'columns' | 'claims'> {
  const below = sheet.rows.slice(row + rows);
  const columns: Record<string, number> = {};
  const claims: Matched['claims'] = [];
  for (const [name, heading] of Object.entries(named)) {
    const place = headings.findIndex((text) => plain(text) === heading);
    if (place >= 0 && name in importColumns(table)) columns[name] = place;
  }
  const taken = Object.values(columns);
  const claimed = claimsOf(table, headings);
  for (const [column, all] of claimed) {
    // Where the first day has a column of its own, one that says both is not needed.
    if (column === 'lease_dates' && claimed.has('starts')) continue;
    const places = all.filter((place) => !taken.includes(place));
    const [first] = places;
    if (column in columns || first === undefined) continue;
    const different = differentOf(places, below);
    if (different.length > 1) claims.push({ column, places: different });
    else columns[column] = different[0] ?? first;
  }
  return { columns, claims };
}

/** Of several columns those that say something else than the ones before them. */
function differentOf(places: readonly number[], below: Sheet['rows']): number[] {
  const texts = places.map((place) => below.map((cells) => textOf(cells[place])));
  const filled = places.filter((_, index) => texts[index]?.some((text) => text !== ''));
  return filled.filter((place, index) => {
    const own = texts[places.indexOf(place)];
    return !filled.slice(0, index).some((other) => {
      const before = texts[places.indexOf(other)];
      return own?.every((text, row) => text === before?.[row]);
    });
  });
}

/** What a sheet contains by its headings: of several tables the one of which it has most. */
function tableOf(sheet: Sheet, found: Headings): ImportTable | null {
  const { headings } = found;
  const tables = IMPORT_TABLE_NAMES.map((table) => ({
    table,
    names: new Set(claimsOf(table, headings).keys()),
  }));
  const rentRoll = tables.find(({ table }) => table === 'rentRoll');
  if (rentRoll && isRentRoll(rentRoll.names, sheet, found)) return 'rentRoll';
  const [best] = tables
    .filter(({ table, names }) => isComplete(table, names))
    .sort((a, b) => fit(b, headings) - fit(a, headings));
  return best?.table ?? null;
}

/** How well a table fits: how many of the headings it uses, and of as many, the table of fewer columns. */
function fit(
  { table, names }: { table: ImportTable; names: ReadonlySet<string> },
  headings: readonly string[],
): number {
  const own = ['starts', 'effective_on', 'amount', 'address'].filter((name) => names.has(name)).length;
  return names.size + own / 2 - Object.keys(importColumns(table)).length / (100 * (headings.length + 1));
}

const isNamed = (names: ReadonlySet<string>) =>
  names.has('full_name') || (names.has('first_name') && names.has('last_name'));

/** Whether a sheet has what makes it such a table. */
function isComplete(table: ImportTable, names: ReadonlySet<string>): boolean {
  switch (table) {
    case 'units':
      return names.has('unit_number') && !isNamed(names) && !names.has('email');
    case 'people':
      return isNamed(names);
    case 'balances':
      return names.has('amount') && (isNamed(names) || names.has('email'));
    case 'meters':
      return names.has('serial_number') && names.has('first_value') && names.has('unit_number');
    case 'rentRoll':
      return false;
  }
}

/** Whether a sheet has homes with who lives there, and beside the lease what only a rent roll has: what is owed, or vacant homes. */
function isRentRoll(names: ReadonlySet<string>, sheet: Sheet, { headings, row, rows }: Headings): boolean {
  if (!names.has('unit_number') || !isNamed(names)) return false;
  const lease = ['rent_amount', 'market_rent', 'starts', 'lease_dates', 'status'].some((name) =>
    names.has(name),
  );
  if (lease && ['amount', 'market_rent', 'status'].some((name) => names.has(name))) {
    // A column that has only the market's rent is the rent of the leases.
    return names.has('amount') || names.has('status') || names.has('rent_amount');
  }
  const name = claimsOf('rentRoll', headings).get('full_name')?.[0];
  return (
    lease && name !== undefined && sheet.rows.slice(row + rows).some((cells) => isVacant(textOf(cells[name])))
  );
}
