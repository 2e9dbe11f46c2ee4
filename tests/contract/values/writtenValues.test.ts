import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayText, mediumDayText, monthDay, monthName } from '../../../contract/values/calendar.ts';
import { dollarText } from '../../../contract/values/money.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { timeText } from '../../../src/ui/data/Time.tsx';

// `Intl` says how Americans write these; the app writes them without it, since it takes a start so long.

const AMERICAN = 'en-US';
const decimals = (value: number, most: number) => value.toFixed(most).replace(/\.?0+$/, '');

test('numbers of every size are written as Americans write them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 }),
      fc.constantFrom(0, 1, 2, 4),
      fc.constantFrom(0, 2),
      (digits, most, least) => {
        fc.pre(least <= most);
        const number = Number(decimals(digits / 10 ** most, most));
        const american = new Intl.NumberFormat(AMERICAN, {
          minimumFractionDigits: least,
          maximumFractionDigits: most,
        });
        expect(numberText(number, most, least)).toBe(american.format(number + 0));
      },
    ),
  );
});

test.each([
  [1.005, '1.01'],
  [-1.005, '-1.01'],
  [0.004, '0'],
  [-0.004, '0'],
  [1e-7, '0'],
  [1234567.891, '1,234,567.89'],
  [0, '0'],
])('%d with at most two decimals is written %s', (number, text) => {
  expect(numberText(number, 2)).toBe(text);
});

test('amounts of dollars are written as Americans write them', () => {
  const american = new Intl.NumberFormat(AMERICAN, { style: 'currency', currency: 'USD' });
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 }), (cents) => {
      expect(dollarText(cents / 100)).toBe(american.format(cents / 100 + 0));
    }),
  );
});

const moments = fc.date({
  min: new Date('1970-01-02T00:00:00Z'),
  max: new Date('9999-12-30T00:00:00Z'),
  noInvalidDate: true,
});

test('days and months are written as Americans write them', () => {
  const american = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(AMERICAN, { ...options, timeZone: 'UTC' });
  const written = [
    [dayText, american({ dateStyle: 'long' })],
    [mediumDayText, american({ dateStyle: 'medium' })],
    [monthDay, american({ month: 'long', day: 'numeric' })],
    [monthName, american({ month: 'long', year: 'numeric' })],
  ] as const;
  fc.assert(
    fc.property(moments, (moment) => {
      const day = moment.toISOString().slice(0, 10);
      for (const [text, format] of written) expect(text(day)).toBe(format.format(new Date(day)));
    }),
  );
});

test('times are written as Americans write them, in the time zone of the device', () => {
  // Some versions write a narrow space before "AM".
  const plain = (text: string) => text.replaceAll('\u202f', ' ');
  const american = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(AMERICAN, options);
  const written = [
    ['long', american({ dateStyle: 'long' })],
    ['short', american({ dateStyle: 'medium' })],
    ['dateTime', american({ dateStyle: 'medium', timeStyle: 'short' })],
    ['clock', american({ timeStyle: 'short' })],
  ] as const;
  fc.assert(
    fc.property(moments, (moment) => {
      for (const [name, format] of written) expect(timeText(moment, name)).toBe(plain(format.format(moment)));
    }),
  );
});
