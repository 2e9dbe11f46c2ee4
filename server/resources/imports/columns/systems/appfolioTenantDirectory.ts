import type { KnownSystem } from './knownSystem.ts';

export const appfolioTenantDirectory: KnownSystem = {
  name: 'AppFolio tenant directory',
  source: "The report's headings, as public parsers of it name them.",
  table: 'people',
  headings: ['tenant', 'unit', 'phonenumbers', 'emails', 'movein', 'leaseto', 'rent'],
  columns: {
    unit_number: 'unit',
    full_name: 'tenant',
    email: 'emails',
    phone: 'phonenumbers',
    rent_amount: 'rent',
    starts: 'movein',
    ends: 'leaseto',
    property_name: 'property',
  },
};
