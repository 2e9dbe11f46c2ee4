import type { SheetFile } from '../../sheets.ts';

/** A home of the community whose sheets are made in many shapes. Who has no name is nobody: the home is vacant. */
export interface Home {
  unit: string;
  first: string;
  last: string;
  email: string;
  phone: string;
  rent: number;
  market: number;
  starts: string;
  /** Empty for a lease without a last day. */
  ends: string;
  owes: number;
}

const home = (unit: string, rest: Partial<Home>): Home => ({
  unit,
  first: '',
  last: '',
  email: '',
  phone: '',
  rent: 0,
  market: 1500,
  starts: '',
  ends: '',
  owes: 0,
  ...rest,
});

/** Five homes, of which one is vacant. Together the rents are 4,330.50, and 85 are owed. */
export const HOMES: readonly Home[] = [
  home('201', {
    first: 'Nora',
    last: 'Fielding',
    email: 'nora@example.org',
    phone: '(312) 555-0171',
    rent: 1100,
    starts: '2026-02-13',
    ends: '2027-02-12',
    owes: 120,
  }),
  home('202', { first: 'Omar', last: 'Lind', email: 'omar@example.org', rent: 980.5, starts: '2025-08-17' }),
  home('203', {}),
  home('204', {
    first: 'Zoë',
    last: 'Håkansson',
    phone: '312-555-0174',
    rent: 1250,
    starts: '2026-05-31',
    ends: '2027-05-30',
    owes: -35,
  }),
  home('205', { first: 'Ivo Marek', last: 'de Vries', rent: 1000, starts: '2024-11-21', market: 1010 }),
];

export const LIVED_IN = HOMES.filter(({ first }) => first !== '');

/** What comes of a sheet of all of it. */
export const ALL = { properties: 1, units: 5, people: 4, leases: 4, rents: 4330.5, owed: 85 };
/** The same of a sheet that has those who live there alone, and not what they owe. */
export const LEASES = { ...ALL, units: 4, owed: 0 };

/** A sheet in one of the shapes in which communities have them, and what must come of it. */
export interface SheetKind {
  name: string;
  files: SheetFile[];
  /** What a person answers, by the ids of the preview's questions; a key that ends in `*` is that of any such question. */
  answers?: Record<string, string>;
  options?: Record<string, unknown>;
  comes: Partial<typeof ALL>;
  /** What is left out, as "line reason". */
  leftOut?: string[];
  /** Every error, as "line column". */
  errors?: string[];
  /** The program that is recognised. */
  system?: string;
}

export const PROPERTY = { property: 'Cedar Row', property_address: '5 Cedar Street' };
export const ADDRESS = { 'address:cedar row': '5 Cedar Street' };

export const us = (day: string) =>
  day === '' ? '' : `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
export const dollars = (amount: number) =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
export const inBrackets = (amount: number) => (amount < 0 ? `(${dollars(-amount)})` : dollars(amount));
export const fullName = ({ first, last }: Home) => `${first} ${last}`.trim();
export const lastFirst = ({ first, last }: Home) => (first === '' ? '' : `${last}, ${first}`);
const quoted = (cell: string | number) =>
  /[",\n;\t]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell);
export const table = (rows: readonly (readonly (string | number)[])[], separator = ',') =>
  `${rows.map((row) => row.map(quoted).join(separator)).join('\r\n')}\r\n`;
/** A CSV file with these rows. */
export const file = (rows: readonly (readonly (string | number)[])[], separator = ','): SheetFile[] => [
  { name: 'sheet.csv', content: table(rows, separator) },
];
/** The number of days by which a workbook writes a day. */
export const serial = (day: string) => ({ days: Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569 });

/** The headings of a rent roll, and a row of it. */
export const ROLL = ['Unit', 'Tenant', 'Rent', 'Lease start', 'Lease end', 'Balance'];
export const roll = (home: Home) => [
  home.unit,
  fullName(home),
  home.rent || '',
  us(home.starts),
  us(home.ends),
  home.owes,
];

/** The headings of people with their leases. */
export const PEOPLE = [
  'First name',
  'Last name',
  'Email',
  'Property',
  'Unit',
  'Lease start',
  'Lease end',
  'Monthly rent',
];
