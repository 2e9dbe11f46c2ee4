import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billDescription, billLines, priceOf, workingOf } from '../../../contract/utilities/billPrice.ts';
import { meterCost, type CostLine } from '../../../contract/utilities/tariffCost.ts';
import { tariffText } from '../../../contract/utilities/tariffText.ts';
import {
  MOST_TIERS,
  NewTariff,
  tariffsOf,
  validTariffs,
  type Pricing,
  type Tariff,
  type Tier,
} from '../../../contract/utilities/tariffs.ts';
import { toCents, toHundredths } from '../../../contract/values/money.ts';

const dollars = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((cents) => cents / 100);
const usage = fc.integer({ min: 1, max: 5_000_000 }).map((hundredths) => hundredths / 100);
const rate = fc.integer({ min: 0, max: 50_000 }).map((tenThousandths) => tenThousandths / 10_000);
const tiers = fc
  .uniqueArray(fc.integer({ min: 1, max: 3_000_000 }), { maxLength: MOST_TIERS - 1 })
  .chain((ends) => {
    const all = [...ends.toSorted((a, b) => a - b).map((end) => end / 100), null];
    return fc
      .array(rate, { minLength: all.length, maxLength: all.length })
      .map((rates) => all.map((up_to, index) => ({ up_to, rate: rates[index]! })));
  });
const pricing: fc.Arbitrary<Pricing> = fc.record({
  fixed_fee: dollars(100),
  tiers: fc.oneof(tiers, fc.constant<Tier[]>([])),
  minimum: dollars(200),
  tax_percent: fc.integer({ min: 0, max: 200_000 }).map((tax) => tax / 10_000),
});

const sumOf = (lines: readonly CostLine[]) => lines.reduce((sum, { amount }) => sum + toCents(amount), 0);

test('the lines of a bill by tariff sum to its total, to the cent', () => {
  fc.assert(
    fc.property(usage, rate, pricing, (used, flat, tariff) => {
      const { cents, lines } = meterCost('water', used, { rate: flat, tariff });
      expect(sumOf(lines)).toBe(cents);
    }),
  );
});

test('each part of a usage is priced in one tier, and all of it', () => {
  fc.assert(
    fc.property(usage, rate, pricing, (used, flat, tariff) => {
      const { lines } = meterCost('water', used, { rate: flat, tariff });
      const quantities = lines.filter(({ part }) => part === 'usage').map(({ quantity = 0 }) => quantity);
      expect(quantities.reduce((sum, each) => sum + toHundredths(each), 0)).toBe(toHundredths(used));
      expect(quantities.length).toBeLessThanOrEqual(Math.max(tariff.tiers.length, 1));
    }),
  );
});

test('who uses more never pays less', () => {
  fc.assert(
    fc.property(usage, usage, rate, pricing, (one, other, flat, tariff) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      const cost = (used: number) => meterCost('water', used, { rate: flat, tariff }).cents;
      expect(cost(less)).toBeLessThanOrEqual(cost(more));
    }),
  );
});

test('a tariff of nothing but a flat rate prices as the flat rate does', () => {
  const plain: Pricing = { fixed_fee: 0, tiers: [], minimum: 0, tax_percent: 0 };
  fc.assert(
    fc.property(usage, rate, (used, flat) => {
      const by = meterCost('gas', used, { rate: flat, tariff: plain });
      expect(by).toEqual(meterCost('gas', used, { rate: flat }));
    }),
  );
});

const STEPPED: Pricing = {
  fixed_fee: 5,
  tiers: [
    { up_to: 1000, rate: 0.01 },
    { up_to: 3000, rate: 0.02 },
    { up_to: null, rate: 0.03 },
  ],
  minimum: 20,
  tax_percent: 8.875,
};

test('a usage in two tiers has a line for each, the fee, what is missing to the minimum, and the tax', () => {
  const { lines, cents } = meterCost('water', 1200, { rate: 0.5, tariff: STEPPED });
  expect(lines).toEqual([
    { kind: 'water', part: 'usage', quantity: 1000, rate: 0.01, amount: 10 },
    { kind: 'water', part: 'usage', quantity: 200, rate: 0.02, amount: 4 },
    { kind: 'water', part: 'fixed_fee', amount: 5 },
    { kind: 'water', part: 'minimum', amount: 1 },
    // 1.775, half a cent up
    { kind: 'water', part: 'tax', percent: 8.875, amount: 1.78 },
  ]);
  expect(cents).toBe(2178);
});

test('nothing used costs nothing, whatever the fee and the minimum', () => {
  expect(meterCost('water', 0, { rate: 1, tariff: STEPPED })).toEqual({ cents: 0, lines: [] });
});

test('a bill of one kind by tariff and one at its flat rate shows the working of both', () => {
  const used = { water_usage: 1200, electric_usage: 100, gas_usage: 0 };
  const rates = { rate_water: 0.5, rate_electric: 0.1, rate_gas: 1 };
  const tariffs = { water: STEPPED };
  expect(priceOf(used, rates, tariffs)).toEqual({
    ...{ water_cost: 21.78, electric_cost: 10, gas_cost: 0 },
    cents: 3178,
  });
  expect(billLines(used, rates, tariffs)).toEqual([
    'Water 1,000 gal × $0.0100 = $10.00',
    'Water 200 gal × $0.0200 = $4.00',
    'Water: Fixed fee = $5.00',
    'Water: Added to the minimum = $1.00',
    'Water: Tax 8.875% = $1.78',
    'Electric 100 kWh × $0.1000 = $10.00',
  ]);
  expect(sumOf(workingOf(used, rates, tariffs) ?? [])).toBe(3178);
  expect(billDescription(used, rates, tariffs)).toBe(
    'Water 1,200 gal by tariff = $21.78; Electric 100 kWh × $0.1000 = $10.00',
  );
  expect(workingOf({ ...used, water_usage: 0 }, rates, tariffs)).toBeUndefined();
});

const tariff = (id: number, more: Partial<Tariff>): Tariff => ({
  ...{ id, kind: 'water', property_id: null, valid_from: '2026-01-01', ...STEPPED },
  ...more,
});

test('the tariff of a property goes before that of all, and the latest that is valid counts', () => {
  const tariffs = [
    tariff(1, {}),
    tariff(2, { valid_from: '2026-06-01' }),
    tariff(3, { property_id: 7, valid_from: '2026-03-01' }),
  ];
  const found = (property_id: number, day: string) =>
    (tariffsOf(validTariffs(tariffs, day), property_id).water as Tariff | undefined)?.id;
  expect(found(1, '2025-12-31')).toBeUndefined();
  expect(found(1, '2026-05-31')).toBe(1);
  expect(found(1, '2026-06-01')).toBe(2);
  expect(found(7, '2026-02-28')).toBe(1);
  expect(found(7, '2026-07-01')).toBe(3);
  expect(tariffsOf(validTariffs(tariffs, '2026-07-01'), 1).gas).toBeUndefined();
});

const GIVEN = { kind: 'water', valid_from: '2026-01-01', ...STEPPED };
const ORDER = 'Each tier ends above the one before, and only the last one has no end.';

test.each([
  ['tiers', [{ up_to: 10, rate: 1 }], ORDER],
  [
    'tiers',
    [
      { up_to: null, rate: 1 },
      { up_to: null, rate: 1 },
    ],
    ORDER,
  ],
  [
    'tiers',
    [
      { up_to: 10, rate: 1 },
      { up_to: 10, rate: 2 },
      { up_to: null, rate: 1 },
    ],
    ORDER,
  ],
  ['tiers', Array(MOST_TIERS + 1).fill({ up_to: null, rate: 1 }), 'A tariff has at most 8 tiers.'],
  ['fixed_fee', -1, 'A fixed fee is an amount in dollars and cents, up to $10,000.00.'],
  ['minimum', 0.001, 'A minimum is an amount in dollars and cents, up to $10,000.00.'],
  ['tax_percent', 100.5, 'A tax is from 0 to 100 percent, with at most 4 decimals.'],
  ['valid_from', '1.1.2026', 'Please say from which day on it is valid.'],
])('a tariff cannot have the %s %j', (field, value, message) => {
  expect(NewTariff.safeParse(GIVEN).success).toBe(true);
  expect(NewTariff.safeParse({ ...GIVEN, [field]: value }).error?.issues[0]?.message).toBe(message);
});

test('a tariff is told in a line', () => {
  expect(tariffText('water', STEPPED)).toBe(
    'fixed fee $5.00, up to 1,000 gal $0.0100, up to 3,000 gal $0.0200, above $0.0300, at least $20.00, tax 8.875%',
  );
  expect(tariffText('gas', { fixed_fee: 0, tiers: [], minimum: 0, tax_percent: 0 })).toBe('flat rate');
});
