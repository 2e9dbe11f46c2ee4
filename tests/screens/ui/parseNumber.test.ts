import { expect, test } from 'vitest';
import {
  isUnreadable,
  parseAmount,
  parseNumber,
  parseOptionalAmount,
  parseOptionalNumber,
  parsePercent,
} from '../../../contract/values/parseNumber.ts';

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
  ['−3', -3],
  ['1 450.00', 1450],
  ['1 450,00', 1450],
  ['1 450 000,5', 1450000.5],
  ['1\u00a0450.00', 1450],
  ['1\u202f450,00', 1450],
  ['1\u2009450', 1450],
  ["1'450.00", 1450],
  ['1’450’000', 1450000],
  ['1.450.000', 1450000],
  ['1.450.000,75', 1450000.75],
  ['1,45,000.00', 145000],
  ['\u200e1,450.00\u200e', 1450],
  ['١٤٥٠', 1450],
  ['١٬٤٥٠٫٢٥', 1450.25],
  ['۱۲٫۵', 12.5],
  ['१४५०', 1450],
  ['１，４５０．００', 1450],
])('of %s the number is %d', (typed, number) => {
  expect(parseNumber(typed)).toBe(number);
});

test('where there are more than two decimals, a comma before three digits is their point', () => {
  expect(parseNumber('1,095', 4)).toBe(1.095);
});

test.each([
  ...['', '  ', '12e', '1e3', '0x10', 'abc', '1.2.3', '5-', ',', '1,2,3', '12,5,0', '1,45.00', '1.45,000.00'],
  ...['12 50', '1 45', "1'45", '1 450 00', '1,450 000', '١٬٤٥', '12 kWh', '5%', '--5', '1450.-'],
])('“%s” is no number', (typed) => {
  expect(parseNumber(typed)).toBeNaN();
});

test('a number that may be left out is null where it is blank, and none where it is letters', () => {
  expect(parseOptionalNumber(' ')).toBeNull();
  expect(parseOptionalNumber('abc')).toBeNaN();
});

test.each([
  ['$1,450.00', 1450],
  ['$ 1 450,00', 1450],
  ['US$1,450', 1450],
  ['USD 1,450.00', 1450],
  ['1,450.00 USD', 1450],
  ['1450$', 1450],
  ['＄１４５０', 1450],
  ['$١٤٥٠', 1450],
  ['-$5', -5],
  ['$-5', -5],
  ['1450', 1450],
])('of the amount %s the dollars are %d', (typed, dollars) => {
  expect(parseAmount(typed)).toBe(dollars);
  expect(parseOptionalAmount(typed)).toBe(dollars);
  expect(isUnreadable(typed)).toBe(false);
});

test.each(['1.450', '$1.450', ' 12.345 ', '-1.000', '999.990', '١٫٤٥٠'])(
  'the amount “%s” could mean two numbers, a whole one or one with decimals, and is none',
  (typed) => {
    expect(parseAmount(typed)).toBeNaN();
    expect(parseOptionalAmount(typed)).toBeNaN();
    expect(isUnreadable(typed)).toBe(true);
  },
);

test.each([
  ['0.145', 0.145],
  ['.500', 0.5],
  ['1.45', 1.45],
  ['1.4500', 1.45],
  ['1450.000', 1450],
  ['1,450.000', 1450],
  ['1.450,00', 1450],
])('the amount %s can only mean %d', (typed, dollars) => {
  expect(parseAmount(typed)).toBe(dollars);
});

test('a rate of more than two decimals may be 1.450, and so may a usage and a percentage', () => {
  expect(parseAmount('1.450', 4)).toBe(1.45);
  expect(parseNumber('1.450')).toBe(1.45);
  expect(parsePercent('1.450 %')).toBe(1.45);
});

test.each(['€1,450.00', '$', '$$5', '1,450.00 CAD', 'five', '$12 50'])(
  '“%s” is no amount in dollars',
  (typed) => {
    expect(parseAmount(typed)).toBeNaN();
    expect(isUnreadable(typed)).toBe(true);
  },
);

test('a currency makes no usage and no rate of percent, and a percentage may bring its sign', () => {
  expect(parseNumber('$12')).toBeNaN();
  expect(parsePercent('5 %')).toBe(5);
  expect(parsePercent('٥٪')).toBe(5);
  expect(parsePercent('$5')).toBeNaN();
});

test('nothing typed is not unreadable: what is missing is said in the field’s own words', () => {
  for (const blank of ['', '  ', '\u00a0']) expect(isUnreadable(blank)).toBe(false);
  expect(isUnreadable('0')).toBe(false);
  expect(isUnreadable('-1')).toBe(false);
});
