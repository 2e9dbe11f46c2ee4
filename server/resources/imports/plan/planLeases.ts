import { NewLease, NewLeaseCharge } from '../../../../contract/leases/lease.ts';
import type { ImportOptions } from '../../../../contract/imports/imports.ts';
import { addMonths, monthName, monthOf } from '../../../../contract/values/calendar.ts';
import { toDollars, dollarText } from '../../../../contract/values/money.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import { isOpen } from '../cells/plainWords.ts';
import { periodOf } from '../cells/parseCells.ts';
import { append } from './append.ts';
import type { ImportedRow } from './importedRow.ts';
import { noteKnownLease } from './knownLeases.ts';
import { refuseUnconfirmedEmail } from './knownPeople.ts';
import type { Questions } from './questions.ts';
import type { LeaseRecord, PersonRecord, Records, UnitRecord } from '../records.ts';

/** The terms of new leases that no row has. */
export interface LeaseTerms extends Pick<ImportOptions, 'due_day' | 'proration'> {
  /** The first month that is charged. */
  from_month: string;
  /** The community's day. */
  today: string;
}

/** A lease that the import adds. */
export interface PlannedLease extends LeaseRecord {
  /** Cents a month; null where nothing is charged. */
  rent: number | null;
  charges: NewLeaseCharge[];
  /** The row that began it. */
  row: ImportedRow;
}

/** What a row says of a lease. */
export interface Given {
  starts: string;
  ends: string | undefined;
  rent: number | undefined;
  from_month: string | undefined;
}

/** What a row says of its lease; undefined where it has none, or says what cannot be. */
export function leaseOf(
  row: ImportedRow,
  unit: UnitRecord | null | undefined,
  { questions, leases }: { questions: Questions; leases: Leases },
): Given | undefined {
  const { starts, ends } = daysOf(row);
  const rent = row.cents('rent_amount');
  const from_month = row.month('from_month');
  // Here already, so that it is told with what else is wrong with the row, of which no lease is planned then.
  if (rent) row.check(NewLeaseCharge.shape.amount, toDollars(rent), { '': 'rent_amount' });
  if (
    starts === undefined &&
    !row.has('starts') &&
    !row.has('lease_dates') &&
    row.sheet.table === 'rentRoll'
  ) {
    const known = unit && leases.knownOn(unit, row.sheet.firstMonth);
    if (known) {
      row.values.starts = known.starts;
      return { starts: known.starts, ends: undefined, rent, from_month };
    }
    return startOfAll(row, { ends, rent, from_month }, questions);
  }
  if (starts === undefined) {
    const isGiven = [ends, rent, from_month].some((value) => value !== undefined);
    if (isGiven && !row.isWrong)
      row.wrong('starts', 'Please give the first day of the lease, or leave its other columns empty too.');
    return undefined;
  }
  if (unit === null) {
    if (row.sheet.table !== 'rentRoll') row.wrong('unit_number', 'Please give the unit of the lease.');
    return undefined;
  }
  return { starts, ends, rent, from_month };
}

/** A rent roll without the first days of its leases: a person says whether they begin with the first month that is charged. */
function startOfAll(row: ImportedRow, given: Omit<Given, 'starts'>, questions: Questions): Given | undefined {
  const month = row.sheet.firstMonth;
  const answer = questions.choose({
    id: `leases:${row.sheet.key}`,
    sheet: row.sheet.place,
    text: 'This sheet does not say when its leases began. Shall leases be made of it?',
    choices: [
      { value: 'make', label: `Yes, from ${monthName(month)} on, the first month that is charged` },
      { value: 'not', label: 'No, only the units and the people' },
    ],
    otherwise: 'make',
  });
  if (answer !== 'make' || !given.rent) return undefined;
  row.values.starts = month;
  return { starts: month, ...given };
}

/** The first and the last day of a row's lease, which may stand in one cell; without a last one it goes on. */
function daysOf(row: ImportedRow): { starts: string | undefined; ends: string | undefined } {
  const isPeriod = row.has('lease_dates') && row.peek('lease_dates') !== '';
  const lastDay = isPeriod ? periodOf(row.peek('lease_dates'))[1] : row.peek('ends');
  const isWithoutEnd = isOpen(lastDay);
  if (isWithoutEnd && lastDay !== '') row.note('The lease has no last day.');
  if (!isPeriod) return { starts: row.day('starts'), ends: isWithoutEnd ? undefined : row.day('ends') };
  return {
    starts: row.dayOfPeriod('lease_dates', 0, 'starts'),
    ends: isWithoutEnd ? undefined : row.dayOfPeriod('lease_dates', 1, 'ends'),
  };
}

/** Plans the leases of rows: rows with one unit and first day are one lease, of which the first person is billed. */
export class Leases {
  readonly added: PlannedLease[] = [];
  /** Those of each unit, those that are here and those that are added. */
  readonly #knownOf = new Map<UnitRecord, LeaseRecord[]>();
  readonly #addedOf = new Map<UnitRecord, PlannedLease[]>();
  /** Those with too many tenants, which is told once. */
  readonly #crowded = new Set<PlannedLease>();
  readonly #terms: LeaseTerms;

  constructor({ leases }: Records, terms: LeaseTerms) {
    for (const lease of leases) append(this.#knownOf, lease.unit, lease);
    this.#terms = terms;
  }

  plan(row: ImportedRow, unit: UnitRecord, person: PersonRecord, given: Given): void {
    const known = this.#knownOf.get(unit)?.find((lease) => lease.starts === given.starts);
    if (known) return noteKnownLease(row, known, person, { ...given, hasEnded: this.#hasEnded(given.ends) });
    if (refuseUnconfirmedEmail(row, person)) return;
    if (!person.isActive || (person.unit !== unit && !this.#hasEnded(given.ends))) {
      const where =
        person.isActive && person.unit ? `lives in unit ${person.unit.number} here` : 'is deactivated here';
      return row.wrong(
        'unit_number',
        `${person.firstName} ${person.lastName} ${where}. Please change that first.`,
      );
    }
    const planned = this.#addedOf.get(unit)?.find((lease) => lease.starts === given.starts);
    if (planned) return this.#join(row, planned, person, given);
    this.#begin(row, unit, person, given);
  }

  /** A lease of a unit that is here, and that goes on to a day or begins later. */
  knownOn(unit: UnitRecord, day: string): LeaseRecord | undefined {
    return this.#knownOf.get(unit)?.find((lease) => (lease.ends ?? '9999') >= day);
  }

  #hasEnded(ends: string | undefined): boolean {
    return ends !== undefined && ends < this.#terms.today;
  }

  #begin(row: ImportedRow, unit: UnitRecord, person: PersonRecord, given: Given): void {
    const { today, due_day, proration } = this.#terms;
    const { starts, from_month, rent = unit.rent } = given;
    const ends = given.ends ?? null;
    const first = from_month ?? this.#terms.from_month;
    if (first < monthOf(today)) {
      row.wrong(
        'from_month',
        `Nothing is charged for the past. Please choose ${monthName(monthOf(today))} or a later month.`,
      );
    }
    const dollars = rent === null || (ends !== null && ends < first) ? 0 : toDollars(rent);
    const charges: NewLeaseCharge[] =
      dollars === 0 ? [] : [{ kind: 'rent', description: null, amount: dollars, due_day, from_month: first }];
    const tenants = [person];
    row.check(
      NewLease,
      { unit_id: 1, starts, ends, proration, tenant_ids: [1], charges },
      {
        starts: 'starts',
        ends: 'ends',
        'charges.0.amount': 'rent_amount',
        'charges.0.from_month': 'from_month',
      },
    );
    const overlaps = (lease: LeaseRecord) =>
      lease.starts <= (ends ?? '9999') && starts <= (lease.ends ?? '9999');
    const other = this.#knownOf.get(unit)?.find(overlaps) ?? this.#addedOf.get(unit)?.find(overlaps);
    if (other) {
      const days = other.ends ? `from ${other.starts} to ${other.ends}` : `since ${other.starts}`;
      row.wrong('starts', `${labelOf(unit)} has another lease ${days}. Only one can run at a time.`);
    }
    if (dollars !== 0)
      row.note(`A new lease. ${dollarText(dollars)} is charged from ${monthName(first)} on.`);
    else if (ends !== null && ends < first)
      row.note('A new lease, which has ended before its first month is charged.');
    else row.note('A new lease. No rent is charged: neither this row nor the unit says how much.');
    row.outcome = 'new';
    const lease = { unit, starts, ends, tenants, rent, charges, row };
    this.added.push(lease);
    append(this.#addedOf, unit, lease);
  }

  /** Another person of a lease that this import begins. */
  #join(
    row: ImportedRow,
    lease: PlannedLease,
    person: PersonRecord,
    { ends, rent, from_month }: Given,
  ): void {
    const line = `Line ${lease.row.line}`;
    if (ends !== undefined && ends !== lease.ends) {
      row.wrong('ends', `${line} has another last day of the same lease.`);
    }
    if (rent !== undefined && rent !== lease.rent) {
      row.wrong('rent_amount', `${line} has another rent of the same lease. One lease charges one rent.`);
    }
    const month = lease.charges[0]?.from_month;
    if (from_month !== undefined && month !== undefined && from_month !== month) {
      row.wrong('from_month', `${line} has another first month of the same lease.`);
    }
    if (lease.tenants.includes(person)) {
      row.wrong(null, `${line} has this person and this lease already.`);
      return;
    }
    lease.tenants.push(person);
    if (!this.#crowded.has(lease)) this.#checkTenants(lease);
    row.outcome = 'new';
    if (row !== lease.row) row.note(`The same lease as in line ${lease.row.line}.`);
  }

  #checkTenants(lease: PlannedLease): void {
    const { errors } = lease.row;
    const before = errors.length;
    const ids = lease.tenants.map((_, index) => index + 1);
    lease.row.check(NewLease.shape.tenant_ids, ids, { '': 'unit_number' });
    if (errors.length > before) this.#crowded.add(lease);
  }
}

function labelOf({ number, property }: UnitRecord): string {
  return unitLabel({ unit_number: number, property_name: property.name });
}

/** The first month that is charged where nobody says it: the next one, since nothing is charged for the past. */
export const firstMonth = (today: string) => addMonths(monthOf(today), 1);
