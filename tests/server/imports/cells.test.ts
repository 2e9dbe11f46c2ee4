import papaparse from 'papaparse';
import { describe, expect, test } from 'vitest';
import { parseAmount as parseTypedAmount } from '../../../contract/values/parseNumber.ts';
import { csvRows } from '../../../server/resources/imports/files/csvRows.mjs';
import { parseAmount, parseDay, parseMonth } from '../../../server/resources/imports/cells/parseCells.ts';
import { matchColumns } from '../../../server/resources/imports/columns/matchColumns.ts';
import { sheetOf } from '../../support/server/imports/sheets.ts';

const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;
const MOST = { rows: 10_000, columns: 100, characters: 10_000 };
const ASKED = { order: undefined, from1904: false };

describe('a day', () => {
  test.for([
    ['2026-11-25', '2026-11-25'],
    ['2026/1/5', '2026-01-05'],
    ['2026-11-25 00:00:00', '2026-11-25'],
    ['2026-11-25T00:00:00Z', '2026-11-25'],
    ['11/25/2026', '2026-11-25'],
    ['25.11.2026', '2026-11-25'],
    ['5/5/26', '2026-05-05'],
    ['Nov 25, 2026', '2026-11-25'],
    ['25 November 2026', '2026-11-25'],
    ['25-Nov-2026', '2026-11-25'],
    ['Nov25,2026', '2026-11-25'],
    ['Nov.-25 - 2026', '2026-11-25'],
    ['25nov2026', '2026-11-25'],
    ['25. Nov , 2026', '2026-11-25'],
    ['46351', '2026-11-25'],
    ['46351.5', '2026-11-25'],
  ])('written as %s is %s', ([text, day]) => {
    expect(parseDay(text, ASKED)).toEqual({ value: day });
  });

  test.for(['tomorrow', '2026-02-29', '13/13/2026', '1/2', '99999', '25 Foo 2026', '25/1/1926'])(
    '%s is none',
    (text) => {
      expect(parseDay(text, ASKED)).toHaveProperty('problem', matching(/\.$/));
      expect(parseDay(text, ASKED).ambiguous).toBeUndefined();
    },
  );

  test('that can be read in two ways is asked about, and then read as it is said', () => {
    expect(parseDay('03/04/2026', ASKED)).toMatchObject({
      ambiguous: true,
      problem: matching(/two ways/),
    });
    expect(parseDay('03/04/2026', { ...ASKED, order: 'month_first' })).toEqual({ value: '2026-03-04' });
    expect(parseDay('03/04/2026', { ...ASKED, order: 'day_first' })).toEqual({ value: '2026-04-03' });
    expect(parseDay('11/25/2026', { ...ASKED, order: 'day_first' })).toMatchObject({
      problem: matching(/no date/),
    });
  });

  test('as a number is counted from where its workbook counts', () => {
    expect(parseDay(46_351, ASKED)).toEqual({ value: '2026-11-25' });
    expect(parseDay(44_889, { ...ASKED, from1904: true })).toEqual({ value: '2026-11-25' });
    expect(parseDay({ day: '2026-11-25' }, ASKED)).toEqual({ value: '2026-11-25' });
    expect(parseDay(null, ASKED)).toEqual({ value: undefined });
  });
});

test.each(['jan', 'jan ', '1 jan', '1 jan, '])('a long line behind “%s” is no day, and soon', (start) => {
  const began = performance.now();
  for (const mark of [' ', '-', ',', ' -']) {
    expect(parseDay(`${start}${mark.repeat(200_000)}x`, ASKED)).toHaveProperty('problem');
  }
  expect(performance.now() - began).toBeLessThan(2000);
});

test.for([
  ['2026-12', '2026-12-01'],
  ['12/2026', '2026-12-01'],
  ['Dec 2026', '2026-12-01'],
  ['2026-12-15', '2026-12-01'],
])('the month %s is %s', ([text, month]) => {
  expect(parseMonth(text, ASKED)).toEqual({ value: month });
});

describe('an amount', () => {
  test.for<[string | number, number]>([
    ['1450', 145_000],
    ['$1,234.50', 123_450],
    ['1,234', 123_400],
    ['1234.5', 123_450],
    ['.50', 50],
    ['(25.00)', -2500],
    ['-25', -2500],
    ['\u221225.00', -2500],
    ['25.00 CR', -2500],
    ['25-', -2500],
    ['USD 12.00', 1200],
    ['0.00', 0],
    ['-0', 0],
    ['1.234,50', 123_450],
    ['1,23', 123],
    ['1 234,50', 123_450],
    ['$-25', -2500],
    ['-$25.00', -2500],
    ['\u0661\u0664\u0665\u0660', 145_000],
    [1450.1, 145_010],
    [0.1 + 0.2, 30],
  ])('written as %s is %i cents', ([cell, cents]) => {
    expect(parseAmount(cell)).toEqual({ value: cents });
  });

  test.for<string | number>([
    '1,2,3',
    '12 34',
    '1.234',
    '1.450',
    '0.125',
    '--5',
    '€5',
    'lots',
    '$',
    '1e3',
    0.125,
    '99999999999999',
    '1'.repeat(400),
    1e300,
  ])('%s is refused', (cell) => {
    expect(parseAmount(cell)).toHaveProperty('problem', matching(/\.$/));
  });
});

test('an amount of a file is read as one that is typed in a form', () => {
  const texts = [
    '1450',
    '1,450',
    '1.450',
    '1.450,00',
    '12,5',
    '12.345',
    '1 450',
    "1'450.00",
    '1,45,000',
    '12 50',
    '$5',
    'x',
  ];
  for (const text of texts) {
    const typed = parseTypedAmount(text);
    expect([text, parseAmount(text)]).toEqual([
      text,
      Number.isNaN(typed)
        ? { problem: matching(/Please write it like 1450\.00/) }
        : { value: Math.round(typed * 100) },
    ]);
  }
});

test.for([',', ';', '\t'])(
  'a long file in CSV, read part by part, loses no row and no sign of a cell, with “%s” between them',
  (delimiter) => {
    const awkward = ['', 'a,b;c\td', 'two\r\nlines', '"', '""', ' "x" ', 'ünï 🏠', 'x'.repeat(4000)];
    const rows = Array.from({ length: 1500 }, (_, row) =>
      Array.from({ length: 7 }, (__, column) => awkward[(row * 5 + column * (row % 11)) % awkward.length]!),
    );
    for (const quotes of [false, true]) {
      const text = papaparse.unparse([['A', 'B', 'C', 'D', 'E', 'F', 'G'], ...rows], { delimiter, quotes });
      expect(text.length).toBeGreaterThan(1_000_000);
      const read = csvRows(text, { delimiter: '', rowsBefore: 0, most: MOST });
      expect(read).toMatchObject({ problems: [] });
      expect('rows' in read && read.rows.slice(1)).toEqual(rows);
    }
  },
);

describe('headings', () => {
  const match = (...headings: string[]) => {
    const sheet = sheetOf([headings]);
    const { table, columns } = matchColumns(sheet);
    return [
      table,
      Object.fromEntries(Object.entries(columns).map(([name, place]) => [name, headings[place]])),
    ];
  };

  test('are matched in any case, with the words that other programs use', () => {
    expect(match('BUILDING', 'Apt. No.', 'Market Rent', 'Zip')).toEqual([
      'units',
      { property_name: 'BUILDING', unit_number: 'Apt. No.', rent_amount: 'Market Rent' },
    ]);
    expect(match('Tenant', 'E-Mail', 'Unit #', 'Move-in', 'Move-out', 'Rent')).toEqual([
      'people',
      {
        full_name: 'Tenant',
        email: 'E-Mail',
        unit_number: 'Unit #',
        starts: 'Move-in',
        ends: 'Move-out',
        rent_amount: 'Rent',
      },
    ]);
    expect(match('resident name', 'unit', 'as of', 'Balance Due', 'Memo')).toEqual([
      'balances',
      {
        full_name: 'resident name',
        unit_number: 'unit',
        effective_on: 'as of',
        amount: 'Balance Due',
        description: 'Memo',
      },
    ]);
    expect(match('Color', 'Size')).toEqual([null, {}]);
  });

  test('a manager’s correction counts instead of them', () => {
    const sheet = sheetOf([['A', 'B', 'C']]);
    const correction = {
      table: 'units' as const,
      columns: { unit_number: 1, rent_amount: 2, notes: null, color: 0, address: 7 },
    };
    expect(matchColumns(sheet, correction)).toMatchObject({
      table: 'units',
      headings: ['A', 'B', 'C'],
      columns: { unit_number: 1, rent_amount: 2 },
    });
    expect(matchColumns(sheet, { table: null, columns: {} })).toMatchObject({ table: null, columns: {} });
  });
});
