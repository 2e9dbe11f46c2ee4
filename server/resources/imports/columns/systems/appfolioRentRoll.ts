import type { KnownSystem } from './knownSystem.ts';

export const appfolioRentRoll: KnownSystem = {
  name: 'AppFolio rent roll',
  source: "The report's headings, as public parsers of it name them.",
  table: 'rentRoll',
  headings: ['unit', 'tenant', 'status', 'rent', 'leasefrom', 'leaseto', 'pastdue'],
  columns: {
    unit_number: 'unit',
    full_name: 'tenant',
    status: 'status',
    market_rent: 'marketrent',
    rent_amount: 'rent',
    starts: 'leasefrom',
    ends: 'leaseto',
    amount: 'pastdue',
    property_name: 'property',
  },
};
