import type {
  ImportCounts,
  ImportOptions,
  ImportPreview,
  SheetPreview,
} from '../../../../contract/imports/imports.ts';
import type { ImportTable } from '../../../../contract/imports/importTables.ts';
import { importedSheet, type ImportedSheet } from './importedRow.ts';
import { matchColumns } from '../columns/matchColumns.ts';
import { Places } from './places.ts';
import { planBalances, type PlannedEntry } from './planBalances.ts';
import { firstMonth, leaseOf, Leases, type PlannedLease } from './planLeases.ts';
import { People } from './planPeople.ts';
import { planUnits } from './planUnits.ts';
import type { PersonRecord, PropertyRecord, Records, UnitRecord } from '../records.ts';
import type { Sheet } from '../files/sheet.ts';

/** What an import adds, in an order in which each refers to what is before it. */
export interface ImportPlan {
  properties: PropertyRecord[];
  units: UnitRecord[];
  people: PersonRecord[];
  /** People who are known and are given a unit. */
  moved: PersonRecord[];
  leases: PlannedLease[];
  entries: PlannedEntry[];
  preview: ImportPreview;
}

/** Plans an import of these sheets into what the database has, on the community's day. Nothing is written. */
export function planImport(
  sheets: readonly Sheet[],
  options: ImportOptions,
  records: Records,
  today: string,
): ImportPlan {
  const imported = sheets.map((sheet, index) =>
    importedSheet(sheet, matchColumns(sheet, options.sheets?.[index]), options.date_order),
  );
  const rowsOf = (table: ImportTable) =>
    imported.filter((sheet) => sheet.table === table).flatMap(({ rows }) => rows);
  const from_month = options.from_month ?? firstMonth(today);
  const places = new Places(records);
  const people = new People(records);
  const leases = new Leases(records, { ...options, from_month, today });

  planUnits(rowsOf('units'), places);
  for (const row of rowsOf('people')) {
    const unit = places.unitOf(row);
    const lease = leaseOf(row, unit);
    const hasLeft = lease?.ends !== undefined && lease.ends < today;
    const person = people.plan(row, unit, { hasLeft });
    if (unit && person && lease && !row.isWrong) leases.plan(row, unit, person, lease);
  }
  const entries = planBalances(rowsOf('balances'), { places, people, records, today });

  const plan = {
    properties: places.newProperties,
    units: places.newUnits,
    people: currentFirst(people.added, leases.added, today),
    moved: people.moved,
    leases: leases.added,
    entries,
  };
  const asks_date_order = imported.some(({ rows }) => rows.some(({ isAmbiguous }) => isAmbiguous));
  return {
    ...plan,
    preview: { sheets: imported.map(previewOf), asks_date_order, from_month, adds: countsOf(plan) },
  };
}

/** Of a unit's tenants the one who was entered first is billed, so those who move in later come last. */
function currentFirst(
  people: readonly PersonRecord[],
  leases: readonly PlannedLease[],
  today: string,
): PersonRecord[] {
  const current = leases.filter(({ starts }) => starts <= today).flatMap(({ tenants }) => tenants);
  const future = new Set(leases.filter(({ starts }) => starts > today).flatMap(({ tenants }) => tenants));
  for (const person of current) future.delete(person);
  return [...people.filter((person) => !future.has(person)), ...future].filter(({ id }) => id === undefined);
}

function countsOf(plan: Omit<ImportPlan, 'preview'>): ImportCounts {
  const { properties, units, people, moved, leases, entries } = plan;
  return {
    properties: properties.length,
    units: units.length,
    people: people.length,
    leases: leases.length,
    entries: entries.length,
    moved: moved.length,
  };
}

function previewOf({ sheet, table, headings, columns, rows, errors }: ImportedSheet): SheetPreview {
  return {
    file: sheet.file,
    sheet: sheet.sheet,
    table,
    headings,
    columns,
    rows: rows.map(({ line, outcome, values, notes, isWrong }) => ({
      line,
      outcome: isWrong ? 'wrong' : outcome,
      values,
      notes,
    })),
    errors: [...errors, ...rows.flatMap((row) => row.errors)],
  };
}
