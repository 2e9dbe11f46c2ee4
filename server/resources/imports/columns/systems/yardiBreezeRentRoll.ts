import type { KnownSystem } from './knownSystem.ts';

export const yardiBreezeRentRoll: KnownSystem = {
  name: 'Yardi Breeze rent roll',
  source: "The report's headings, as public parsers of it name them.",
  table: 'rentRoll',
  headings: ['unit', 'unitsqft', 'tenantname', 'actualrent', 'movein', 'leaseexpiration', 'balance'],
  columns: {
    unit_number: 'unit',
    full_name: 'tenantname',
    rent_amount: 'actualrent',
    starts: 'movein',
    ends: 'leaseexpiration',
    amount: 'balance',
  },
};
