import { expect, test } from 'vitest';
import { layRows } from '../../../server/resources/imports/columns/layRows.ts';
import { matchColumns } from '../../../server/resources/imports/columns/matchColumns.ts';
import { csv, type SheetFile } from '../../support/server/sheets.ts';
import { expectLinear } from '../../support/hostileTexts.ts';
import { planOf } from '../../support/server/imports/planOf.ts';
import { atOnce, sheetOf } from '../../support/server/imports/sheets.ts';
import { workbook } from '../../support/server/workbook.ts';

const HEADINGS = ['Unit', 'Name', 'Status', 'Rent', 'Balance'];
const row = (index: number) => [`${index + 1}`, `Jo Roe${index}`, 'Current', '1000', '0'];
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index));

/** The characters of what a preview answers about these files. */
async function answered(files: SheetFile[]): Promise<number> {
  const { preview } = await planOf(files);
  return JSON.stringify(preview).length;
}

test('an answer is no longer for the text that stands above its rows', async () => {
  const below = (group: string) =>
    csv('roll.csv', HEADINGS.join(','), `"${group}"`, ...rows(100).map((cells) => cells.join(',')));
  const short = await answered([below('Maple House')]);
  for (const long of ['x'.repeat(9_000), 'Property: ' + 'x'.repeat(9_000), '-> ' + 'x'.repeat(9_000)]) {
    expect((await answered([below(long)])) / short).toBeLessThan(2);
  }
});

test('a text of several lines above its rows names their property on one line', async () => {
  const { properties } = await planOf([
    csv(
      'roll.csv',
      HEADINGS.join(','),
      '"Maple House -\n 1 Maple Street"',
      ...rows(2).map((c) => c.join(',')),
    ),
  ]);
  expect(properties).toMatchObject([{ name: 'Maple House', address: '1 Maple Street' }]);
});

test('a text above rows is matched in a time that grows no faster than its length, however many rows are below', () => {
  const repeated = ' - 1'.repeat(2_499) + '\ny';
  for (const text of [
    repeated,
    'future ' + 'x tenant '.repeat(1_000),
    'a - 1' + ' - 1a'.repeat(1_900) + '\ny',
  ]) {
    const sheet = sheetOf([HEADINGS, [text], ...rows(3)]);
    const { rows: laid } = atOnce(layRows(sheet, matchColumns(sheet)));
    expect(laid.map(({ group }) => group?.length ?? 0).every((length) => length <= 200)).toBe(true);
  }
  expectLinear((text) => {
    const sheet = sheetOf([HEADINGS, [text], ...rows(2), ...Array.from({ length: 200 }, () => [text])]);
    atOnce(layRows(sheet, matchColumns(sheet)));
  });
});

test('a workbook whose sheets have names that no spreadsheet program gives is refused in words', async () => {
  const named = (name: string) => workbook({ [name]: [HEADINGS, ...rows(2)], B: [HEADINGS, ...rows(2)] });
  expect((await planOf([{ name: 'ok.xlsx', content: named('x'.repeat(100)) }])).properties).toHaveLength(2);
  await expect(planOf([{ name: 'long.xlsx', content: named('x'.repeat(101)) }])).rejects.toMatchObject({
    status: 400,
    message: '"long.xlsx" cannot be read as a workbook. Please save it as .xlsx or CSV again.',
  });
});
