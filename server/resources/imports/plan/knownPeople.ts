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

/**
 * Whether somebody who was here before has an address that nobody confirmed, which the row then says: they took it themselves, with
 * whatever name, and may be anybody. So nothing is given to them: no home, no lease and no balance.
 */
export function refuseUnconfirmedEmail(row: ImportedRow, person: PersonRecord): boolean {
  if (!person.hasUnconfirmedEmail) return false;
  const column = ['email', 'full_name', 'first_name'].find((each) => row.text(each) !== '') ?? null;
  row.wrong(
    column,
    `${person.firstName} ${person.lastName} has the email ${person.email} here, which nobody has confirmed, so nothing is given to them. Please ask them to open the link that was sent to it, or enter their email in Manage Users.`,
  );
  return true;
}
