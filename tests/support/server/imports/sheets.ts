import type { Cell, Sheet } from '../../../../server/resources/imports/files/sheet.ts';
import type { SheetContext } from '../../../../server/resources/imports/plan/importedRow.ts';

/** What these steps come to. */
export function atOnce<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A sheet of a CSV file with these rows. */
export const sheetOf = (rows: Cell[][]): Sheet => ({
  file: 'x.csv',
  sheet: null,
  isHidden: false,
  rows,
  lines: rows.length,
  problems: [],
  from1904: false,
});

/** What the rows of a sheet of people share, where nothing is known of it. */
export const sheetContext = (known: Partial<SheetContext> = {}): SheetContext => ({
  place: 0,
  table: 'people',
  columns: {},
  styles: { dates: new Map(), order: undefined, decimalCommas: new Set(), names: undefined },
  from1904: false,
  order: undefined,
  propertyOf: (text) => ({ name: text, address: '' }),
  firstMonth: '2026-12-01',
  width: 100,
  key: 'key',
  title: undefined,
  ...known,
});
