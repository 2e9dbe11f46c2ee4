import { expect, test } from 'vitest';
import { contentXml, openDocument, zipped } from '../../../support/server/openDocument.ts';
import { planOf } from '../../../support/server/imports/planOf.ts';
import { workbook, type BookCell } from '../../../support/server/workbook.ts';

const SHEETS: Record<string, BookCell[][]> = {
  'Rent Roll': [
    ['Birch Court'],
    [],
    ['Unit', 'Tenant', 'Email', 'Phone', 'Rent', 'Lease from', 'Lease to', 'Balance'],
    [
      { number: 7, format: '000' },
      'Roe, Jo',
      { formula: 'LOWER(A1)', result: 'jo@example.com' },
      '(217)  555-0102',
      1250.5,
      { days: 45292 },
      null,
      -45,
    ],
    ['2B', 'Poe, Al', 'al@example.com', null, 900, { days: 45323 }, { error: '#N/A' }, 0],
    ['3C', 'Doe, Ann', { formula: 'B9' }, null, 950, { days: 45323 }, { days: 45689 }, 12],
    ['4D', 'VACANT\nsince May', null, null, 950, null, null, null],
  ],
  Notes: [['not for the import'], ['at all']],
};

const planned = async (name: string, content: Uint8Array) =>
  JSON.stringify(await planOf([{ name, content }])).replaceAll(/\.(?:ods|xlsx)/g, '');

test('an .ods spreadsheet comes in as the same sheets do as .xlsx', async () => {
  const options = { hidden: ['Notes'] };
  const fromOds = await planned('roll.ods', openDocument(SHEETS, options));
  expect(JSON.parse(fromOds)).toEqual(JSON.parse(await planned('roll.xlsx', workbook(SHEETS, options))));
  for (const text of ['007', '(217) 555-0102', '2024-01-01', '1250.5']) expect(fromOds).toContain(text);
});

const cell = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
const row = (cells: string, repeated = '') => `<table:table-row${repeated}>${cells}</table:table-row>`;
const table = (rows: string) => `<table:table table:name="People">${rows}</table:table>`;
const HEADINGS = row(['Name', 'Email', 'Unit'].map(cell).join(''));
const reading = (...tables: string[]) =>
  planOf([{ name: 'people.ods', content: zipped(contentXml(tables)) }]);

test('remarks and pictures of a cell, and rows that stand in groups, change nothing', async () => {
  const remark = '<office:annotation><text:p>Ask again</text:p></office:annotation>';
  const picture =
    '<draw:frame xmlns:draw="d"><draw:text-box><text:p>Logo</text:p></draw:text-box></draw:frame>';
  const name = `<table:table-cell office:value-type="string">${remark}<text:p>Jo <text:span>Roe</text:span></text:p>${picture}</table:table-cell>`;
  const body = row(name + cell('jo@example.com') + cell('101'));
  const plan = await reading(
    table(
      `<table:table-header-rows>${HEADINGS}</table:table-header-rows><table:table-row-group>${body}</table:table-row-group>`,
    ),
  );
  expect(JSON.stringify(plan)).toContain('"full_name":"Jo Roe"');
  expect(JSON.stringify(plan)).not.toMatch(/Ask again|Logo/);
});

const UNREADABLE = '"people.ods" cannot be read as a workbook. Please save it as .xlsx or CSV again.';
test.each<[string, string, number, string | RegExp]>([
  [
    'whose rows are repeated without end',
    HEADINGS + row(cell('Jo'), ' table:number-rows-repeated="1048576"'),
    413,
    /at most 10,000 rows/,
  ],
  [
    'whose cells are repeated without end',
    row(cell('Jo').replace(' office', ' table:number-columns-repeated="16384" office')),
    400,
    /more than 100 columns/,
  ],
  [
    'whose spaces stand for gigabytes',
    row(cell('<text:s text:c="9999999"/>'.repeat(5000))),
    400,
    /more than 10,000 characters/,
  ],
  [
    'whose row is repeated no number of times',
    row(cell('Jo'), ' table:number-rows-repeated="-1"'),
    400,
    UNREADABLE,
  ],
  [
    'whose row is repeated more often than it says in words',
    row(cell('Jo'), ' table:number-rows-repeated="1e9"'),
    400,
    UNREADABLE,
  ],
])('a spreadsheet %s is refused in words', async (_, rows, status, message) => {
  await expect(reading(table(rows))).rejects.toMatchObject({
    status,
    message: expect.stringMatching(message) as string,
  });
});

test('an error is short, however long the file has it and however often it stands there', async () => {
  const error = cell(`#${'A'.repeat(100_000)}`).replace(
    '"string"',
    '"error" table:number-columns-repeated="90"',
  );
  const plan = await reading(table(HEADINGS + row(error, ' table:number-rows-repeated="5000"')));
  expect(JSON.stringify(plan).length).toBeLessThan(20_000_000);
  expect(JSON.stringify(plan)).not.toContain('A'.repeat(30));
});

test('the copy of a sheet of another file is no sheet, and what stands between the paragraphs of a cell no text', async () => {
  const linked = `<table:table table:name="'file:///home/${'a'.repeat(120)}.ods'#$Sheet1"><table:table-source/>${HEADINGS}</table:table>`;
  const name =
    '<table:table-cell office:value-type="string">\n  <text:p>Jo Roe</text:p>\n</table:table-cell><table:table-cell office:value-type="string" office:string-value="jo@example.com"/>';
  const plan = await reading(linked, table(HEADINGS + row(name + cell('101'))));
  expect(JSON.stringify(plan)).toContain('"full_name":"Jo Roe"');
  expect(JSON.stringify(plan)).toContain('"email":"jo@example.com"');
  expect(plan.preview.sheets).toHaveLength(1);
});

test('a spreadsheet of very many sheets is refused', async () => {
  await expect(reading(...Array.from({ length: 101 }, () => table('')))).rejects.toMatchObject({
    message: 'An import takes at most 30 sheets.',
  });
});
