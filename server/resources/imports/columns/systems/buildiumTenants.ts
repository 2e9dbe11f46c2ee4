import type { KnownSystem } from './knownSystem.ts';

export const buildiumTenants: KnownSystem = {
  name: 'Buildium tenants',
  source: "An approximation: the columns of the import's template.",
  table: 'people',
  headings: [
    'property',
    'unitnumber',
    'firstname',
    'lastname',
    'primaryemail',
    'leasestartdate',
    'recurringchargeamount',
  ],
  columns: {
    property_name: 'property',
    unit_number: 'unitnumber',
    first_name: 'firstname',
    last_name: 'lastname',
    email: 'primaryemail',
    phone: 'mobilephone',
    starts: 'leasestartdate',
    ends: 'leaseenddate',
    rent_amount: 'recurringchargeamount',
  },
};
