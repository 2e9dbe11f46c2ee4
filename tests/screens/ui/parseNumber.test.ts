import { expect, test } from 'vitest';
import { parseNumber, parseOptionalNumber } from '../../../src/ui/forms/parseNumber.ts';

test.each([
  ['12', 12],
  ['12.5', 12.5],
  ['12,5', 12.5],
  [' 1430,75 ', 1430.75],
  ['1,430.5', 1430.5],
  ['1.430,5', 1430.5],
  ['1,430', 1430],
  ['1,234,567', 1234567],
  ['1,234,567.89', 1234567.89],
  ['0,125', 0.125],
  ['-3', -3],
])('of %s the number is %d', (typed, number) => {
  expect(parseNumber(typed)).toBe(number);
});

test('where there are more than two decimals, a comma before three digits is their point', () => {
  expect(parseNumber('1,095', 4)).toBe(1.095);
});

test.each(['', '  ', '12e', '1e3', '0x10', 'abc', '1.2.3', '5-', ','])('“%s” is no number', (typed) => {
  expect(parseNumber(typed)).toBeNaN();
});

test('a number that may be left out is null where it is blank, and none where it is letters', () => {
  expect(parseOptionalNumber(' ')).toBeNull();
  expect(parseOptionalNumber('abc')).toBeNaN();
});
