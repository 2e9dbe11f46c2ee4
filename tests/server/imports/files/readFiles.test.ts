import { expect } from 'vitest';
import type { Failure } from '../../../../contract/http/failure.ts';
import { MAX_SHEET_BYTES } from '../../../../contract/imports/imports.ts';
import { csv, errorsOf, importFiles, preview, sendPreview } from '../../../support/server/sheets.ts';
import { workbook } from '../../../support/server/workbook.ts';
import { test } from '../../../support/server/world.ts';
import { PEOPLE } from '../../../support/server/imports/files.ts';

const utf16 = (text: string, { mark, bigEndian = false }: { mark: boolean; bigEndian?: boolean }) => {
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

test.for<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(PEOPLE)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${PEOPLE}`)],
  ['UTF-16 little endian', utf16(PEOPLE, { mark: true })],
  ['UTF-16 big endian', utf16(PEOPLE, { mark: true, bigEndian: true })],
  ['UTF-16 without a byte order mark', utf16(PEOPLE, { mark: false })],
  ['UTF-16 big endian without a byte order mark', utf16(PEOPLE, { mark: false, bigEndian: true })],
  ['Windows-1252', Buffer.from(PEOPLE, 'latin1')],
])('a file in %s is read', async ([, content]) => {
  const { sheets } = await preview([{ name: 'people.csv', content }]);
  expect(sheets[0]).toMatchObject({
    table: 'people',
    rows: [{ line: 2, values: { full_name: 'Zoë Müller' } }],
    errors: [],
  });
});

test.for<[string, string]>([
  ['semicolons', 'Name;Email;Unit\nJo Roe;jo@example.com;102\n'],
  ['tabs', 'Name\tEmail\tUnit\nJo Roe\tjo@example.com\t102\n'],
  ['a separator that the first line names', 'sep=|\r\nName|Email|Unit\r\nJo Roe|jo@example.com|102\r\n'],
  [
    'quotes, with separators and lines in them',
    '"Name","Email","Unit","Notes"\r\n"Jo Roe","jo@example.com","102","a ""b"", c\r\nd"\r\n',
  ],
  [
    'line feeds alone, blank columns and blank rows',
    '\nName,Email,Unit,,\n , ,\nJo Roe , jo@example.com ,102,,\n,,\n\n',
  ],
])('a file with %s is read', async ([, content]) => {
  const { sheets } = await preview([{ name: 'people.csv', content }]);
  const values = {
    full_name: 'Jo Roe',
    email: 'jo@example.com',
    unit_number: '102',
    property_name: 'Maple Court',
  };
  expect(sheets[0]).toMatchObject({ table: 'people', errors: [] });
  expect(sheets[0]!.rows.map((row) => row.values)).toEqual([values]);
});

test('a line is the row that a spreadsheet shows, also behind blank rows and cells of several lines', async () => {
  const content = 'Name,Email,Unit\n\n"Jo\nRoe",jo@example.com,102\nAl Roe,al,102\n';
  expect(errorsOf(await preview([{ name: 'people.csv', content }]))).toEqual([
    '4 email: Please enter an email address like name@example.com.',
  ]);
});

test('leading zeros and letters of unit numbers stay, and 2b is 2B', async () => {
  await importFiles([csv('units.csv', 'Property,Unit', 'Maple Court,007', 'Maple Court,0012')]);
  const { sheets } = await preview([
    csv('units.csv', 'Property,Unit', 'Maple Court,007', 'Maple Court,2b'),
    csv('people.csv', 'Name,Unit', 'Jo Roe,12', 'Al Roe,2b'),
  ]);
  expect(sheets[0]!.rows.map(({ outcome, values }) => [outcome, values.unit_number])).toEqual([
    ['there', '007'],
    ['there', '2b'],
  ]);
  expect(sheets[1]!.errors.map(({ message }) => message)).toEqual([
    'There is no unit 12, here or in the files. Is it 0012?',
  ]);
  expect(sheets[1]!.rows[1]!.values.unit_number).toBe('2B');
});

test('a workbook of three sheets is read: days, amounts, and formulas as they were stored', async () => {
  const content = workbook({
    Units: [
      ['Property', 'Unit', 'Rent'],
      ['Maple Court', 301, 1450.5],
      ['Maple Court', '007', null],
    ],
    People: [
      ['Name', 'Email', 'Unit', 'Lease start', 'Rent'],
      [
        '=HYPERLINK("http://x") Roe',
        'jo@example.com',
        301,
        { days: 46_143 },
        { formula: '1000+450.1+0.2', result: '1450.3' },
      ],
    ],
    'What is owed': [
      ['Name', 'Email', 'Date', 'Balance'],
      ['Robin Hale', 'resident@example.com', { days: 46_296 }, 0.1 + 0.2],
      ['Robin Hale', 'resident@example.com', 46_297, -5],
    ],
    Nothing: [],
  });
  const { sheets } = await preview([{ name: 'community.xlsx', content }]);
  expect(sheets.map(({ sheet, table, errors }) => [sheet, table, errors])).toEqual([
    ['Units', 'units', []],
    ['People', 'people', []],
    ['What is owed', 'balances', []],
  ]);
  expect(sheets[0]!.rows.map(({ values }) => [values.unit_number, values.rent_amount])).toEqual([
    ['301', '1450.50'],
    ['007', undefined],
  ]);
  expect(sheets[1]!.rows[0]!.values).toMatchObject({
    full_name: '=HYPERLINK("http://x") Roe',
    starts: '2026-05-01',
    rent_amount: '1450.30',
  });
  expect(sheets[2]!.rows.map(({ values }) => [values.effective_on, values.amount])).toEqual([
    ['2026-10-01', '0.30'],
    ['2026-10-02', '-5.00'],
  ]);
});

test('days of a workbook that counts from 1904 are the same days', async () => {
  const sheets = {
    Owed: [
      ['Email', 'Date', 'Amount'],
      ['resident@example.com', { days: 44_834 }, 5],
      ['resident@example.com', 44_834, 6],
    ],
  };
  const { sheets: read } = await preview([
    { name: 'old.xlsx', content: workbook(sheets, { from1904: true }) },
  ]);
  expect(read[0]!.rows.map(({ values }) => values.effective_on)).toEqual(['2026-10-01', '2026-10-01']);
});

test('a file that is no table is refused in words', async () => {
  const refusal = async (name: string, content: string | Uint8Array) => {
    const answer = await sendPreview([{ name, content }]);
    return [answer.statusCode, answer.json<Failure>().message];
  };
  expect(
    await refusal('photo.csv', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1])),
  ).toEqual([
    400,
    '"photo.csv" is no CSV file and no .xlsx or .ods spreadsheet. Please save it as one of these.',
  ]);
  expect(await refusal('broken.xlsx', Buffer.from('PK\u0003\u0004 and nothing more'))).toEqual([
    400,
    '"broken.xlsx" cannot be read as a workbook. Please save it as .xlsx or CSV again.',
  ]);
  expect(await refusal('empty.csv', ' \r\n,,\r\n')).toEqual([400, 'There is nothing in "empty.csv".']);
  expect(await refusal('wide.csv', `${'x,'.repeat(200)}x`)).toEqual([
    400,
    '"wide.csv" has more than 100 columns.',
  ]);
  expect(await refusal('long.csv', 'Unit\n1\n'.repeat(6000))).toEqual([
    413,
    'An import takes at most 10,000 rows. Please split the files.',
  ]);
  expect(await refusal('large.csv', 'x'.repeat(MAX_SHEET_BYTES + 1))).toEqual([
    413,
    'A file is larger than 5 MB.',
  ]);
  const many = await sendPreview(Array.from({ length: 11 }, () => csv('units.csv', 'Unit', '1')));
  expect([many.statusCode, many.json<Failure>().fields]).toEqual([
    400,
    { files: 'Please send at most 10 files: "units.csv" is one too many.' },
  ]);
  const none = await sendPreview([], { due_day: '1' });
  expect([none.statusCode, none.json<Failure>().fields]).toEqual([
    400,
    { files: 'Please choose at least one file.' },
  ]);
});
