import { expect, test } from 'vitest';
import { propertyLabel, type Property } from '../../contract/properties/property.ts';

const property = (id: number, property_name: string, address: string): Property => ({
  ...{ id, property_name, address, phone_number: null, total_units: null, time_zone: null },
});

test('properties of one name are told apart by the address, and by the id where that is the same', () => {
  const all = [
    property(1, 'Maple Court', '12 Maple Street'),
    property(2, 'Harbor House', '4 Quay Road'),
    property(3, 'harbor house', '9 Pier Lane'),
  ];
  expect(all.map((each) => propertyLabel(each, all))).toEqual([
    'Maple Court',
    'Harbor House (4 Quay Road)',
    'harbor house (9 Pier Lane)',
  ]);
  const twins = [property(2, 'Harbor House', '4 Quay Road'), property(3, 'Harbor House', '4 Quay Road')];
  expect(twins.map((each) => propertyLabel(each, twins))).toEqual([
    'Harbor House (ID 2)',
    'Harbor House (ID 3)',
  ]);
});
