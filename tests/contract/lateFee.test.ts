import { describe, expect, test } from 'vitest';
import {
  firstFee,
  lateFeeOn,
  lateFeeRuleOn,
  lateOn,
  NewLateFeeRule,
  type LateFeeRule,
} from '../../contract/leases/lateFee.ts';

const rule = (more: Partial<LateFeeRule> = {}): LateFeeRule => ({
  ...{ id: 1, from_day: '2026-01-01', kind: 'flat', grace_days: 5, amount: 50, percent: null, cap: null },
  ...{ daily_amount: null, daily_cap: null },
  ...more,
});

test.each([
  ['2026-05-01', 5, '2026-05-06'],
  ['2026-05-01', 1, '2026-05-02'],
  ['2026-02-28', 5, '2026-03-05'],
  ['2028-02-28', 5, '2028-03-04'],
  ['2026-12-31', 3, '2027-01-03'],
  // The clocks go forward in between.
  ['2026-03-06', 5, '2026-03-11'],
])('rent due on %s with %i days to pay is late on %s', (due, grace_days, late) => {
  expect(lateOn({ grace_days }, due)).toBe(late);
});

test.each([
  [rule(), 100, 5000],
  [rule(), 0, 0],
  [rule({ kind: 'percent', percent: 5 }), 145_000, 7250],
  [rule({ kind: 'percent', percent: 5 }), 10_010, 501],
  [rule({ kind: 'percent', percent: 5 }), 10_009, 500],
  [rule({ kind: 'percent', percent: 12.5, cap: 75 }), 145_000, 7500],
  [rule({ kind: 'percent', percent: 0.01 }), 100, 0],
  [rule({ kind: 'percent', percent: 100 }), 100_000_000, 100_000_000],
])('%o charges for %i cents of unpaid rent a first fee of %i', (said, unpaid, fee) => {
  expect(firstFee(said, unpaid)).toBe(fee);
});

describe('the fee of a day', () => {
  const daily = rule({ daily_amount: 10, daily_cap: 25 });
  const charged = [{ day: '2026-05-06', cents: 5000, waived: false }];
  test.each([
    ['nothing before the rent is late', '2026-05-05', rule(), [], 0],
    ['the first fee on the first late day', '2026-05-06', rule(), [], 5000],
    ['the first fee later where nobody looked before', '2026-05-20', rule(), [], 5000],
    ['nothing after the first fee without daily fees', '2026-05-07', rule(), charged, 0],
    ['no second fee on one day', '2026-05-06', daily, charged, 0],
    ['a daily fee on the next day', '2026-05-07', daily, charged, 1000],
    ['none for days on which nobody looked', '2026-05-20', daily, charged, 1000],
    [
      'what is left up to the most',
      '2026-05-09',
      daily,
      [...charged, { day: '2026-05-07', cents: 2000, waived: false }],
      500,
    ],
    [
      'nothing beyond the most',
      '2026-05-09',
      daily,
      [...charged, { day: '2026-05-08', cents: 2500, waived: false }],
      0,
    ],
    ['nothing after the first fee was waived', '2026-05-07', daily, [{ ...charged[0]!, waived: true }], 0],
    [
      'the next after a daily fee was waived',
      '2026-05-09',
      daily,
      [...charged, { day: '2026-05-08', cents: 1000, waived: true }],
      1000,
    ],
  ])('is %s', (_, today, said, fees, cents) => {
    const rent = { due_on: '2026-05-01', unpaid_cents: 145_000, charged: fees };
    expect(lateFeeOn(today, said, rent)).toBe(cents);
    expect(lateFeeOn(today, said, { ...rent, unpaid_cents: 0 })).toBe(0);
    // No card can pay it.
    expect(lateFeeOn(today, said, { ...rent, unpaid_cents: 49 })).toBe(0);
  });
});

test('a lease’s own rule goes before its property’s, by the day on which rent is due', () => {
  const property = [rule({ id: 1 }), rule({ id: 2, from_day: '2026-06-01', amount: 60 })];
  const lease = [
    rule({ id: 3, from_day: '2026-03-01', amount: 10 }),
    rule({ id: 4, from_day: '2026-04-01', kind: 'none', amount: null }),
    rule({ id: 5, from_day: '2026-05-01', kind: 'property', amount: null }),
  ];
  const on = (day: string) => lateFeeRuleOn(day, { lease, property })?.id;
  expect(on('2025-12-31')).toBeUndefined();
  expect(on('2026-02-01')).toBe(1);
  expect(on('2026-03-01')).toBe(3);
  expect(on('2026-04-30')).toBeUndefined();
  expect(on('2026-05-01')).toBe(1);
  expect(on('2026-07-01')).toBe(2);
});

test('of two rules from one day the later made one is in force', () => {
  const property = [rule({ id: 7, amount: 20 }), rule({ id: 8, amount: 30 })];
  expect(lateFeeRuleOn('2026-05-01', { lease: [], property })?.amount).toBe(30);
});

describe('a new rule is refused', () => {
  const flat = { from_day: '2026-05-01', kind: 'flat', grace_days: 5, amount: 50 };
  test.each([
    ['without its amount', { ...flat, amount: undefined }, 'amount'],
    ['with an amount of half a cent', { ...flat, amount: 10.005 }, 'amount'],
    ['without its percentage', { ...flat, kind: 'percent' }, 'percent'],
    ['with more than everything', { ...flat, kind: 'percent', percent: 100.01 }, 'percent'],
    ['without a day to pay', { ...flat, grace_days: 0 }, 'grace_days'],
    ['with daily fees that never end', { ...flat, daily_amount: 5 }, 'daily_cap'],
    ['with a day that is none', { ...flat, from_day: '2026-02-30' }, 'from_day'],
    ['of an unknown kind', { ...flat, kind: 'interest' }, 'kind'],
  ])('%s', (_, body, field) => {
    const parsed = NewLateFeeRule.safeParse(body);
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });
  test('not with all of it', () => {
    expect(NewLateFeeRule.safeParse({ ...flat, daily_amount: 5, daily_cap: 50 }).success).toBe(true);
  });
});
