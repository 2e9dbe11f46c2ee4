import type { KnownSystem } from './knownSystem.ts';

export const microrealestateTenants: KnownSystem = {
  name: 'microrealestate tenants',
  source: 'https://github.com/microrealestate/microrealestate: the export of incoming tenants.',
  table: 'people',
  headings: [
    'name',
    'reference',
    'properties',
    'contractbegindate',
    'contractenddate',
    'contractterminationdate',
  ],
  columns: {
    full_name: 'name',
    unit_number: 'properties',
    starts: 'contractbegindate',
    ends: 'contractenddate',
  },
};
