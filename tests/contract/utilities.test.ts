import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costInCents, toCents, toHundredths, toTenThousandths } from '../../contract/values/money.ts';
import { UtilityBills } from '../../contract/utilities/utilityBills.ts';
import { billDescription, priceOf, type Usage } from '../../contract/utilities/billPrice.ts';
import { rateText, SettingsUpdate, type Settings } from '../../contract/utilities/rates.ts';
import { METERS, type Meter } from '../../contract/utilities/meters.ts';

/** Usages with 2 decimals and rates with 4, as JSON carries them. */
const usage = fc.integer({ min: 0, max: 5_000_000 }).map((hundredths) => hundredths / 100);
const rate = fc.integer({ min: 0, max: 50_000 }).map((tenThousandths) => tenThousandths / 10_000);
const used: fc.Arbitrary<Usage> = fc.record({ water_usage: usage, electric_usage: usage, gas_usage: usage });
const rates: fc.Arbitrary<Settings> = fc.record({ rate_water: rate, rate_electric: rate, rate_gas: rate });

test('the price of a bill is the sum of its costs to the cent, for any usage and rates', () => {
  fc.assert(
    fc.property(used, rates, (usage, at) => {
      const price = priceOf(usage, at);
      const sum = METERS.reduce((cents, meter) => cents + toCents(price[`${meter}_cost`]), 0);
      expect(price.cents).toBe(sum);
    }),
  );
});

test('the price of several bills is the sum of their prices, in any order', () => {
  fc.assert(
    fc.property(fc.array(used, { minLength: 1, maxLength: 40 }), rates, (bills, at) => {
      const total = (list: Usage[]) => list.reduce((cents, usage) => cents + priceOf(usage, at).cents, 0);
      const sorted = bills.toSorted((a, b) => a.water_usage - b.water_usage);
      expect(total(sorted)).toBe(total(bills));
      const byMeter = (meter: Meter) =>
        bills.reduce((cents, usage) => cents + toCents(priceOf(usage, at)[`${meter}_cost`]), 0);
      expect(METERS.reduce((cents, meter) => cents + byMeter(meter), 0)).toBe(total(bills));
    }),
  );
});

test('the cost of each meter is rounded half up, by at most half a cent', () => {
  expect(priceOf({ water_usage: 0.5, electric_usage: 0, gas_usage: 0 }, ratesOf(0.01))).toMatchObject({
    water_cost: 0.01,
    cents: 1,
  });
  expect(priceOf({ water_usage: 0.49, electric_usage: 0, gas_usage: 0 }, ratesOf(0.01)).cents).toBe(0);
  fc.assert(
    fc.property(usage, rate, (usage, at) => {
      const millionths = BigInt(toHundredths(usage)) * BigInt(toTenThousandths(at));
      const off = BigInt(costInCents(toHundredths(usage), toTenThousandths(at))) * 10_000n - millionths;
      expect(off > -5_000n && off <= 5_000n).toBe(true);
    }),
  );
});

test('a computed price is accepted by the schema of the route', () => {
  fc.assert(
    fc.property(used, rates, (usage, at) => {
      fc.pre(METERS.some((meter) => usage[`${meter}_usage`] > 0));
      const { cents: _, ...costs } = priceOf(usage, at);
      expect(UtilityBills.safeParse([{ user_id: 1, ...usage, ...costs }]).success).toBe(true);
    }),
  );
});

test('a description names the meters with a usage, and no other', () => {
  fc.assert(
    fc.property(used, rates, (usage, at) => {
      const text = billDescription(usage, at);
      const named = [text.includes('Water'), text.includes('Electric'), text.includes('Gas')];
      expect(named).toEqual(METERS.map((meter) => usage[`${meter}_usage`] > 0));
    }),
  );
});

test('a rate with four decimals is valid and shown in full', () => {
  fc.assert(
    fc.property(rate, (at) => {
      expect(SettingsUpdate.safeParse(ratesOf(at)).success).toBe(true);
      expect(Number(rateText(at).replace(/[$,]/g, ''))).toBe(at);
    }),
  );
  expect(rateText(1.09)).toBe('$1.09');
  expect(rateText(0.0125)).toBe('$0.0125');
});

function ratesOf(rate: number): Settings {
  return { rate_water: rate, rate_electric: rate, rate_gas: rate };
}
