import {
  ADDRESS,
  ALL,
  dollars,
  file,
  fullName,
  HOMES,
  inBrackets,
  lastFirst,
  LEASES,
  LIVED_IN,
  PEOPLE,
  PROPERTY,
  ROLL,
  roll,
  us,
  type Home,
  type SheetKind,
} from './community.ts';

const person = (home: Home) => [
  home.first,
  home.last,
  home.email,
  'Cedar Row',
  home.unit,
  us(home.starts),
  us(home.ends),
  dollars(home.rent),
];

/** Sheets as landlords keep them: what they write into a cell. */
export const CELLS: SheetKind[] = [
  {
    name: 'a unit in several rows, with who shares it',
    files: file([ROLL, ...HOMES.map(roll), ['201', 'Uma Fielding', '', '02/13/2026', '02/12/2027', '']]),
    answers: PROPERTY,
    comes: { ...ALL, people: 5 },
  },
  {
    name: 'two people joined by “&”',
    files: file([
      ROLL,
      ...HOMES.map((home) =>
        home.unit === '201' ? ['201', 'Nora & Uma Fielding', ...roll(home).slice(2)] : roll(home),
      ),
    ]),
    answers: PROPERTY,
    comes: { ...ALL, people: 5 },
  },
  {
    name: 'two people, each last name first',
    files: file([
      ROLL,
      ...HOMES.map((home) => [
        home.unit,
        home.unit === '201' ? 'Fielding, Nora; Ash, Uma' : lastFirst(home),
        ...roll(home).slice(2),
      ]),
    ]),
    answers: PROPERTY,
    comes: { ...ALL, people: 5 },
  },
  {
    name: 'two people on two lines of a cell',
    files: file([
      ROLL,
      ...HOMES.map((home) =>
        home.unit === '201' ? ['201', 'Nora Fielding\nUma Ash', ...roll(home).slice(2)] : roll(home),
      ),
    ]),
    answers: PROPERTY,
    comes: { ...ALL, people: 5 },
  },
  {
    name: 'two people by a comma, and two emails',
    files: file([
      [...ROLL, 'Email'],
      ...HOMES.map((home) =>
        home.unit === '201'
          ? ['201', 'Nora Fielding, Uma Ash', ...roll(home).slice(2), 'nora@example.org, uma@example.org']
          : [...roll(home), home.email],
      ),
    ]),
    answers: PROPERTY,
    comes: { ...ALL, people: 5 },
  },
  {
    name: 'a comma that may divide a name or two people',
    files: file([ROLL, ['201', 'Ann Lee, Kay Roe', 900, '02/13/2026', '', 0]]),
    answers: { ...PROPERTY, 'names:*': 'first_last' },
    comes: { properties: 1, units: 1, people: 2, leases: 1 },
  },
  {
    name: 'suffixes and a company',
    files: file([
      ROLL,
      ['1', 'Lind, Omar, Jr.', 900, '02/13/2026', '', 0],
      ['2', 'Omar Lind III', 900, '02/13/2026', '', 0],
      ['3', 'Cedar Holdings, LLC', 900, '02/13/2026', '', 0],
    ]),
    answers: PROPERTY,
    comes: { properties: 1, units: 3, people: 3, leases: 3 },
  },
  {
    name: 'every word for a vacant home',
    files: file([
      ROLL,
      ...['Vacant', '-- Vacant --', 'vacant unit', 'N/A', '-', 'None', ''].map((name, index) => [
        `${index + 1}`,
        name,
        '',
        '',
        '',
        '',
      ]),
      roll(HOMES[0]!),
    ]),
    answers: PROPERTY,
    comes: { ...ALL, units: 8, people: 1, leases: 1, rents: 1100, owed: 120 },
  },
  {
    name: 'every word for a lease without a last day',
    files: file([
      ROLL,
      ...['MTM', 'month-to-month', 'at will', '-', 'N/A', 'Month to Month'].map((end, index) => [
        `${index + 1}`,
        `Jo${index} Roe`,
        100,
        '02/13/2026',
        end,
        0,
      ]),
    ]),
    answers: PROPERTY,
    comes: { units: 6, people: 6, leases: 6, rents: 600 },
  },
  {
    name: 'amounts in brackets, with a minus behind, and of accountants',
    files: file([
      ROLL,
      ...HOMES.map((home) => [
        ...roll(home).slice(0, 5),
        home.owes < 0 ? `${-home.owes}.00-` : home.owes ? `$${inBrackets(home.owes)}` : '$ -',
      ]),
    ]),
    answers: PROPERTY,
    comes: ALL,
  },
  {
    name: 'a column of the property in some rows alone',
    files: file([
      ['Property', ...ROLL],
      ...HOMES.map((home, index) => [index === 0 ? 'Cedar Row' : '', ...roll(home)]),
    ]),
    answers: ADDRESS,
    comes: ALL,
  },
  {
    name: 'the template’s people',
    files: file([PEOPLE, ...LIVED_IN.map(person)]),
    answers: ADDRESS,
    comes: LEASES,
  },
  {
    name: 'two files of one name',
    files: [
      ...file([PEOPLE, ...LIVED_IN.slice(0, 2).map(person)]),
      ...file([PEOPLE, ...LIVED_IN.slice(2).map(person)]),
    ],
    answers: ADDRESS,
    comes: LEASES,
  },
  {
    name: 'balances without a day',
    files: [
      ...file([PEOPLE, ...LIVED_IN.map(person)]),
      ...file([
        ['Name', 'Unit', 'Balance'],
        ...LIVED_IN.map((home) => [fullName(home), home.unit, home.owes]),
      ]),
    ],
    answers: ADDRESS,
    comes: { ...LEASES, owed: 85 },
  },
];
