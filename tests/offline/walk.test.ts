import { expect, test } from 'vitest';
import { Walk } from '../../src/features/utilities/walk.ts';

test('tells of typing when something was typed, and not when the list or its rates come anew', async () => {
  const walk = new Walk(1, new Map());
  const told: string[] = [];
  walk.subscribe('typed', () => told.push('typed'));
  walk.subscribe('totals', () => told.push('totals'));
  walk.go([7], { rate_water: 0.5, rate_electric: 0.1, rate_gas: 1 });
  expect(told).toEqual(['totals']);
  walk.change(7, 'water', '4');
  await walk.saved();
  expect(told).toEqual(['totals', 'totals', 'typed']);
  expect(walk.totals()).toEqual({ entered: 1, cents: 200 });
  expect(walk.problem).toBeUndefined();
});
