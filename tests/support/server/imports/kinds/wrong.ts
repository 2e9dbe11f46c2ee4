import { workbook } from '../../workbook.ts';
import { ADDRESS, file, PROPERTY, type SheetKind } from './community.ts';

const PEOPLE = ['Name', 'Email', 'Property', 'Unit', 'Lease start', 'Monthly rent'];
const good = (unit: string) => [`Jo${unit} Roe`, '', 'Cedar Row', unit, '2026-05-15', 900];
const text = (content: string) => [{ name: 'people.csv', content }];

/** Sheets of which something cannot be known: each is told at its place, and nothing of it is taken for something else. */
export const WRONG: SheetKind[] = [
  {
    name: 'the error of a formula in a workbook',
    files: [
      {
        name: 'book.xlsx',
        content: workbook({
          People: [PEOPLE, good('1'), ['Al Roe', null, 'Cedar Row', '2', '2026-05-15', { error: '#N/A' }]],
        }),
      },
    ],
    answers: ADDRESS,
    comes: {},
    errors: ['3 rent_amount'],
  },
  {
    name: 'a formula whose result nobody stored',
    files: [
      {
        name: 'book.xlsx',
        content: workbook({
          People: [PEOPLE, good('1'), ['Al Roe', null, 'Cedar Row', '2', '2026-05-15', { formula: '450*2' }]],
        }),
      },
    ],
    answers: ADDRESS,
    comes: {},
    errors: ['3 rent_amount'],
  },
  {
    name: 'the error of a formula in a CSV file',
    files: file([PEOPLE, good('1'), ['Al Roe', '', 'Cedar Row', '#REF!', '2026-05-15', 900]]),
    answers: ADDRESS,
    comes: {},
    errors: ['3 unit_number'],
  },
  {
    name: 'a unit that became a date',
    files: file([PEOPLE, good('1'), ['Al Roe', '', 'Cedar Row', '4-Mar', '2026-05-15', 900]]),
    answers: ADDRESS,
    comes: {},
    errors: ['3 unit_number'],
  },
  {
    name: 'a unit that became a day of a workbook',
    files: [
      {
        name: 'book.xlsx',
        content: workbook({
          People: [PEOPLE, good('1'), ['Al Roe', null, 'Cedar Row', { days: 46_085 }, '2026-05-15', 900]],
        }),
      },
    ],
    answers: ADDRESS,
    comes: {},
    errors: ['3 unit_number'],
  },
  {
    name: 'a unit that was shortened',
    files: file([PEOPLE, good('1'), ['Al Roe', '', 'Cedar Row', '1.00E+02', '2026-05-15', 900]]),
    answers: ADDRESS,
    comes: {},
    errors: ['3 unit_number'],
  },
  {
    name: 'a quote that nothing closes',
    files: text('Name,Email,Property,Unit\nJo Roe,,Cedar Row,1\n"Al Roe,,Cedar Row,2\nDi Roe,,Cedar Row,3\n'),
    answers: ADDRESS,
    comes: {},
    errors: ['3 row'],
  },
  {
    name: 'a quote that a later one closes',
    files: text(
      'Name,Email,Property,Unit\nJo Roe,,Cedar Row,1\nAl Roe,"al@example.org,Cedar Row,2\nDi Roe,di@example.org",Cedar Row,3\n',
    ),
    answers: ADDRESS,
    comes: {},
    errors: ['3 row'],
  },
  {
    name: 'an amount that is divided by a comma without quotes',
    files: text(
      'Name,Unit,Monthly rent,Lease start\nJo Roe,1,900,2026-05-15\nAl Roe,2,1,250.00,2026-05-15\n',
    ),
    answers: PROPERTY,
    comes: {},
    errors: ['3 row'],
  },
  {
    name: 'two columns that are the rent, with different amounts',
    files: file([
      [...PEOPLE, 'Rent'],
      [...good('1'), 950],
      [...good('2'), 900],
    ]),
    answers: { ...ADDRESS, 'column:*:rent_amount': '5' },
    comes: { rents: 1800 },
  },
  {
    name: 'several people of whom nobody has two names',
    files: file([PEOPLE, ['Roe & Lee', '', 'Cedar Row', '1', '2026-05-15', 900]]),
    answers: ADDRESS,
    comes: {},
    errors: ['2 full_name'],
  },
  {
    name: 'more emails than people',
    files: file([
      PEOPLE,
      ['Al Roe & Di Lee', 'a@example.org, b@example.org, c@example.org', 'Cedar Row', '1', '2026-05-15', 900],
    ]),
    answers: ADDRESS,
    comes: {},
    errors: ['2 email'],
  },
  {
    name: 'a phone number that was shortened',
    files: file([
      [...PEOPLE, 'Phone'],
      [...good('1'), '5.55123E+09'],
    ]),
    answers: ADDRESS,
    comes: { people: 1 },
  },
  {
    name: 'a rent roll row with somebody and no unit',
    files: file([
      ['Property', 'Unit', 'Tenant', 'Rent', 'Balance'],
      ['Cedar Row', '1', 'Jo Roe', 900, 5],
      ['Cedar Row', '', 'Al Roe', 900, 5],
    ]),
    answers: ADDRESS,
    comes: {},
    errors: ['3 unit_number'],
  },
];
