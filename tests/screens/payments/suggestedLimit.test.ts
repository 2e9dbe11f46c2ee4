import { expect, test } from 'vitest';
import type { OwnLease } from '../../../contract/leases/lease.ts';
import { suggestedLimit } from '../../../src/features/payments/autopay/suggestedLimit.ts';

const charge = (amount: number, from_month = '2026-01-01', to_month: string | null = null) =>
  ({ amount, from_month, to_month }) as OwnLease['charges'][number];

test('the limit that is suggested is a fifth above what the leases charge this month, up to ten dollars', () => {
  const charges = [
    charge(1450),
    charge(45.5),
    charge(99, '2026-06-01'),
    charge(99, '2025-01-01', '2026-04-01'),
  ];
  expect(suggestedLimit([{ billed: true, charges }], '2026-05-12')).toBe(180_000);
});

test('who is asked for a share is suggested a limit above it, also where another is billed', () => {
  const shares = { of: [60, 40], own: 1 } as OwnLease['shares'] & object;
  const lease = { billed: false, charges: [charge(1450)] };
  expect(suggestedLimit([{ ...lease, shares }], '2026-05-12')).toBe(70_000);
  expect(suggestedLimit([lease], '2026-05-12')).toBe(174_000);
});

test('no limit is suggested to who rents by no lease', () => {
  expect(suggestedLimit([], '2026-05-12')).toBe(0);
});
