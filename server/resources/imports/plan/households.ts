import { keyOf } from './places.ts';
import type { PersonRecord, UnitRecord } from '../records.ts';

const NOBODY: ReadonlySet<PersonRecord> = new Set();

/** Who lives in a unit, or is or was a tenant of a lease of it, by name, so that no row looks through all who have its name. */
export class Households {
  readonly #people = new Map<UnitRecord, Map<string, Set<PersonRecord>>>();
  readonly #withoutEmail = new Map<UnitRecord, Map<string, Set<PersonRecord>>>();

  put(unit: UnitRecord, person: PersonRecord): void {
    const name = nameKey(person);
    add(this.#people, unit, name, person);
    if (person.email === '') add(this.#withoutEmail, unit, name, person);
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
