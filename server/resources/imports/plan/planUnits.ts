import { NewProperty } from '../../../../contract/properties/property.ts';
import { toDollars, dollarText } from '../../../../contract/values/money.ts';
import { NewUnit } from '../../../../contract/units/unit.ts';
import type { ImportedRow } from './importedRow.ts';
import { keyOf, type Places } from './places.ts';
import { withPauses } from '../withPauses.ts';
import type { UnitRecord } from '../records.ts';

/** Plans the properties and units of these rows. */
export async function planUnits(rows: readonly ImportedRow[], places: Places): Promise<void> {
  await addProperties(rows, places);
  const seen = new Map<UnitRecord, ImportedRow>();
  for await (const row of withPauses(rows)) {
    const property = places.propertyOf(row);
    const number = row.text('unit_number');
    const rent = row.cents('rent_amount') ?? null;
    const area = row.number('area') ?? null;
    const notes = row.text('notes') || null;
    row.address();
    row.text('phone_number');
    const fields = { unitNumber: 'unit_number', rentAmount: 'rent_amount', notes: 'notes', area: 'area' };
    row.check(
      NewUnit,
      { propertyId: 1, unitNumber: number, rentAmount: rent === null ? null : toDollars(rent), notes, area },
      fields,
    );
    if (!property || number === '') continue;
    row.values.property_name = property.name;
    const known = places.findUnit(property, number);
    const before = known && seen.get(known);
    if (known && before) {
      row.wrong('unit_number', `Line ${before.line} has unit ${known.number} of ${property.name} already.`);
    } else if (known) {
      noteDifferences(row, known, { rent, notes, area });
      seen.set(known, row);
    } else {
      const unit: UnitRecord = { property, number, rent, notes, area };
      row.outcome = 'new';
      places.addUnit(unit);
      seen.set(unit, row);
    }
  }
}

/** Adds the properties that are not there, with the first address and phone that their rows have. */
async function addProperties(rows: readonly ImportedRow[], places: Places): Promise<void> {
  const named = new Map<string, ImportedRow[]>();
  for await (const row of withPauses(rows)) {
    const name = row.text('property_name');
    if (name === '' || places.hasProperty(name)) continue;
    const own = named.get(keyOf(name));
    if (own) own.push(row);
    else named.set(keyOf(name), [row]);
  }
  for await (const own of withPauses(named.values())) {
    const [first] = own;
    if (!first) continue;
    const name = first.text('property_name');
    const addressRow = own.find((row) => row.address() !== '');
    const phoneRow = own.find((row) => row.text('phone_number') !== '');
    const address = addressRow?.address() ?? '';
    const phone = phoneRow?.text('phone_number') ?? null;
    if (!addressRow) {
      first.wrong('address', `${name} is a new property. Please give its address in one of its rows.`);
    } else {
      first.check(
        NewProperty,
        { propertyName: name, address, phoneNumber: phone },
        {
          propertyName: 'property_name',
          address: 'address',
          phoneNumber: 'phone_number',
        },
      );
    }
    first.note('A new property.');
    places.addProperty({ name, address, phone });
  }
}

/** Says what stays as it is, although the file has it otherwise. */
function noteDifferences(
  row: ImportedRow,
  known: UnitRecord,
  given: Pick<UnitRecord, 'rent' | 'notes' | 'area'>,
): void {
  if (given.rent !== null && given.rent !== known.rent) {
    const here = known.rent === null ? 'not set' : dollarText(toDollars(known.rent));
    row.note(`The rent stays as it is here: ${here}.`);
  }
  if (given.area !== null && given.area !== known.area) {
    row.note(`The area stays as it is here: ${known.area ?? 'not set'}.`);
  }
  if (given.notes !== null && given.notes !== known.notes) row.note('The notes stay as they are here.');
}
