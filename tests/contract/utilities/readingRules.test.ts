import { expect, test } from 'vitest';
import { homeUsage } from '../../../contract/utilities/homeUsage.ts';
import type { InstalledMeter } from '../../../contract/utilities/installedMeter.ts';
import {
  estimatedValue,
  mayHaveRolledOver,
  outOfUsual,
  usageBetween,
  valueBetween,
  valueProblem,
} from '../../../contract/utilities/readingRules.ts';

const FIVE = { digits: 5, multiplier: 1 };

test.each([
  [1000, 1120, FIVE, 120],
  [1000, 1000, FIVE, 0],
  [99_900, 50, FIVE, 150],
  [0.1, 0.3, FIVE, 0.2],
  [100.25, 101.5, { digits: 4, multiplier: 748.0519 }, 935.06],
  [9999.99, 0, { digits: 4, multiplier: 10 }, 0.1],
])('from %s to %s a meter of %o counted %s', (from, to, register, used) => {
  expect(usageBetween(from, to, register)).toBe(used);
});

test('a usage is rounded half up to two decimals', () => {
  expect(usageBetween(0, 0.5, { digits: 5, multiplier: 0.01 })).toBe(0.01);
  expect(usageBetween(0, 0.49, { digits: 5, multiplier: 0.01 })).toBe(0);
});

test('a value has at most the digits of its meter', () => {
  expect(valueProblem(99_999.99, FIVE)).toBeUndefined();
  expect(valueProblem(100_000, FIVE)).toBe('This meter has 5 digits.');
});

test.each([
  [99_900, 50, true],
  [90_000, 0, true],
  [89_999, 0, false],
  [60_616, 60, false],
  // Nothing is below it.
  [50, 60, false],
])('a meter that showed %s and shows %s may have rolled over: %s', (from, to, may) => {
  expect(mayHaveRolledOver(from, to, FIVE)).toBe(may);
});

test.each([
  [300, 100, undefined],
  [300.01, 100, 'above'],
  [33.34, 100, undefined],
  [33.33, 100, 'below'],
  [5, undefined, undefined],
  [5, 0, undefined],
])('a usage of %s where %s is usual is %s', (used, usual, is) => {
  expect(outOfUsual(used, usual)).toBe(is);
});

test('an estimate is the mean of the last three usages, and goes over the end of the digits', () => {
  expect(estimatedValue(1000, [90, 100, 110, 900], FIVE)).toBe(1100);
  expect(estimatedValue(99_950, [100], FIVE)).toBe(50);
  expect(estimatedValue(10.5, [100], { digits: 5, multiplier: 10 })).toBe(20.5);
  expect(estimatedValue(1000, [], FIVE)).toBeUndefined();
  // Rounding up ends at the last number, too.
  expect(estimatedValue(99_999, [0.6], FIVE)).toBe(0);
});

const meter = (more: Partial<InstalledMeter>): InstalledMeter => ({
  ...{ id: 1, unit_id: 1, kind: 'water', serial_number: 'W-1', measure: 'gal', ...FIVE },
  ...{ place: null, installed_on: '2026-01-01', removed_on: null, replaces: null },
  last: { id: 10, value: 1000, read_on: '2026-01-01', estimated: false },
  ...{ unbilled: [], recent: [], skipped: null },
  ...more,
});
const at = (id: number, value: number) => ({ id, value, read_on: '2026-01-01', estimated: false });

test('a home’s usage is that of all its meters, with what no bill has of one that was removed', () => {
  const meters = [
    meter({}),
    meter({ id: 2, kind: 'electric', multiplier: 10 }),
    meter({ id: 3, removed_on: '2026-02-01', unbilled: [{ from: at(1, 5), to: at(2, 12.5) }] }),
  ];
  const readings = [
    { meter_id: 1, from: 10, value: 1000.1 },
    { meter_id: 2, from: 10, value: 1001 },
  ];
  expect(homeUsage(meters, readings)).toEqual({ water_usage: 7.6, electric_usage: 10, gas_usage: 0 });
});

test('the usage of an exchange is that of both meters, each by its own multiplier', () => {
  const exchange = { last_value: 1010, serial_number: 'W-2', digits: 6, multiplier: 10, first_value: 3 };
  expect(homeUsage([meter({})], [{ meter_id: 1, from: 10, value: 5, exchange }]).water_usage).toBe(30);
});

test('what a meter showed between two readings is estimated by days, over the end of its numbers too', () => {
  expect(valueBetween(1100, 1200, { until: 30, all: 50 }, { digits: 5 })).toBe(1160);
  expect(valueBetween(99_990, 10, { until: 3, all: 4 }, { digits: 5 })).toBe(5);
  expect(valueBetween(1100, 1200, { until: 0, all: 0 }, { digits: 5 })).toBe(1100);
});
