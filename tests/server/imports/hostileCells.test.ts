import { expect, test } from 'vitest';
import { namesIn } from '../../../server/resources/imports/cells/names.ts';
import { isOpen, isVacant } from '../../../server/resources/imports/cells/plainWords.ts';
import { layRows } from '../../../server/resources/imports/columns/layRows.ts';
import { matchColumns } from '../../../server/resources/imports/columns/matchColumns.ts';
import { csvRows } from '../../../server/resources/imports/files/csvRows.mjs';
import { decode } from '../../../server/resources/imports/files/decode.mjs';
import { columnStyles } from '../../../server/resources/imports/cells/columnStyles.ts';
import { ImportedRow } from '../../../server/resources/imports/plan/importedRow.ts';
import type { Cell } from '../../../server/resources/imports/files/sheet.ts';
import { expectLinear } from '../../support/hostileTexts.ts';
import { atOnce, sheetContext, sheetOf } from '../../support/server/imports/sheets.ts';

const rowOf = (cell: Cell) =>
  new ImportedRow(2, [cell], sheetContext({ columns: { column: 0 }, order: 'day_first' }), {
    mended: new Map(),
    property: '',
  });

/** What reads a cell of a column: every method of a row but those that note something. */
const readers = Object.getOwnPropertyNames(ImportedRow.prototype).filter(
  (name) =>
    !['constructor', 'isWrong', 'wrong', 'note', 'check', 'has', 'address', 'dayOfPeriod'].includes(name),
) as ('text' | 'lines' | 'peek' | 'email' | 'day' | 'month' | 'cents' | 'number')[];

test.each(readers)(
  'a cell of 10,000 characters is read as %s in a time that grows no faster than its length, whatever it contains',
  (reader) => expectLinear((text) => rowOf(text)[reader]('column')),
);

test('two days in one cell, a name, and what stands for none are read in such a time', () => {
  expectLinear((text) => rowOf(text).dayOfPeriod('column', 1, 'ends'));
  expectLinear((text) => namesIn(text, undefined));
  expectLinear((text) => namesIn(text, 'last_first'));
  expectLinear((text) => [isVacant(text), isOpen(text)]);
});

test('a heading, a title and a row of such texts are read in such a time', () => {
  expectLinear((text) => matchColumns(sheetOf([[text], ['x']])));
  expectLinear((text) => {
    const sheet = sheetOf([[text], ['Unit', 'Tenant', 'Rent', 'Balance'], [text], ['1', text, text, text]]);
    const matched = matchColumns(sheet);
    atOnce(layRows(sheet, matched));
    atOnce(columnStyles(sheet.rows, matched));
  });
});

test('a CSV file of such texts is decoded and parsed in such a time', () => {
  // A refusal is an answer too.
  expectLinear((text) => csvRows(text, { delimiter: '', rowsBefore: 0, most: MOST }));
  expectLinear((text) => decode(Buffer.from(`\u00e9${text}`, 'latin1'), undefined));
});

const MOST = { rows: 10_000, columns: 100, characters: 10_000 };

test('every way to read a cell is looked at', () => {
  expect(readers.toSorted()).toEqual(['cents', 'day', 'email', 'lines', 'month', 'number', 'peek', 'text']);
});
