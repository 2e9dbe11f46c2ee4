import type { PersonRecord } from '../records.ts';
import type { ImportedRow } from './importedRow.ts';
import { keyOf } from './places.ts';

/** Says what stays as it is of a person who is here, although the file has it otherwise. */
export function noteKnownPerson(
  row: ImportedRow,
  known: PersonRecord,
  given: Pick<PersonRecord, 'firstName' | 'lastName' | 'email' | 'phone' | 'unit'>,
): void {
  const name = `${known.firstName} ${known.lastName}`;
  if (keyOf(name) !== keyOf(`${given.firstName} ${given.lastName}`))
    row.note(`The name stays as it is here: ${name}.`);
  if (given.email !== '' && known.email === '')
    row.note(
      'The email is not added: this person is known here without one. Add it on their page to invite them.',
    );
  else if (given.email !== '' && keyOf(given.email) !== keyOf(known.email))
    row.note(
      `The email stays as it is here: ${known.email}. Change it on their page. Somebody else of this name is added in Manage Users.`,
    );
  if (given.phone !== null && given.phone !== known.phone)
    row.note(`The phone number stays as it is here: ${known.phone ?? 'none'}.`);
  if (!known.isActive) row.note('This account is deactivated here, and stays so.');
  else if (given.unit && known.unit && known.unit !== given.unit) {
    row.note(`${name} lives in unit ${known.unit.number} here, and stays there.`);
  }
}
