import type {
  ImportCounts,
  ImportPreview,
  ImportRow,
  SheetPreview,
} from '../../../../contract/imports/importPreview.ts';
import type { ImportOptions } from '../../../../contract/imports/imports.ts';
import type { ImportTable } from '../../../../contract/imports/importTables.ts';
import { balancesDay } from './balancesDay.ts';
import { EndedLeases } from './endedLeases.ts';
import { givenPeople, isVacantHome } from './givenPeople.ts';
import { Homes } from './homes.ts';
import type { ImportedRow } from './importedRow.ts';
import type { ImportedSheet } from './importedSheet.ts';
import { Places } from './places.ts';
import { planBalances, type PlannedEntry, type Tenant } from './planBalances.ts';
import { firstMonth, leaseOf, Leases, type PlannedLease } from './planLeases.ts';
import { planMeters, type PlannedMeter } from '../meters/planMeters.ts';
import { People } from './planPeople.ts';
import { planUnits } from './planUnits.ts';
import { Questions } from './questions.ts';
import { propertyBefore, unsaidIds } from './unsaidProperty.ts';
import { askForEncodings, readAll } from './readAll.ts';
import { pause, withPauses } from '../withPauses.ts';
import type { PersonRecord, PropertyRecord, Records, UnitRecord } from '../records.ts';
import type { SaidOfSheet } from '../rememberedSheets.ts';
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
  meters: PlannedMeter[];
  /** What was said of its sheets, which is remembered by their headings. */
  said: SaidOfSheet[];
  preview: ImportPreview;
}

/** Plans an import of these sheets into what the database has, on the community's day. Nothing is written. */
export async function planImport(
  sheets: readonly Sheet[],
  options: ImportOptions,
  records: Records,
  today: string,
): Promise<ImportPlan> {
  const from_month = options.from_month ?? firstMonth(today);
  const { rememberedSheets } = records;
  const questions = new Questions(options.answers, rememberedSheets);
  askForEncodings(sheets, questions);
  const places = new Places(records);
  const imported = await readAll(sheets, {
    options,
    questions,
    places,
    rememberedSheets,
    firstMonth: from_month,
  });
  const balances_on = options.balances_on ?? balancesDay(imported, today) ?? today;
  const rowsOf = (...tables: ImportTable[]) =>
    imported
      .filter(({ matched }) => matched.table && tables.includes(matched.table))
      .flatMap(({ rows }) => rows.filter(({ isUnreadable }) => !isUnreadable));
  const people = new People(records);
  const leases = new Leases(records, { ...options, from_month, today });
  const homes = new Homes(places, questions);

  await pause();
  await planUnits(rowsOf('units'), places);
  // Those of rent rolls first, since they make units that people are in.
  const homeOf = new Map<ImportedRow, UnitRecord | null | undefined>();
  for await (const row of withPauses([...rowsOf('rentRoll'), ...rowsOf('people')]))
    homeOf.set(row, homes.of(row));
  await pause();
  const ended = new EndedLeases({ homeOf, known: records.leases, questions, today });
  const tenants: Tenant[] = [];
  for await (const row of withPauses(rowsOf('people', 'rentRoll'))) {
    const planned = planRow(row, homeOf.get(row), { people, leases, ended, questions, today });
    if (row.sheet.table === 'rentRoll') tenants.push({ row, person: planned[0] });
  }
  homes.ask();
  ended.ask();
  await pause();
  const entries = await planBalances(rowsOf('balances'), tenants, {
    places,
    people,
    records,
    today,
    balances_on,
  });

  const plan = {
    properties: places.newProperties,
    units: places.newUnits,
    people: currentFirst(people.added, leases.added, today),
    moved: people.moved,
    leases: leases.added,
    entries,
    meters: await planMeters(rowsOf('meters'), places, { known: records.meters, today }),
  };
  const asks_date_order = imported.some(({ rows }) => rows.some(({ isAmbiguous }) => isAmbiguous));
  const previews: SheetPreview[] = [];
  for (const sheet of imported) previews.push(await previewOf(sheet));
  return {
    ...plan,
    said: saidOf(imported, options, questions),
    preview: {
      sheets: previews,
      asks_date_order,
      questions: questions.asked,
      from_month,
      balances_on,
      adds: countsOf(plan),
      without_units: imported.some(({ matched: { table } }) => table === 'rentRoll')
        ? withoutUnits(records, plan.units)
        : [],
    },
  };
}

/** What a person said of each sheet now or before, of those of which anything was said. */
function saidOf(
  imported: readonly ImportedSheet[],
  options: ImportOptions,
  questions: Questions,
): ImportPlan['said'] {
  const said = imported.map(({ key: headings, matched: { table, columns }, rows }, place) => ({
    headings,
    correction: options.sheets?.[place] ? { table, columns } : null,
    answers: { ...questions.saidOf(headings), ...propertySaid(headings, rows, questions) },
  }));
  const own = said.filter(
    ({ correction, answers }) => correction !== null || Object.keys(answers).length > 0,
  );
  // Of two sheets with the same headings the last one counts.
  return [...new Map(own.map((sheet) => [sheet.headings, sheet])).values()];
}

/** As many properties without units are named. */
const MOST_WITHOUT_UNITS = 5;

/** Properties that are here and get no unit either, such as one that was made by hand and that the rent roll calls otherwise. */
function withoutUnits({ properties, units }: Records, added: readonly UnitRecord[]) {
  const filled = new Set([...units, ...added].map(({ property }) => property));
  return properties
    .flatMap((property) =>
      property.id === undefined || filled.has(property) ? [] : [{ id: property.id, name: property.name }],
    )
    .slice(0, MOST_WITHOUT_UNITS);
}

/** The property that a person gave to the rows of a sheet, where they name none. */
function propertySaid(
  headings: string,
  rows: readonly ImportedRow[],
  questions: Questions,
): Record<string, string> {
  const row = rows.find(({ lacksProperty }) => lacksProperty);
  const said = row && questions.answer(unsaidIds(row.sheet.title).property);
  return said ? { [propertyBefore(headings)]: said } : {};
}

/** Plans who lives in the home of a row, and their lease. Returns those that can be, of whom the first is billed. */
function planRow(
  row: ImportedRow,
  unit: UnitRecord | null | undefined,
  {
    people,
    leases,
    ended,
    questions,
    today,
  }: { people: People; leases: Leases; ended: EndedLeases; questions: Questions; today: string },
): PersonRecord[] {
  row.address();
  if (isVacantHome(row)) {
    if (unit === null) row.outcome = 'skipped';
    row.note('A vacant unit.');
    return [];
  }
  const given = givenPeople(row);
  const lease = ended.lasting(row, unit, leaseOf(row, unit, { questions, leases }));
  const hasLeft = lease?.ends !== undefined && lease.ends < today;
  const planned: PersonRecord[] = [];
  for (const each of given) {
    const person = people.plan(row, unit, { ...each, hasLeft });
    if (!person) continue;
    planned.push(person);
    if (unit && lease && !row.isWrong) leases.plan(row, unit, person, lease);
  }
  return planned;
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

function countsOf(plan: Omit<ImportPlan, 'preview' | 'said'>): ImportCounts {
  const { properties, units, people, moved, leases, entries, meters } = plan;
  return {
    properties: properties.length,
    units: units.length,
    people: people.length,
    leases: leases.length,
    entries: entries.length,
    moved: moved.length,
    ...(meters.length > 0 ? { meters: meters.length } : {}),
  };
}

async function previewOf({
  sheet,
  matched,
  rows,
  leftOut,
  lines,
  notes,
  errors,
}: ImportedSheet): Promise<SheetPreview> {
  const { system, table, headings, columns } = matched;
  const shown: ImportRow[] = [];
  for await (const { line, outcome, values, notes: ofRow, isWrong } of withPauses(rows))
    shown.push({ line, outcome: isWrong ? 'wrong' : outcome, values, notes: ofRow });
  return {
    file: sheet.file,
    sheet: sheet.sheet,
    system,
    table,
    headings,
    columns,
    rows: shown,
    left_out: leftOut,
    lines,
    notes,
    errors: [...errors, ...rows.flatMap((row) => row.errors)],
  };
}
