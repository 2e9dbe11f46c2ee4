import { expect, test } from 'vitest';
import type { OwnLease } from '../../../contract/leases/lease.ts';
import type { LateFeeRule } from '../../../contract/leases/lateFee.ts';
import { lateAutopay } from '../../../contract/payments/lateAutopay.ts';

const rule = (more: Partial<LateFeeRule> = {}): LateFeeRule => ({
  ...{ id: 1, from_day: '2026-01-01', kind: 'flat', grace_days: 5, amount: 50 },
  ...{ percent: null, cap: null, daily_amount: null, daily_cap: null, ...more },
});

const lease = ({ due_day = 1, ...more }: Partial<OwnLease> & { due_day?: number } = {}) =>
  ({
    ...{ billed: true, paused: false, starts: '2026-01-01', ends: null, proration: 'actual_days' },
    ...{ payment_policy: 'any_amount', late_fees: [], property_late_fees: [rule()] },
    charges: [{ kind: 'rent', amount: 1450, due_day, from_month: '2026-01-01', to_month: null }],
    ...more,
  }) as unknown as OwnLease;

const TODAY = '2026-03-10';
const RENT = { due_on: '2026-04-01', late_on: '2026-04-06', rent: 145_000, fee: 5_000 };

test('a charge day after the days to pay bears the fee, from the first late day on', () => {
  expect(lateAutopay([lease()], 20, TODAY)).toEqual({ ...RENT, charged_on: '2026-04-20' });
  expect(lateAutopay([lease()], 6, TODAY)).toEqual({ ...RENT, charged_on: '2026-04-06' });
  expect(lateAutopay([lease()], 5, TODAY)).toBeUndefined();
  expect(lateAutopay([lease()], null, TODAY)).toBeUndefined();
});

test('a charge day before the rent is due charges it a month later', () => {
  const due = lease({ due_day: 15 });
  expect(lateAutopay([due], 3, TODAY)).toMatchObject({ due_on: '2026-03-15', charged_on: '2026-04-03' });
  expect(lateAutopay([due], 15, TODAY)).toBeUndefined();
});

test('the lease’s own rule counts before its property’s, and a percentage is of the whole rent', () => {
  const own = lease({ late_fees: [rule({ kind: 'percent', percent: 5, grace_days: 20 })] });
  expect(lateAutopay([own], 20, TODAY)).toBeUndefined();
  expect(lateAutopay([own], 25, TODAY)).toMatchObject({ late_on: '2026-04-21', fee: 7_250 });
});

test('nothing is said where late rent costs nothing, posting is paused, or nothing is accepted', () => {
  const none = [
    lease({ property_late_fees: [] }),
    lease({ late_fees: [rule({ kind: 'none' })] }),
    lease({ paused: true }),
    lease({ payment_policy: 'nothing' }),
  ];
  for (const each of none) expect(lateAutopay([each], 20, TODAY)).toBeUndefined();
});

test('of a shared home it is the lease that one rents by, unless one is billed for another', () => {
  const shared = lease({ billed: false });
  expect(lateAutopay([shared], 20, TODAY)).toMatchObject(RENT);
  expect(lateAutopay([shared, lease({ property_late_fees: [] })], 20, TODAY)).toBeUndefined();
});
