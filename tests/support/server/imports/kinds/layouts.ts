import { workbook } from '../../workbook.ts';
import {
  ADDRESS,
  ALL,
  file,
  fullName,
  HOMES,
  lastFirst,
  LEASES,
  LIVED_IN,
  PEOPLE,
  PROPERTY,
  ROLL,
  roll,
  serial,
  us,
  type Home,
  type SheetKind,
} from './community.ts';

const book = (sheets: Parameters<typeof workbook>[0], options?: Parameters<typeof workbook>[1]) => [
  { name: 'book.xlsx', content: workbook(sheets, options) },
];
const cells = (home: Home) => [
  home.first,
  home.last,
  home.email,
  'Cedar Row',
  home.unit,
  serial(home.starts),
  home.ends ? serial(home.ends) : null,
  home.rent,
];

/** Sheets as landlords keep them: titles, groups, totals, and where things stand. */
export const LAYOUTS: SheetKind[] = [
  {
    name: 'unit, tenant, rent and balance alone',
    files: file([
      ['unit', 'tenant', 'rent', 'balance'],
      ...HOMES.map((home) => [home.unit, fullName(home), home.rent || '', home.owes]),
    ]),
    answers: PROPERTY,
    comes: ALL,
  },
  {
    name: 'the same without leases',
    files: file([
      ['unit', 'tenant', 'rent', 'balance'],
      ...HOMES.map((home) => [home.unit, fullName(home), home.rent || '', home.owes]),
    ]),
    answers: { ...PROPERTY, 'leases:*': 'not' },
    comes: { ...ALL, leases: 0, rents: 0 },
  },
  {
    name: 'both dates in one cell',
    files: file([
      ['Tenant Name', 'Unit', 'Rent', 'Lease Start/End'],
      ...LIVED_IN.map((home) => [
        lastFirst(home),
        `#${home.unit}`,
        home.rent,
        `${us(home.starts)} - ${us(home.ends) || 'MTM'}`,
      ]),
    ]),
    answers: PROPERTY,
    comes: LEASES,
  },
  {
    name: 'dates with “to” between them',
    files: file([
      ['Name', 'Apt', 'Rent', 'Lease dates'],
      ...LIVED_IN.map((home) => [
        fullName(home),
        home.unit,
        home.rent,
        home.ends ? `${home.starts} to ${home.ends}` : home.starts,
      ]),
    ]),
    answers: PROPERTY,
    comes: LEASES,
  },
  {
    name: 'a title, a blank row, units as “Apt 201”, and a total by a formula without a result',
    files: book({
      '2026': [
        ['CEDAR ROW RENTS'],
        [],
        ['Apt', 'Tenant', 'E-Mail', 'Move in', 'Rent', 'Owes'],
        ...HOMES.map((home) => [
          `Apt ${home.unit}`,
          fullName(home) || 'vacant',
          home.email || null,
          home.starts ? serial(home.starts) : null,
          home.rent || null,
          home.owes,
        ]),
        [],
        ['TOTAL', null, null, null, { formula: 'SUM(E4:E8)' }, { formula: 'SUM(F4:F8)' }],
      ],
    }),
    answers: PROPERTY,
    comes: ALL,
    leftOut: ['1 A title above the headings.', '10 A total.'],
  },
  {
    name: 'the headings of groups of columns above them',
    files: book({ People: [['Tenant', null, null, 'Home', null, 'Lease'], PEOPLE, ...LIVED_IN.map(cells)] }),
    answers: ADDRESS,
    comes: LEASES,
    leftOut: ['1 A title above the headings.'],
  },
  {
    name: 'a sheet for each property',
    files: book({
      'Cedar Row': [
        ['Unit', ...PEOPLE.slice(0, 3)],
        ...LIVED_IN.slice(0, 2).map((home) => [home.unit, home.first, home.last, home.email]),
      ],
      'Birch Row': [
        ['Unit', ...PEOPLE.slice(0, 3)],
        ...LIVED_IN.slice(2).map((home) => [home.unit, home.first, home.last, home.email]),
      ],
    }),
    answers: { ...ADDRESS, 'address:birch row': '6 Birch Street' },
    comes: { ...LEASES, properties: 2, leases: 0, rents: 0 },
  },
  {
    name: 'a property’s name alone above its units',
    files: file([
      ROLL,
      ['Cedar Row'],
      ...HOMES.slice(0, 3).map(roll),
      ['Birch Row'],
      ...HOMES.slice(3).map(roll),
    ]),
    answers: { ...ADDRESS, 'address:birch row': '6 Birch Street' },
    comes: { ...ALL, properties: 2 },
    leftOut: ['2 The property of the rows below: Cedar Row.', '6 The property of the rows below: Birch Row.'],
  },
  {
    name: '“Property:” lines and subtotals',
    files: file([
      ROLL,
      ['Property: Cedar Row'],
      ...HOMES.slice(0, 3).map(roll),
      ['Subtotal', '', 2080.5, '', '', 120],
      ['Property: Birch Row'],
      ...HOMES.slice(3).map(roll),
      ['Grand Total', '', 4330.5, '', '', 85],
    ]),
    answers: { ...ADDRESS, 'address:birch row': '6 Birch Street' },
    comes: { ...ALL, properties: 2 },
  },
  {
    name: 'the headings again on each printed page',
    files: file([ROLL, ...HOMES.slice(0, 2).map(roll), ROLL, ...HOMES.slice(2).map(roll)]),
    answers: PROPERTY,
    comes: ALL,
    leftOut: ['4 The headings again.'],
  },
  {
    name: 'blank columns and rows between',
    files: file([['', ...ROLL, ''], [], ...HOMES.flatMap((home) => [['', ...roll(home), ''], []])]),
    answers: PROPERTY,
    comes: ALL,
  },
  {
    name: 'a hidden sheet with last year’s rents',
    files: book(
      { Now: [PEOPLE, ...LIVED_IN.map(cells)], Old: [PEOPLE, ...LIVED_IN.map(cells)] },
      { hidden: ['Old'] },
    ),
    answers: ADDRESS,
    comes: LEASES,
  },
  {
    name: 'units that a format shows with zeros',
    files: book({
      People: [
        ['Name', 'Unit'],
        ...LIVED_IN.map((home) => [fullName(home), { number: Number(home.unit), format: '00000' }]),
      ],
    }),
    answers: PROPERTY,
    comes: { ...LEASES, leases: 0, rents: 0 },
  },
  {
    name: 'a rent roll and what the units are for the market',
    files: file([
      ['Unit', 'Resident', 'Market Rent', 'Lease Rent', 'Lease From', 'Lease To', 'Move In', 'Balance'],
      ...HOMES.map((home) => [
        home.unit,
        lastFirst(home),
        home.market,
        home.rent || '',
        us(home.starts),
        us(home.ends),
        '01/01/2020',
        home.owes,
      ]),
    ]),
    answers: PROPERTY,
    comes: ALL,
  },
];
