import { expect, test } from 'vitest';
import { ReadingStore } from '../../src/features/utilities/readingStore.ts';

test('the reading store reports typing only when something was typed, not when the list or rates are refreshed', async () => {
  const readings = new ReadingStore(1, new Map());
  const told: string[] = [];
  readings.subscribe('typed', () => told.push('typed'));
  readings.subscribe('totals', () => told.push('totals'));
  readings.go([{ unit_id: 7, meters: [], skipped: false }], {
    rate_water: 0.5,
    rate_electric: 0.1,
    rate_gas: 1,
  });
  expect(told).toEqual(['totals']);
  readings.change(7, 'water', '4');
  await readings.saved();
  expect(told).toEqual(['totals', 'totals', 'typed']);
  expect(readings.totals()).toEqual({ entered: 1, cents: 200, skipped: 0, toCheck: 0 });
  expect(readings.problem).toBeUndefined();
});
