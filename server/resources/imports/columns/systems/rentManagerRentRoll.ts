import type { KnownSystem } from './knownSystem.ts';

export const rentManagerRentRoll: KnownSystem = {
  name: 'Rent Manager rent roll',
  source: "An approximation: the report's columns as its users describe them.",
  table: 'rentRoll',
  headings: ['unit', 'account', 'tenantname', 'unittype', 'marketrent', 'rentcharges', 'balance'],
  columns: {
    property_name: 'property',
    unit_number: 'unit',
    full_name: 'tenantname',
    market_rent: 'marketrent',
    rent_amount: 'rentcharges',
    starts: 'leasestart',
    ends: 'leaseend',
    amount: 'balance',
  },
};
