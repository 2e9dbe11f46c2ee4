import type { KnownSystem } from './knownSystem.ts';

export const appfolioTenantTickler: KnownSystem = {
  name: 'AppFolio tenant tickler',
  source: 'https://github.com/RichRock27/Make_Ready_Board (DATA_CONTRACT.md): the heading of a real export.',
  table: 'people',
  headings: ['tenant', 'tenantemail', 'leasefrom', 'leaseto', 'occupancyid', 'propertyname'],
  columns: {
    unit_number: 'unit',
    full_name: 'tenant',
    email: 'tenantemail',
    phone: 'tenantphonenumber',
    rent_amount: 'rent',
    starts: 'leasefrom',
    ends: 'leaseto',
    property_name: 'propertyname',
    property_address: 'propertyaddress',
  },
};
