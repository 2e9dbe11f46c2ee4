import { NewCharge } from '../../../../contract/ledger/newEntry.ts';
import { toDollars } from '../../../../contract/values/money.ts';
import type { ImportedRow } from './importedRow.ts';
import type { Places } from './places.ts';
import type { People } from './planPeople.ts';
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

/**
 * Plans the opening balances of these rows. An entry is known by person, day and amount; of several such rows, as many are
 * posted as the ledger lacks, and what was reversed counts as there.
 */
export function planBalances(
  rows: readonly ImportedRow[],
  { places, people, records, today }: { places: Places; people: People; records: Records; today: string },
): PlannedEntry[] {
  const there = new Map<string, number>();
  for (const { user_id, day, cents } of records.openingEntries) {
    const key = `${user_id} ${day} ${cents}`;
    there.set(key, (there.get(key) ?? 0) + 1);
  }
  const planned: PlannedEntry[] = [];
  for (const row of rows) {
    const unit = places.unitOf(row);
    const person = people.find(row, unit);
    const day = row.day('effective_on');
    const cents = row.cents('amount');
    const description = row.text('description') || DESCRIPTION;
    if (cents === 0 || (cents === undefined && !row.isWrong && day === undefined)) {
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
    const key = `${person.id} ${day} ${cents}`;
    const left = person.id === undefined ? 0 : (there.get(key) ?? 0);
    if (left > 0) {
      there.set(key, left - 1);
      continue;
    }
    row.outcome = 'new';
    planned.push({ person, cents, day, description });
  }
  return planned;
}

/** Unless what the cell contains is said to be wrong already. */
function missing(row: ImportedRow, column: string, message: string): void {
  if (!row.errors.some((error) => error.column === column)) row.wrong(column, message);
}
