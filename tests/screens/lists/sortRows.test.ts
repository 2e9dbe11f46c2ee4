import { expect, test } from 'vitest';
import { sortRows } from '../../../src/ui/lists/sortRows.ts';

test('numbers stand in natural order, whatever their letters’ case and accents, and what has none stands last', () => {
  const sorted = (texts: (string | null)[], down = false) => sortRows(texts, (text) => text, down);
  expect(sorted(['C10', 'C2', null, 'c1', '10', '2B', '2', 'Élan', 'Eli', '007'])).toEqual([
    ...['2', '2B', '007', '10', 'c1', 'C2', 'C10', 'Élan', 'Eli', null],
  ]);
  expect(sorted(['C2', null, 'C10'], true)).toEqual(['C10', 'C2', null]);
  expect(
    sortRows(
      [
        { n: 1, same: 'x' },
        { n: 2, same: 'x' },
      ],
      ({ same }) => same,
      true,
    ),
  ).toMatchObject([{ n: 1 }, { n: 2 }]);
});
