import type { KnownSystem } from './knownSystem.ts';

export const yardiVoyagerRentRoll: KnownSystem = {
  name: 'Yardi Voyager rent roll',
  source: "The report's two rows of headings, as public parsers of it name them.",
  table: 'rentRoll',
  headings: [
    'unit',
    'unittype',
    'resident',
    'name',
    'marketrent',
    'actualrent',
    'movein',
    'leaseexpiration',
    'balance',
  ],
  columns: {
    unit_number: 'unit',
    full_name: 'name',
    market_rent: 'marketrent',
    rent_amount: 'actualrent',
    starts: 'movein',
    ends: 'leaseexpiration',
    amount: 'balance',
  },
};
