import { UserUpdate } from '../../../../contract/users/account.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import { append } from './append.ts';
import { Households, nameKey } from './households.ts';
import type { ImportedRow } from './importedRow.ts';
import { personOf, type GivenPerson } from './givenPeople.ts';
import { noteKnownPerson, refuseUnconfirmedEmail } from './knownPeople.ts';
import { keyOf } from './places.ts';
import type { PersonRecord, Records, UnitRecord } from '../records.ts';

/** What a row says of a person, and whether their lease has ended. */
interface Given extends GivenPerson {
  hasLeft: boolean;
}

/** The people that rows may name: those of the database, and those that the import adds. */
export class People {
  readonly added: PersonRecord[] = [];
  readonly #byEmail = new Map<string, PersonRecord>();
  readonly #byName = new Map<string, PersonRecord[]>();
  readonly #households = new Households();
  /** The row of this import that named a person first. */
  readonly #rows = new Map<PersonRecord, ImportedRow>();
  readonly #refused = new Set<PersonRecord>();

  constructor({ people, leases }: Records) {
    for (const person of people) this.#put(person, person.unit);
    for (const { unit, tenants } of leases) for (const tenant of tenants) this.#households.put(unit, tenant);
  }

  get moved(): PersonRecord[] {
    return [...this.#rows.keys()].filter(({ moves }) => moves);
  }

  /**
   * Plans the person of a row, who lives in a unit, or has left it; undefined, with an error, where it names none that can be.
   * Without a unit that can be, the person is known to later rows all the same, so that one error is not told of each.
   */
  plan(
    row: ImportedRow,
    unit: UnitRecord | null | undefined,
    { hasLeft, firstName, lastName, email, phone }: Given,
  ): PersonRecord | undefined {
    const errors = row.errors.length;
    row.check(
      UserUpdate,
      { firstName, lastName, email: email || undefined },
      {
        firstName: 'first_name' in row.values ? 'first_name' : 'full_name',
        lastName: 'last_name' in row.values ? 'last_name' : 'full_name',
        email: 'email',
      },
    );
    if (row.errors.length > errors) return undefined;
    if (unit === undefined) {
      const person = { firstName, lastName, email, phone, unit: null, isActive: true };
      if (!this.#byEmail.has(keyOf(email))) this.#put(person, null);
      return undefined;
    }
    if (email === '' && !unit) {
      if (!row.isWrong)
        row.wrong('email', 'Please give an email or a unit, by which this person is known again.');
      return undefined;
    }
    const known = this.#byEmail.get(keyOf(email)) ?? this.#called(firstName, lastName, email, unit);
    if (known && this.#isRefused(row, known)) return undefined;
    if (known && !this.#isMeant(row, known, { firstName, lastName, unit })) return undefined;
    const before = known && this.#rows.get(known);
    const home = hasLeft ? null : unit;
    if (known && before === row) {
      row.wrong('email', `This row has ${known.firstName} ${known.lastName} twice.`);
      return undefined;
    }
    if (known && before && !this.#isSame(row, known, { before, firstName, lastName, home })) return undefined;
    const person = known ?? { firstName, lastName, email, phone, unit: home, isActive: true };
    if (!known) {
      row.outcome = 'new';
      this.added.push(person);
      this.#put(person, unit);
    } else {
      if (!before) noteKnownPerson(row, known, { firstName, lastName, email, phone, unit: home });
      // Later rows may name them by the email of the file.
      if (email !== '') this.#byEmail.set(keyOf(email), known);
      this.#settle(row, known, home);
      if (unit) this.#households.put(unit, known);
    }
    if (!before) this.#rows.set(person, row);
    return person;
  }

  /** The person that a row names by email, or by name and unit; undefined, with an error, where that is nobody or several. */
  find(row: ImportedRow, unit: UnitRecord | null | undefined): PersonRecord | undefined {
    const email = row.email('email');
    const { firstName, lastName } = personOf(row);
    if (email !== '') {
      const person = this.#byEmail.get(keyOf(email));
      if (!person) row.wrong('email', `Nobody has the email ${email}, here or in the files.`);
      if (!person || this.#isRefused(row, person)) return undefined;
      return this.#isMeant(row, person, { firstName, lastName, unit }) ? person : undefined;
    }
    if (unit === undefined) return undefined;
    const name = `${firstName} ${lastName}`.trim();
    const column = 'full_name' in row.values ? 'full_name' : 'first_name';
    if (name === '') {
      row.wrong(column, 'Please name the person, or give their email.');
      return undefined;
    }
    const key = keyOf(name);
    const [person, other] = unit ? this.#households.named(unit, key) : (this.#byName.get(key) ?? []);
    if (person && !other) return this.#isRefused(row, person) ? undefined : person;
    const place = unit
      ? ` in ${unitLabel({ unit_number: unit.number, property_name: unit.property.name })}`
      : '';
    row.wrong(
      column,
      person
        ? `Several people are called ${name}${place}. Please give the email.`
        : `Nobody is called ${name}${place}.`,
    );
    return undefined;
  }

  /**
   * A person of the unit with this name, whom no other email tells apart: they have none, or the row has none, or they were here
   * before and no row of this import has named them, so that the file has a newer or an older email of theirs.
   */
  #called(
    firstName: string,
    lastName: string,
    email: string,
    unit: UnitRecord | null,
  ): PersonRecord | undefined {
    if (!unit) return undefined;
    const name = nameKey({ firstName, lastName });
    const [person] =
      email === '' ? this.#households.named(unit, name) : this.#households.withoutEmail(unit, name);
    return person ?? this.#households.unnamed(unit, name, (each) => this.#rows.has(each));
  }

  /**
   * Whether somebody registered themselves with the address or name of a row, and may be anybody: what is somebody's is not
   * given to them. The first row that names them says so.
   */
  #isRefused(row: ImportedRow, person: PersonRecord): boolean {
    if (!person.isUnconfirmed) return false;
    if (!this.#refused.has(person)) {
      const name = `${person.firstName} ${person.lastName}`;
      row.wrong(
        row.text('email') !== '' ? 'email' : 'full_name' in row.values ? 'full_name' : 'first_name',
        `${name} registered themselves here, and their unit is not confirmed. Please confirm it in Manage Users first, or correct their email there if this is somebody else.`,
      );
    }
    this.#refused.add(person);
    return true;
  }

  /**
   * Whether a row means somebody who was here before, beyond doubt: everybody changes their own email, so that it alone says
   * nothing. Their name or their unit agrees, or did in an earlier row.
   */
  #isMeant(
    row: ImportedRow,
    person: PersonRecord,
    given: Pick<PersonRecord, 'firstName' | 'lastName'> & { unit: UnitRecord | null | undefined },
  ): boolean {
    if (person.id === undefined || this.#rows.has(person)) return true;
    const name = `${person.firstName} ${person.lastName}`;
    const givenName = `${given.firstName} ${given.lastName}`.trim();
    if (keyOf(givenName) === keyOf(name) || this.#households.has(given.unit ?? null, person)) return true;
    const whose = `${person.email} is the email of ${name} here`;
    row.wrong(
      'email',
      givenName === '' && given.unit === null
        ? `${whose}. Please give the name or the unit too, so that it is sure who is meant.`
        : `${whose}, who has neither this name nor this unit. Please correct the row, or the email in Manage Users.`,
    );
    return false;
  }

  /** Whether a row means the person of an earlier row, who may stand in several, of several leases. */
  #isSame(
    row: ImportedRow,
    person: PersonRecord,
    given: Pick<PersonRecord, 'firstName' | 'lastName'> & { before: ImportedRow; home: UnitRecord | null },
  ): boolean {
    const { before, home } = given;
    const name = `${person.firstName} ${person.lastName}`;
    if (keyOf(name) !== keyOf(`${given.firstName} ${given.lastName}`)) {
      row.wrong(
        'email',
        `Line ${before.line} has this email for ${name}. Each person needs an email of their own, or none.`,
      );
      return false;
    }
    if (home && person.unit && home !== person.unit && (person.moves ?? person.id === undefined)) {
      row.wrong(
        'unit_number',
        `Line ${before.line} has ${name} in unit ${person.unit.number}. A person lives in one unit.`,
      );
      return false;
    }
    return true;
  }

  /** Gives a unit to somebody who has none. */
  #settle(row: ImportedRow, person: PersonRecord, home: UnitRecord | null): void {
    if (!home || person.unit || !person.isActive || person.isManager) return;
    if (refuseUnconfirmedEmail(row, person)) return;
    person.unit = home;
    if (person.id === undefined) return;
    person.moves = true;
    row.outcome = 'changed';
    row.note(`${person.firstName} ${person.lastName} is known here, and is given this unit.`);
  }

  #put(person: PersonRecord, unit: UnitRecord | null): void {
    if (person.email !== '') this.#byEmail.set(keyOf(person.email), person);
    append(this.#byName, nameKey(person), person);
    if (unit) this.#households.put(unit, person);
  }
}
