import type { KnownSystem } from './knownSystem.ts';

export const entrataRentRoll: KnownSystem = {
  name: 'Entrata rent roll',
  source: "The report's headings, as public parsers of it name them.",
  table: 'rentRoll',
  headings: ['bldgunit', 'unitstatus', 'resident', 'scheduledcharges', 'leasestart', 'leaseend'],
  columns: {
    unit_number: 'bldgunit',
    full_name: 'resident',
    status: 'unitstatus',
    market_rent: 'budgetedrent',
    rent_amount: 'scheduledcharges',
    starts: 'leasestart',
    ends: 'leaseend',
    amount: 'balance',
  },
};
