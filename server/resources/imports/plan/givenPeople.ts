import { isVacant } from '../cells/plainWords.ts';
import { namesIn, type Name } from '../cells/names.ts';
import { phoneOf } from '../cells/phoneOf.ts';
import type { ImportedRow } from './importedRow.ts';

/** What a row says of one person. */
export interface GivenPerson extends Name {
  /** Empty for someone who gives none. */
  email: string;
  phone: string | null;
}

/** Whether a row is a home where nobody lives: it says so where a name stands, or a rent roll has none. */
export function isVacantHome(row: ImportedRow): boolean {
  const name = row.peek('full_name');
  if (isVacant(name)) return true;
  const hasName = [name, row.peek('first_name'), row.peek('last_name'), row.peek('email')].some(
    (text) => text !== '',
  );
  if ([row.peek('first_name'), row.peek('last_name')].some((text) => /^vacant$/i.test(text))) return true;
  return row.sheet.table === 'rentRoll' && !hasName;
}

/** The people of a row, of whom the first is billed; none, with an error, where it is not sure who is meant. */
export function givenPeople(row: ImportedRow): GivenPerson[] {
  const firstName = row.text('first_name');
  const lastName = row.text('last_name');
  const phone = phoneOf(row);
  const whole = row.text('full_name');
  if (whole === '' || firstName !== '' || lastName !== '') {
    return [{ firstName, lastName, email: row.email('email'), phone }];
  }
  const { names, isUnsure } = namesIn(row.lines('full_name'), row.sheet.styles.names);
  if (!names) {
    row.wrong(
      'full_name',
      isUnsure
        ? `${whole} may be one person or two. Please say above how names with a comma are written.`
        : `It is not sure who ${whole} is. Please write a first and a last name for each person.`,
    );
    return [];
  }
  const [first] = names;
  row.values.full_name = listed(names.map((name) => `${name.firstName} ${name.lastName}`.trim()));
  if (!first || names.length === 1) {
    return [
      {
        firstName: first?.firstName ?? '',
        lastName: first?.lastName ?? '',
        email: row.email('email'),
        phone,
      },
    ];
  }
  row.note(`${COUNTS[names.length] ?? names.length} people of one unit.`);
  const emails = emailsOf(row, names.length);
  return names.map((name, place) => ({
    ...name,
    email: emails[place] ?? '',
    phone: place === 0 ? phone : null,
  }));
}

const COUNTS: Readonly<Record<number, string>> = { 2: 'Two', 3: 'Three', 4: 'Four' };

/** The name of a row that is about one person. */
export function personOf(row: ImportedRow): Name {
  const firstName = row.text('first_name');
  const lastName = row.text('last_name');
  const whole = row.text('full_name');
  if (whole === '' || firstName !== '' || lastName !== '') return { firstName, lastName };
  const [name = { firstName: '', lastName: whole }] =
    namesIn(row.lines('full_name'), row.sheet.styles.names).names ?? [];
  row.values.full_name = `${name.firstName} ${name.lastName}`.trim();
  return name;
}

/** The addresses of several people in one cell, in their order; one alone is the first one's. */
function emailsOf(row: ImportedRow, count: number): string[] {
  const text = row.text('email');
  const parts = text.split(/[,;\s/]+/).filter((part) => part.includes('@'));
  if (parts.length < 2) return [row.email('email')];
  if (parts.length > count) {
    row.wrong('email', `There are ${parts.length} emails for ${count} people. Please leave one for each.`);
  }
  return parts;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
