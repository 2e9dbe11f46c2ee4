import { keyOf } from './places.ts';
import type { PersonRecord, UnitRecord } from '../records.ts';

const NOBODY: ReadonlySet<PersonRecord> = new Set();

/** Who lives in a unit, or is or was a tenant of a lease of it, by name, so that no row looks through all who have its name. */
export class Households {
  readonly #people = new Map<UnitRecord, Map<string, Set<PersonRecord>>>();
  readonly #withoutEmail = new Map<UnitRecord, Map<string, Set<PersonRecord>>>();
  /** Who was here before the import, less those whom one of its rows is known to name. */
  readonly #hereBefore = new Map<UnitRecord, Map<string, Set<PersonRecord>>>();

  put(unit: UnitRecord, person: PersonRecord): void {
    const name = nameKey(person);
    add(this.#people, unit, name, person);
    if (person.email === '') add(this.#withoutEmail, unit, name, person);
    if (person.id !== undefined) add(this.#hereBefore, unit, name, person);
  }

  has(unit: UnitRecord | null, person: PersonRecord): boolean {
    return unit !== null && this.named(unit, nameKey(person)).has(person);
  }

  /** The people of a unit whose name has this key. */
  named(unit: UnitRecord, name: string): ReadonlySet<PersonRecord> {
    return this.#people.get(unit)?.get(name) ?? NOBODY;
  }

  /** Those of them who give no email. */
  withoutEmail(unit: UnitRecord, name: string): ReadonlySet<PersonRecord> {
    return this.#withoutEmail.get(unit)?.get(name) ?? NOBODY;
  }

  /** One of them who was here before the import and whom no row of it has named yet. */
  unnamed(
    unit: UnitRecord,
    name: string,
    isNamed: (person: PersonRecord) => boolean,
  ): PersonRecord | undefined {
    const people = this.#hereBefore.get(unit)?.get(name);
    for (const person of people ?? []) {
      if (!isNamed(person)) return person;
      // Not looked at again, so that many rows of one name stay cheap.
      people?.delete(person);
    }
    return undefined;
  }
}

/** As names are compared. */
export const nameKey = ({ firstName, lastName }: Pick<PersonRecord, 'firstName' | 'lastName'>) =>
  keyOf(`${firstName} ${lastName}`);

function add(
  households: Map<UnitRecord, Map<string, Set<PersonRecord>>>,
  unit: UnitRecord,
  name: string,
  person: PersonRecord,
): void {
  const names = households.get(unit) ?? new Map<string, Set<PersonRecord>>();
  households.set(unit, names.set(name, (names.get(name) ?? new Set()).add(person)));
}
