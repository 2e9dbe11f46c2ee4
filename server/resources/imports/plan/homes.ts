import { NewProperty } from '../../../../contract/properties/property.ts';
import { NewUnit } from '../../../../contract/units/unit.ts';
import { toDollars } from '../../../../contract/values/money.ts';
import type { PropertyRecord, UnitRecord } from '../records.ts';
import type { ImportedRow } from './importedRow.ts';
import { keyOf, type Places } from './places.ts';
import type { Questions } from './questions.ts';
import { plainNumber } from './unitNumbers.ts';

/** As many units are named in a question. */
const MOST_NAMED = 3;

/**
 * The homes that rows name: those that are known, and those that are made. A rent roll makes the units that it names. Of a list of
 * people that is asked about, but for a property that is new itself, whose address is asked for.
 */
export class Homes {
  readonly #places: Places;
  readonly #questions: Questions;
  readonly #missing = new Map<string, string>();
  /** New properties, with the row that named them first. */
  readonly #made = new Map<PropertyRecord, ImportedRow>();
  /** The property of rows that name none. */
  #unnamed: PropertyRecord | undefined;

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
    const known = this.#places.knownUnits(row);
    if (known.length > 0) return this.#places.unitOf(row);
    const property = this.#propertyOf(row);
    if (!property) return this.#places.unitOf(row);
    if (!makes && !this.#made.has(property) && this.#questions.answer('units') !== 'make') {
      this.#missing.set(`${property.name} ${keyOf(number)}`, number);
      return this.#places.unitOf(row);
    }
    return this.#make(row, property, number);
  }

  /** Asks for what the rows did not say. */
  ask(): void {
    const unnamed = this.#unnamed;
    if (unnamed) {
      this.#questions.ask({
        id: 'property',
        text: 'Which property are these units in? The files do not say it.',
        inputs: [
          { id: 'property', label: 'Property' },
          {
            id: 'property_address',
            label: 'Address',
            isOptional: !this.#made.has(unnamed),
          },
        ],
      });
    }
    const without = [...this.#made.keys()].filter(
      (property) =>
        property !== unnamed &&
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

  #askForUnits(): void {
    const numbers = [...this.#missing.values()];
    if (numbers.length === 0 && this.#questions.answer('units') !== 'make') return;
    const named = numbers.slice(0, MOST_NAMED).join(', ');
    const others = numbers.length - Math.min(numbers.length, MOST_NAMED);
    this.#questions.choose({
      id: 'units',
      sheet: null,
      text:
        numbers.length === 0
          ? 'Shall the units that the files name and that are not here be made?'
          : `${numbers.length === 1 ? `Unit ${named} is` : `Units ${named}${others > 0 ? ` and ${others} more are` : ' are'}`} not here. Shall they be made?`,
      choices: [
        { value: 'make', label: 'Make them' },
        { value: 'not', label: 'No, the numbers are to be corrected' },
      ],
    });
  }

  #propertyOf(row: ImportedRow): PropertyRecord | undefined {
    const name = row.text('property_name');
    if (name === '') return this.#only(row);
    const [known, other] = this.#places.named(name);
    if (other) return undefined;
    if (!known) return this.#add(row, name, row.address());
    // An address that a later row has is the property's too.
    if (this.#made.has(known) && known.address === '') known.address = row.address();
    return known;
  }

  /** The property of a row that names none: the only one there is, or the one that a person names. */
  #only(row: ImportedRow): PropertyRecord | undefined {
    if (this.#unnamed) return this.#unnamed;
    const answer = this.#questions.answer('property');
    const all = this.#places.all.filter((property) => property !== this.#unnamed);
    if (answer === '' && all.length === 1) return all[0];
    // Of several that are here, a row has to say which.
    if (answer === '' && all.length > 1 && row.sheet.table !== 'rentRoll') return undefined;
    const [known] = answer === '' ? [] : this.#places.named(answer);
    this.#unnamed = known ?? this.#add(row, answer, this.#questions.answer('property_address'));
    return this.#unnamed;
  }

  #add(row: ImportedRow, name: string, address: string): PropertyRecord {
    const property: PropertyRecord = { name, address, phone: null };
    if (address === '') property.address = this.#questions.answer(addressId(property));
    row.check(
      NewProperty,
      { propertyName: name || '-', address: property.address || '-' },
      { propertyName: 'property_name', address: 'address' },
    );
    row.note('A new property.');
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
    const unit: UnitRecord = { property, number, rent: rent ?? null, notes: null };
    this.#places.addUnit(unit);
    row.values.unit_number = number;
    if (property.name !== '') row.values.property_name = property.name;
    row.outcome = 'new';
    row.note('A new unit.');
    return unit;
  }
}

const addressId = ({ name }: PropertyRecord) => `address:${keyOf(name)}`;
const positive = (cents: number | undefined) => (cents === undefined || cents <= 0 ? null : cents);
