import type { KnownSystem } from './knownSystem.ts';

export const tenantCloudRentRoll: KnownSystem = {
  name: 'TenantCloud rent roll',
  source: "An approximation: the report's columns as its users describe them.",
  table: 'rentRoll',
  headings: ['property', 'unit', 'bedsbaths', 'tenants', 'lease', 'leasestart', 'rentamount'],
  columns: {
    property_name: 'property',
    address: 'address',
    unit_number: 'unit',
    full_name: 'tenants',
    starts: 'leasestart',
    ends: 'leaseend',
    rent_amount: 'rentamount',
    amount: 'balance',
  },
};
