import { toDollars, dollarText } from '../../../../contract/values/money.ts';
import type { LeaseRecord, PersonRecord } from '../records.ts';
import type { ImportedRow } from './importedRow.ts';

/** Says what stays as it is of a lease that is here, although the file has it otherwise. */
export function noteKnownLease(
  row: ImportedRow,
  known: LeaseRecord,
  person: PersonRecord,
  { ends, rent, hasEnded }: { ends: string | undefined; rent: number | undefined; hasEnded: boolean },
): void {
  if (!known.tenants.includes(person)) {
    row.note('The lease is here already without this person, who is not added to it.');
  } else if (ends !== undefined && ends !== known.ends) {
    row.note(
      known.ends
        ? `The lease is here already, and ends on ${known.ends}.`
        : 'The lease is here already, without an end.',
    );
  }
  // A lease that has ended charges nothing more.
  if (!hasEnded) noteRent(row, known, rent);
}

/** A lease may charge its rent in parts, or another one later: any of them, and all together, are its rent. Cents. */
function noteRent(row: ImportedRow, { rents = [] }: LeaseRecord, given: number | undefined): void {
  const sum = rents.reduce((total, rent) => total + rent, 0);
  if (given === undefined || given === sum || rents.includes(given)) return;
  const here = rents.map((rent) => dollarText(toDollars(rent))).join(' and ');
  row.note(`The rent of the lease stays as it is here: ${here || 'none'}.`);
}
