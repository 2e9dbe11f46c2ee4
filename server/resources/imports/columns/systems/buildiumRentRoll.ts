import type { KnownSystem } from './knownSystem.ts';

export const buildiumRentRoll: KnownSystem = {
  name: 'Buildium rent roll',
  source: "An approximation: the report's columns as its users describe them.",
  table: 'rentRoll',
  headings: ['property', 'unit', 'bedbath', 'tenants', 'leasestart', 'leaseend', 'rent'],
  columns: {
    property_name: 'property',
    unit_number: 'unit',
    full_name: 'tenants',
    starts: 'leasestart',
    ends: 'leaseend',
    rent_amount: 'rent',
    amount: 'balancedue',
  },
};
