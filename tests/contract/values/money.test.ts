import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  costInCents,
  toCents,
  toDollars,
  toHundredths,
  toTenThousandths,
} from '../../../contract/values/money.ts';

// The largest that the database's numeric(14,2) holds.
const cents = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 });
const usage = fc.integer({ min: 0, max: 999_999_999_999 });
const rate = fc.integer({ min: 0, max: 9_999_999_999 });

/** Rounds by the digits after the cents; the code under test adds a half and truncates. */
function costByHand(usageHundredths: number, rateTenThousandths: number): bigint {
  const digits = (BigInt(usageHundredths) * BigInt(rateTenThousandths)).toString().padStart(7, '0');
  const whole = BigInt(digits.slice(0, -4));
  return Number(digits.at(-4)) >= 5 ? whole + 1n : whole;
}

test('every amount is the same after converting to dollars and back', () => {
  fc.assert(fc.property(cents, (amount) => Object.is(toCents(toDollars(amount)), amount + 0)));
});

test('dollars with two decimals become exactly those cents', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      const digits = String(Math.abs(amount)).padStart(3, '0');
      const written = `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
      return toCents(Number(written)) === amount + 0;
    }),
  );
});

test('amounts that floating point gets wrong are converted exactly', () => {
  expect([0.29, 1.15, 4.35, 8.2, 1111.11, -0.07, -0].map(toCents)).toEqual([
    29, 115, 435, 820, 111111, -7, 0,
  ]);
  expect(toDollars(toCents(0.1) + toCents(0.2))).toBe(0.3);
});

test('a usage has at most 2 decimals, a rate at most 4', () => {
  expect([1850, 18.45].map(toHundredths)).toEqual([185_000, 1845]);
  expect([0.012, 0.1455, 1.09].map(toTenThousandths)).toEqual([120, 1455, 10_900]);
});

test('a fraction of a cent or an invalid number is refused, not rounded', () => {
  for (const amount of [1.005, 0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
    expect(() => toCents(amount)).toThrow(RangeError);
  }
  expect(() => toTenThousandths(0.14505)).toThrow('0.14505 is not an exact number with at most 4 decimals.');
  expect(() => toDollars(0.5)).toThrow('0.5 is not a whole number of cents.');
});

test('a cost is usage times rate, rounded half up to the cent', () => {
  expect(costInCents(toHundredths(1850), toTenThousandths(0.012))).toBe(2220);
  expect(costInCents(toHundredths(412), toTenThousandths(0.145))).toBe(5974);
  // 1.5 cents; as a float 0.015 is a little less.
  expect(costInCents(toHundredths(1), toTenThousandths(0.015))).toBe(2);
  expect(costInCents(toHundredths(0.01), toTenThousandths(0.4999))).toBe(0);
  expect(costInCents(toHundredths(0.01), toTenThousandths(0.5))).toBe(1);
});

test('a cost equals the exact product, however large', () => {
  fc.assert(
    fc.property(usage, rate, (used, price) => {
      const byHand = costByHand(used, price);
      if (byHand > BigInt(Number.MAX_SAFE_INTEGER)) {
        expect(() => costInCents(used, price)).toThrow('too large');
      } else {
        expect(costInCents(used, price)).toBe(Number(byHand));
      }
    }),
  );
});

test('a cost that ends in half a cent is rounded up, also where floating point would round down', () => {
  const odd = (most: number) => fc.integer({ min: 0, max: most }).map((half) => 2 * half + 1);
  fc.assert(
    fc.property(odd(5_000), odd(200), (units, halfCents) => {
      const [used, price] = [toHundredths(units), toTenThousandths(halfCents / 200)];
      expect(costInCents(used, price)).toBe(Number(costByHand(used, price)));
      expect((used * price) % 10_000).toBe(5_000);
    }),
  );
});

test('a negative or fractional usage or rate has no cost', () => {
  expect(() => costInCents(-1, 120)).toThrow(RangeError);
  expect(() => costInCents(100, -1)).toThrow(RangeError);
  expect(() => costInCents(1.5, 120)).toThrow(RangeError);
});
