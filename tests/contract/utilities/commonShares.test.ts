import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partText, shareDescription, sharesOf } from '../../../contract/utilities/commonShares.ts';

const FROM = '2026-04-30';
const home = (hundredths: number, lived_in_since: string | null = '2025-01-01') => ({
  hundredths,
  lived_in_since,
});

test('the shares of a common meter sum to its cost to the cent, and none is a cent from its exact part', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 60 }),
      (cents, weights) => {
        const all = weights.reduce((sum, weight) => sum + weight, 0);
        fc.pre(all > 0);
        const shares = sharesOf(
          cents,
          weights.map((weight) => home(weight)),
          FROM,
        );
        expect(shares.reduce((sum, share) => sum + share.cents, 0)).toBe(cents);
        for (const share of shares) {
          expect(Math.abs(share.cents - (cents * share.hundredths) / all)).toBeLessThan(1);
          if (share.hundredths === 0) expect(share).toMatchObject({ cents: 0, kept: 'none' });
        }
      },
    ),
  );
});

test('who lives there since the day after the first reading is billed, who came later and a vacant home are not', () => {
  const shares = sharesOf(
    400,
    [home(100), home(100, '2026-05-01'), home(100, '2026-05-02'), home(100, null)],
    FROM,
  );
  expect(shares.map(({ kept }) => kept)).toEqual([null, null, 'moved_in', 'vacant']);
});

test('a share says its part of all, and of what', () => {
  expect(partText('area', 850.5, 4200)).toBe('850.5 of 4,200 sq ft');
  const share = { kind: 'water', serial_numbers: ['118'], usage: 4200, shared_by: 'people' } as const;
  expect(shareDescription({ ...share, weight: 3, all: 10, cents: 1260 })).toBe(
    'Common water meter 118: 4,200 gal of usage, 3 of 10 people, $12.60',
  );
});
