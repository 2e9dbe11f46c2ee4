import { expect, test } from 'vitest';
import { plainNumber } from '../../../src/ui/forms/decimalComma.ts';

test.each([
  ['12,5', '12.5'],
  [' 1430,75 ', '1430.75'],
  ['1,430.5', '1430.5'],
  ['1.430,5', '1430.5'],
  ['1,430', '1430'],
  ['1,234,567', '1234567'],
  ['1,234,567.89', '1234567.89'],
  ['0,125', '0.125'],
])('of %s the number is %s', (pasted, number) => {
  expect(plainNumber(pasted, true).trim()).toBe(number);
});

test('where there are more than two decimals, a comma before three digits is their point', () => {
  expect(plainNumber('1,095', false)).toBe('1.095');
});
