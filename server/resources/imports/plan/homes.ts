import { NewProperty } from '../../../../contract/properties/property.ts';
import { NewUnit } from '../../../../contract/units/unit.ts';
import { toDollars } from '../../../../contract/values/money.ts';
import type { PropertyRecord, UnitRecord } from '../records.ts';
import type { ImportedRow } from './importedRow.ts';
import { keyOf, type Places } from './places.ts';
import type { Questions } from './questions.ts';
import { plainNumber } from './unitNumbers.ts';
import { propertyBefore, unsaidIds, unsaidProperty } from './unsaidProperty.ts';

/** As many units are named in a question. */
const MOST_NAMED = 3;

/**
 * The homes that rows name: those that are known, and those that are made. A rent roll makes the units that it names. Of a list of
 * people that is asked about, but for a property that is new itself, whose address is asked for.
 */
export class Homes {
  readonly #places: Places;
  readonly #questions: Questions;
  /** Units that are not here, each once. */
  readonly #missing = new Map<string, { property: PropertyRecord; number: string }>();
  /** New properties, with the row that named them first. */
  readonly #made = new Map<PropertyRecord, ImportedRow>();
  /** The property of rows that name none, by the title above them. */
  readonly #unsaid = new Map<string | undefined, PropertyRecord>();
  /** What it was when sheets with these headings were imported before. */
  readonly #saidBefore = new Map<string | undefined, string>();
  /** Those of them that are new, and that no other row names. */
  readonly #answered = new Set<PropertyRecord>();

  constructor(places: Places, questions: Questions) {
    this.#places = places;
    this.#questions = questions;
  }

  /** The unit of a row; null where it names none, which a rent roll needs, and undefined, with an error, if none fits. */
  of(row: ImportedRow): UnitRecord | null | undefined {
    const errors = row.errors.length;
    const number = row.text('unit_number');
    if (row.errors.length > errors) return undefined;
    const makes = row.sheet.table === 'rentRoll';
    if (number === '') {
      if (makes) row.wrong('unit_number', 'Please give the unit.');
      return null;
    }
    const asked = this.#isAsked(row) ? this.#propertyOf(row) : undefined;
    const [unit] = asked ? this.#places.knownUnitsIn(asked, row) : this.#places.knownUnits(row);
    if (unit) return asked ? shownAs(row, unit) : this.#places.unitOf(row);
    const property = asked ?? this.#propertyOf(row);
    if (!property) return this.#places.unitOf(row);
    const answer = this.#questions.answer('units');
    if (!makes && !this.#made.has(property) && answer !== 'make') {
      this.#missing.set(`${property.name} ${keyOf(number)}`, { property, number });
      return this.#places.unitOf(row, answer === '');
    }
    return this.#make(row, property, number);
  }

  /** Asks for what the rows did not say. */
  ask(): void {
    for (const [title, property] of this.#unsaid) this.#askForProperty(title, property);
    const without = [...this.#made.keys()].filter(
      (property) =>
        !this.#answered.has(property) &&
        (property.address === '' || this.#questions.answer(addressId(property)) !== ''),
    );
    if (without.length > 0) {
      this.#questions.ask({
        id: 'addresses',
        text:
          without.length === 1
            ? `${without[0]?.name} is new. What is its address?`
            : `${without.length} properties are new. What are their addresses?`,
        inputs: without.map((property) => ({
          id: addressId(property),
          label: `Address of ${property.name}`,
        })),
      });
    }
    this.#askForUnits();
  }

  #askForProperty(title: string | undefined, property: PropertyRecord): void {
    const ids = unsaidIds(title);
    const known = this.#knownNames();
    // Most likely it is the one that such a sheet was of before, or the only one that is here, but one of another house looks the same.
    const before = known.find((name) => this.#saidBefore.get(title) === name);
    const only = title === undefined && known.length === 1 ? known[0] : undefined;
    const offered = before ?? only;
    const isOffered = offered !== undefined && this.#questions.answer(ids.property) === '';
    const above = title === undefined ? 'The files do not say it.' : `Above them stands “${title}”.`;
    this.#questions.ask({
      id: ids.property,
      text: `Which property are these units in? ${above}`,
      inputs: [
        {
          id: ids.property,
          label: 'Property',
          suggestion: before ?? title ?? only,
          known,
          // Nobody has to say what stands elsewhere in the files.
          otherwise: property.name || undefined,
        },
        {
          id: ids.address,
          label: 'Address',
          help: 'A new property needs its address; one that is here does not.',
          isOptional: isOffered || !this.#answered.has(property),
        },
      ],
    });
  }

  /** The names of the properties that are here. */
  #knownNames(): string[] {
    const here = this.#places.all.filter((property) => !this.#made.has(property));
    return [...new Set(here.map(({ name }) => name))];
  }

  #askForUnits(): void {
    const missing = [...this.#missing.values()];
    const [first, second] = missing;
    if (!first && this.#questions.answer('units') !== 'make') return;
    const isOne = first !== undefined && !second;
    const of = missing.every(({ property }) => property === first?.property)
      ? ` of ${first?.property.name}`
      : '';
    this.#questions.choose({
      id: 'units',
      sheet: null,
      text: !first
        ? 'Shall the units that the files name and that are not here be made?'
        : isOne
          ? `Unit ${first.number}${of} is not here. Shall it be made?`
          : `Units ${namesOf(missing.map(({ number }) => number))}${of} are not here. Shall they be made?`,
      choices: [
        { value: 'make', label: isOne ? 'Make it' : 'Make them' },
        { value: 'not', label: `No, the ${isOne ? 'number is' : 'numbers are'} to be corrected` },
      ],
    });
  }

  #propertyOf(row: ImportedRow): PropertyRecord | undefined {
    if (row.lacksProperty) return this.#only(row);
    const name = row.text('property_name');
    const [known, other] = this.#places.named(name);
    if (other) return undefined;
    if (!known) return this.#add(row, name, row.address());
    // An address that a later row has is the property's too.
    if (this.#made.has(known) && known.address === '') known.address = row.address();
    return known;
  }

  /** Whether the number of a row's unit alone does not say where it is: its property is asked for. */
  #isAsked(row: ImportedRow): boolean {
    if (!row.lacksProperty) return false;
    const { table, title } = row.sheet;
    return table === 'rentRoll' || title !== undefined || row.text('property_name') !== '';
  }

  /**
   * The property of a row that names none: the one that a person names, or the only one of the files. That of a list of people is
   * the only one there is. A title may name another.
   */
  #only(row: ImportedRow): PropertyRecord | undefined {
    const { table, title, key } = row.sheet;
    const before = this.#unsaid.get(title);
    if (before) return before;
    this.#saidBefore.set(title, this.#questions.answer(propertyBefore(key)));
    const answer = unsaidProperty(title, this.#places, this.#questions);
    const unsaid = [...this.#unsaid.values()];
    // Two are enough, and are among as many as these: there may be thousands, for each of thousands of rows.
    const [only, other] = this.#places.all
      .slice(0, unsaid.length + 2)
      .filter((property) => !unsaid.includes(property));
    if (answer === '' && title === undefined) {
      if (only && !other && table !== 'rentRoll') return only;
      // Of several that are here, a row has to say which.
      if (other && table !== 'rentRoll') return undefined;
      // The files themselves name it.
      if (only && !other && only.id === undefined) return this.#keep(title, only);
    }
    const [known, namesake] = answer === '' ? [] : this.#places.named(answer);
    if (namesake) return undefined;
    const property = known ?? this.#add(row, answer, this.#questions.answer(unsaidIds(title).address));
    if (!known) this.#answered.add(property);
    return this.#keep(title, property);
  }

  #keep(title: string | undefined, property: PropertyRecord): PropertyRecord {
    this.#unsaid.set(title, property);
    return property;
  }

  #add(row: ImportedRow, name: string, address: string): PropertyRecord {
    const property: PropertyRecord = { name, address, phone: null };
    if (address === '') property.address = this.#questions.answer(addressId(property));
    row.check(
      NewProperty,
      { propertyName: name || '-', address: property.address || '-' },
      { propertyName: 'property_name', address: 'address' },
    );
    if (name !== '') row.note('A new property.');
    this.#places.addProperty(property);
    this.#made.set(property, row);
    return property;
  }

  #make(row: ImportedRow, property: PropertyRecord, written: string): UnitRecord | undefined {
    const number = plainNumber(written);
    const rent =
      row.sheet.table === 'rentRoll'
        ? (positive(row.cents('market_rent')) ?? positive(row.cents('rent_amount')))
        : null;
    const errors = row.errors.length;
    row.check(
      NewUnit,
      { propertyId: 1, unitNumber: number, rentAmount: rent == null ? null : toDollars(rent), notes: null },
      { unitNumber: 'unit_number', rentAmount: row.has('market_rent') ? 'market_rent' : 'rent_amount' },
    );
    if (row.errors.length > errors) return undefined;
    const unit: UnitRecord = { property, number, rent: rent ?? null, notes: null, area: null };
    this.#places.addUnit(unit);
    row.values.unit_number = number;
    if (property.name !== '') row.values.property_name = property.name;
    row.outcome = 'new';
    row.note('A new unit.');
    return unit;
  }
}

function shownAs(row: ImportedRow, unit: UnitRecord): UnitRecord {
  row.values.unit_number = unit.number;
  if (unit.property.name !== '') row.values.property_name = unit.property.name;
  return unit;
}

/** "101, 102 and 103", or the first of them "and 5 more". */
function namesOf(numbers: readonly string[]): string {
  const shown = numbers.slice(0, MOST_NAMED);
  const last = numbers.length > MOST_NAMED ? `${numbers.length - MOST_NAMED} more` : shown.pop();
  return `${shown.join(', ')} and ${last}`;
}

const addressId = ({ name }: PropertyRecord) => `address:${keyOf(name)}`;
const positive = (cents: number | undefined) => (cents === undefined || cents <= 0 ? null : cents);
