import { cleanUsername } from '../../../../contract/values/cleanText.ts';
import { append } from './append.ts';
import type { ImportedRow } from './importedRow.ts';
import { plainNumber } from './unitNumbers.ts';
import type { PropertyRecord, Records, UnitRecord } from '../records.ts';

/** As text is compared: "2b" and "2B" are one door, and what looks the same is the same. */
export const keyOf = (text: string) => cleanUsername(text).toLowerCase();

/** Of a unit's number, as its key, in a property. */
const keyIn = ({ name }: Pick<PropertyRecord, 'name'>, numberKey: string) => `${keyOf(name)}\n${numberKey}`;

const bareOf = (number: string) => keyOf(number).replace(/^0+(?=.)/, '');

/** How many properties an error names at most, since thousands of rows may have it. */
const MOST_NAMED = 5;

/** The properties and units that rows may name: those of the database, and those that the import adds. */
export class Places {
  readonly newProperties: PropertyRecord[] = [];
  readonly newUnits: UnitRecord[] = [];
  /** Those of the database and the new ones, in their order. */
  readonly all: PropertyRecord[] = [];
  readonly #properties = new Map<string, PropertyRecord[]>();
  readonly #units = new Map<string, UnitRecord[]>();
  /** The same by their property's name too: each of thousands of houses may have a unit 1. */
  readonly #unitsOf = new Map<string, UnitRecord[]>();
  /** The first number of each without its leading zeros. */
  readonly #bareNumbers = new Map<string, string>();

  constructor({ properties, units }: Records) {
    for (const property of properties) this.#put(property);
    for (const unit of units) this.#putUnit(unit);
  }

  /** The property that a row names, or the only one there is where it names none; undefined, with an error, if none fits. */
  propertyOf(row: ImportedRow): PropertyRecord | undefined {
    const name = row.text('property_name');
    const fitting = name === '' ? this.all : this.named(name);
    const [property] = fitting;
    if (property && fitting.length === 1) return property;
    if (name === '') row.wrong('property_name', 'Please name the property.');
    else if (property)
      row.wrong('property_name', `Several properties are called ${property.name}. Please rename one first.`);
    else row.wrong('property_name', `There is no property ${name}, here or in the files.`);
    return undefined;
  }

  /** The properties of this name. */
  named(name: string): readonly PropertyRecord[] {
    return this.#properties.get(keyOf(name)) ?? [];
  }

  hasProperty(name: string): boolean {
    return this.#properties.has(keyOf(name));
  }

  addProperty(property: PropertyRecord): void {
    this.newProperties.push(property);
    this.#put(property);
  }

  addUnit(unit: UnitRecord): void {
    this.newUnits.push(unit);
    this.#putUnit(unit);
  }

  findUnit(property: PropertyRecord, number: string): UnitRecord | undefined {
    return this.#unitsOf.get(keyIn(property, keyOf(number)))?.find((unit) => unit.property === property);
  }

  /** The units that a row may mean by its number, or by its number without "Apt" and the like, and by its property. */
  knownUnits(row: ImportedRow): readonly UnitRecord[] {
    const name = row.text('property_name');
    const key = this.#numberKey(row);
    return (name === '' ? this.#units.get(key) : this.#unitsOf.get(keyIn({ name }, key))) ?? [];
  }

  /** Those of them that are in a property. */
  knownUnitsIn(property: PropertyRecord, row: ImportedRow): readonly UnitRecord[] {
    const units = this.#unitsOf.get(keyIn(property, this.#numberKey(row))) ?? [];
    return units.filter((unit) => unit.property === property);
  }

  /**
   * The unit that a row names; null where it names none, and undefined, with an error, if none fits: the same one for all rows where it
   * is asked whether such units are made.
   */
  unitOf(row: ImportedRow, isAsked = false): UnitRecord | null | undefined {
    const number = row.text('unit_number');
    const name = row.text('property_name');
    if (number === '') return null;
    const fitting = this.knownUnits(row);
    const [unit] = fitting;
    if (unit && fitting.length === 1) {
      row.values.unit_number = unit.number;
      row.values.property_name = unit.property.name;
      return unit;
    }
    if (unit) {
      const names = fitting.slice(0, MOST_NAMED).map(({ property }) => property.name);
      const others = fitting.length - names.length;
      if (others > 0) names.push(others === 1 ? '1 other' : `${others} others`);
      row.wrong('property_name', `Unit ${number} is in ${names.join(' and ')}. Please name the property.`);
    } else {
      const hint = this.#hint(number);
      row.wrong(
        'unit_number',
        isAsked && hint === ''
          ? 'This unit is not here. The question above settles whether it is made.'
          : `There is no unit ${number}${name === '' ? '' : ` in ${name}`}, here or in the files.${hint}`,
      );
    }
    return undefined;
  }

  /** A number that differs by its leading zeros, which a spreadsheet takes off. */
  #hint(number: string): string {
    const alike = this.#bareNumbers.get(bareOf(number));
    return alike === undefined ? '' : ` Is it ${alike}?`;
  }

  #numberKey(row: ImportedRow): string {
    const number = row.text('unit_number');
    const key = keyOf(number);
    return this.#units.has(key) ? key : keyOf(plainNumber(number));
  }

  #put(property: PropertyRecord): void {
    this.all.push(property);
    append(this.#properties, keyOf(property.name), property);
  }

  #putUnit(unit: UnitRecord): void {
    const key = keyOf(unit.number);
    append(this.#units, key, unit);
    append(this.#unitsOf, keyIn(unit.property, key), unit);
    const bare = bareOf(unit.number);
    if (!this.#bareNumbers.has(bare)) this.#bareNumbers.set(bare, unit.number);
  }
}
