import { expect, test } from 'vitest';
import { ApiError } from '../../../server/http/apiError.ts';
import { csvRows } from '../../../server/resources/imports/files/csvRows.ts';
import { ImportedRow } from '../../../server/resources/imports/plan/importedRow.ts';
import { matchColumns } from '../../../server/resources/imports/columns/matchColumns.ts';
import type { Cell } from '../../../server/resources/imports/files/sheet.ts';
import { expectLinear } from '../../support/hostileTexts.ts';

const rowOf = (cell: Cell) =>
  new ImportedRow(2, [cell], { column: 0 }, { order: 'day_first', from1904: false });

/** What reads a cell of a column: every method of a row but those that note something. */
const readers = Object.getOwnPropertyNames(ImportedRow.prototype).filter(
  (name) => !['constructor', 'isWrong', 'wrong', 'note', 'check'].includes(name),
) as ('text' | 'email' | 'day' | 'month' | 'cents')[];

test.each(readers)(
  'a cell of 10,000 characters is read as %s in a time that grows no faster than its length, whatever it contains',
  (reader) => expectLinear((text) => rowOf(text)[reader]('column')),
);

test('a heading and a CSV file of such texts are read in such a time', () => {
  expectLinear((text) =>
    matchColumns({ file: 'people.csv', sheet: null, rows: [[text], ['x']], from1904: false }),
  );
  expectLinear((text) => {
    try {
      csvRows(text, { filename: 'people.csv', delimiter: '', rowsBefore: 0 });
    } catch (error) {
      // A refusal is an answer too.
      expect(error).toBeInstanceOf(ApiError);
    }
  });
});

test('every way to read a cell is looked at', () => {
  expect(readers.toSorted()).toEqual(['cents', 'day', 'email', 'month', 'text']);
});
