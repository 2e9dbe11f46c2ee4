import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { walkXml } from '../../../../server/resources/imports/files/walkXml.mjs';
import { readStyles } from '../../../../server/resources/imports/files/workbookParts.mjs';
import { planOf } from '../../../support/server/imports/planOf.ts';
import { workbook } from '../../../support/server/workbook.ts';

const PEOPLE = [
  ['Name', 'Email', 'Unit'],
  ['Jo Roe', 'jo@example.com', '101'],
  ['Al Poe', 'al@example.com', '102'],
];

test.each([
  'row r="x"',
  'row r="0"',
  'row r="-1"',
  'row r="1.5"',
  'row r="1048577"',
  'row r="1e3"',
  'c r="3"',
])('a workbook with <%s> is refused, since nobody knows where its cells stand', async (element) => {
  const entries = unzipSync(workbook({ People: PEOPLE }));
  const part = 'xl/worksheets/sheet1.xml';
  const changed = Buffer.from(entries[part]!)
    .toString()
    .replace(element.startsWith('row') ? 'row r="3"' : 'c r="A3"', element);
  await expect(
    planOf([{ name: 'rows.xlsx', content: zipSync({ ...entries, [part]: strToU8(changed) }) }]),
  ).rejects.toMatchObject({
    status: 400,
    message: '"rows.xlsx" cannot be read as a workbook. Please save it as .xlsx or CSV again.',
  });
});

/** A workbook with this in the list of its sheets. */
function listing(list: (sheets: string) => string): Uint8Array {
  const entries = unzipSync(workbook({ People: PEOPLE }));
  const text = Buffer.from(entries['xl/workbook.xml']!).toString();
  const changed = text.replace(/<sheet .*(?=<\/sheets>)/, list);
  return zipSync({ ...entries, 'xl/workbook.xml': strToU8(changed) });
}

test('a workbook of many sheets is refused before one of them is read, and also where they are empty', async () => {
  const many = listing((sheet) => sheet.replace('rId1', 'rId99').repeat(101));
  await expect(planOf([{ name: 'many.xlsx', content: many }])).rejects.toMatchObject({
    status: 400,
    message: 'An import takes at most 30 sheets.',
  });
});

/** The relation of the sheet once more, whose part differs in capitals alone. */
function capitals(): Uint8Array {
  const entries = unzipSync(listing((sheet) => sheet + sheet.replace('rId1"', 'rId77"')));
  const name = 'xl/_rels/workbook.xml.rels';
  const text = Buffer.from(entries[name]!).toString();
  const again = /<Relationship [^>]*sheet1\.xml[^>]*>/.exec(text)![0];
  const changed = text.replace(
    again,
    again + again.replace('rId1"', 'rId77"').replace('sheet1.xml', 'SHEET1.xml'),
  );
  return zipSync({ ...entries, [name]: strToU8(changed) });
}

test.each([
  ['are one part', () => listing((sheet) => sheet.repeat(2))],
  ['are one part in other capitals', capitals],
])(
  'a workbook of which two sheets %s is refused, since it would be read for each of them',
  async (_, made) => {
    const twice = made();
    await expect(planOf([{ name: 'twice.xlsx', content: twice }])).rejects.toMatchObject({
      status: 400,
      message: '"twice.xlsx" cannot be read as a workbook. Please save it as .xlsx or CSV again.',
    });
  },
);

test('a format of a number that is longer than Excel takes is none, so that no pattern looks through it', () => {
  const styleOf = (code: string) =>
    readStyles(
      `<s><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></s>`,
    );
  const longest = '0'.repeat(255);
  expect(styleOf(longest)).toEqual([{ isDate: false, code: longest }]);
  expect(styleOf(`${longest}0`)).toEqual([{ isDate: false, code: '' }]);
});

test('a tag of a hundred thousand attributes, or a text longer than a cell’s, is refused before it is read', () => {
  const opened: string[] = [];
  const walk = (xml: string) =>
    walkXml(xml, { open: (name) => opened.push(name), text: (text) => opened.push(text) });
  const attributes = Array.from({ length: 100_000 }, (_, index) => ` a${index}=""`).join('');
  expect(() => walk(`<worksheet${attributes}/>`)).toThrow('longer than in a workbook');
  expect(() => walk(`<t>${'&amp;'.repeat(100_001)}</t>`)).toThrow('longer than in a workbook');
  expect(opened).toEqual([]);
  // The longest cell of a workbook, each character of which is written as an entity.
  walk(`<t>${'&quot;'.repeat(32_767)}</t>`);
  expect(opened).toEqual(['t', '"'.repeat(32_767)]);
});
