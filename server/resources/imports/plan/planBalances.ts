import { closedText } from '../../../../contract/books/closedMonth.ts';
import { NewCharge } from '../../../../contract/ledger/newEntry.ts';
import { toDollars } from '../../../../contract/values/money.ts';
import type { ImportedRow } from './importedRow.ts';
import { refuseUnconfirmedEmail } from './knownPeople.ts';
import type { Places } from './places.ts';
import type { People } from './planPeople.ts';
import { withPauses } from '../withPauses.ts';
import type { PersonRecord, Records } from '../records.ts';

/** An entry that the import posts. */
export interface PlannedEntry {
  person: PersonRecord;
  /** Positive is owed by the person, negative is to their credit. */
  cents: number;
  day: string;
  description: string;
}

const DESCRIPTION = 'Opening balance';

/** In their order, and whose they are, which is asked for each of thousands of rows. */
class PlannedEntries {
  readonly all: PlannedEntry[] = [];
  readonly #people = new Set<PersonRecord>();

  add(entry: PlannedEntry): void {
    this.all.push(entry);
    this.#people.add(entry.person);
  }

  has(person: PersonRecord): boolean {
    return this.#people.has(person);
  }
}

/**
 * Plans the opening balances of these rows. An entry is known by person, day and amount; of several such rows, as many are
 * posted as the ledger lacks, and what was reversed counts as there.
 */
export async function planBalances(
  rows: readonly ImportedRow[],
  tenants: readonly Tenant[],
  context: Context,
): Promise<PlannedEntry[]> {
  const { places, people, records, today, balances_on } = context;
  const there = new Map<string, number>();
  for (const { user_id, day, cents } of records.openingEntries) {
    const key = `${user_id} ${day} ${cents}`;
    there.set(key, (there.get(key) ?? 0) + 1);
  }
  const planned = new PlannedEntries();
  for await (const row of withPauses(rows)) {
    const unit = places.unitOf(row);
    const person = people.find(row, unit);
    const isDated = row.has('effective_on');
    const day = isDated ? row.day('effective_on') : balances_on;
    const cents = row.cents('amount');
    const description = row.text('description') || DESCRIPTION;
    if (cents === 0 || (cents === undefined && !row.isWrong && (day === undefined || !isDated))) {
      row.outcome = 'skipped';
      row.note('Nothing is owed.');
      if (cents === 0) row.errors.splice(0);
      continue;
    }
    if (cents === undefined) missing(row, 'amount', 'Please give the amount.');
    if (day === undefined) missing(row, 'effective_on', 'Please give the day on which this was owed.');
    else if (day > today) row.wrong('effective_on', 'The day must not be in the future.');
    if (cents === undefined || day === undefined || !person) continue;
    row.check(
      NewCharge,
      { userId: 1, amount: toDollars(Math.abs(cents)), description },
      {
        amount: 'amount',
        description: 'description',
      },
    );
    if (row.isWrong) continue;
    if (!isDated && isThere(row, person, planned, records)) continue;
    const key = `${person.id} ${day} ${cents}`;
    const left = person.id === undefined ? 0 : (there.get(key) ?? 0);
    if (left > 0) {
      there.set(key, left - 1);
      continue;
    }
    if (refuseClosed(row, isDated ? 'effective_on' : 'amount', day, records)) continue;
    if (refuseUnconfirmedEmail(row, person)) continue;
    row.outcome = 'new';
    planned.add({ person, cents, day, description });
  }
  await planTenants(tenants, planned, context);
  return planned.all;
}

/** A person of a rent roll, whose row may say what they owe. */
export interface Tenant {
  row: ImportedRow;
  /** Undefined where nobody lives there. */
  person: PersonRecord | undefined;
}

interface Context {
  places: Places;
  people: People;
  records: Records;
  today: string;
  /** The day of balances whose rows have none. */
  balances_on: string;
}

/** Plans what the people of a rent roll owe, each on the day that a person chose. */
async function planTenants(
  tenants: readonly Tenant[],
  planned: PlannedEntries,
  { records, today, balances_on }: Context,
): Promise<void> {
  for await (const { row, person } of withPauses(tenants)) {
    const cents = row.cents('amount');
    if (!cents || row.isWrong) continue;
    if (!person) {
      row.note('What is owed is left out, since nobody lives here.');
      continue;
    }
    if (balances_on > today)
      row.wrong('amount', 'The day of the opening balances must not be in the future.');
    row.check(
      NewCharge,
      { userId: 1, amount: toDollars(Math.abs(cents)), description: DESCRIPTION },
      { amount: 'amount' },
    );
    if (row.errors.length > 0 || isThere(row, person, planned, records)) continue;
    if (refuseClosed(row, 'amount', balances_on, records)) continue;
    if (refuseUnconfirmedEmail(row, person)) continue;
    if (row.outcome === 'there') row.outcome = 'new';
    planned.add({ person, cents, day: balances_on, description: DESCRIPTION });
  }
}

/**
 * Whether a balance without a day is there already. What somebody owes is in their ledger once it has entries, so that the same rent
 * roll on another day, or that of the next month, posts nothing a second time.
 */
function isThere(
  row: ImportedRow,
  person: PersonRecord,
  planned: PlannedEntries,
  { peopleWithEntries }: Records,
): boolean {
  if (planned.has(person)) {
    row.wrong(
      'amount',
      `Another row has an opening balance of ${person.firstName} ${person.lastName} already.`,
    );
    return true;
  }
  if (person.id === undefined || !peopleWithEntries.has(person.id)) return false;
  row.note('What is owed stays as it is here: the ledger has entries already.');
  return true;
}

/** Whether the day is in a closed month, which is said of the column. */
function refuseClosed(
  row: ImportedRow,
  column: string,
  day: string,
  { firstOpenDay }: Pick<Records, 'firstOpenDay'>,
): boolean {
  const isClosed = firstOpenDay !== null && day < firstOpenDay;
  if (isClosed) row.wrong(column, closedText(firstOpenDay));
  return isClosed;
}

/** Unless what the cell contains is said to be wrong already. */
function missing(row: ImportedRow, column: string, message: string): void {
  if (!row.errors.some((error) => error.column === column)) row.wrong(column, message);
}
