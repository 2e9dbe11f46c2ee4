import { expect, test } from 'vitest';
import {
  acceptedFrom,
  acceptsPayments,
  paymentPolicyAt,
  paymentPolicyOf,
  type PaymentPolicy,
} from '../../contract/leases/paymentPolicy.ts';

let leases = 0;
const lease = (payment_policy: PaymentPolicy | undefined, starts: string, ends: string | null = null) => ({
  ...{ id: (leases += 1), starts, ends },
  ...(payment_policy ? { payment_policy } : {}),
});
const FLAT = '2026-01-01';
const GARAGE = '2026-05-01';

test.each([
  ['full_balance', []],
  // As a phone stored it before there were policies.
  ['full_balance', [lease(undefined, FLAT)]],
  ['full_balance', [lease('nothing', '2026-11-25')]],
  ['any_amount', [lease('full_balance', FLAT), lease('any_amount', GARAGE)]],
  ['at_least_rent', [lease('any_amount', GARAGE), lease('at_least_rent', GARAGE)]],
  ['nothing', [lease('nothing', FLAT), lease('full_balance', GARAGE)]],
  ['nothing', [lease('nothing', FLAT, '2026-11-24'), lease('full_balance', GARAGE)]],
  ['full_balance', [lease('nothing', FLAT, '2026-11-23'), lease('full_balance', GARAGE)]],
  ['nothing', [lease('full_balance', FLAT), lease('nothing', GARAGE, '2026-11-23')]],
] as const)('%s may be paid of %j on November 24', (policy, of) => {
  expect(paymentPolicyOf(of, '2026-11-24')).toBe(policy);
});

test('a lease has started where days begin first, and runs until they have ended everywhere', () => {
  const block = [lease('nothing', '2026-11-24', '2026-11-24'), lease('any_amount', FLAT)];
  const at = (time: string) => paymentPolicyAt(block, new Date(time));
  expect(at('2026-11-23T09:59:59.999Z')).toBe('any_amount');
  expect(at('2026-11-23T10:00:00.000Z')).toBe('nothing');
  expect(at('2026-11-25T11:59:59.999Z')).toBe('nothing');
});

test('payments are accepted again at the first moment at which the leases say so', () => {
  const now = new Date('2026-11-24T12:00:00.000Z');
  const from = (...of: Parameters<typeof acceptedFrom>[0]) => acceptedFrom(of, now)?.toISOString();
  expect(from(lease('nothing', FLAT))).toBeUndefined();
  // Whoever was evicted still owes it.
  expect(from(lease('nothing', FLAT, '2026-11-30'))).toBeUndefined();
  expect(from(lease('nothing', FLAT, '2026-11-30'), lease('any_amount', GARAGE))).toBe(
    '2026-12-01T12:00:00.000Z',
  );
  expect(from(lease('nothing', FLAT, '2026-11-23'), lease('any_amount', '2026-12-01'))).toBe(
    '2026-11-30T10:00:00.000Z',
  );
});

test('a block that was read before its lease ended stands no longer than the lease', () => {
  const read = { accepts_payments: false, accepts_payments_from: '2026-12-01T12:00:00.000Z' };
  expect(acceptsPayments(read, new Date('2026-12-01T11:59:59.999Z'))).toBe(false);
  expect(acceptsPayments(read, new Date('2026-12-01T12:00:00.000Z'))).toBe(true);
  for (const none of [
    { accepts_payments: false },
    { accepts_payments: false, accepts_payments_from: null },
  ]) {
    expect(acceptsPayments(none, new Date('2099-01-01'))).toBe(false);
  }
  // As the version before stored it.
  expect(acceptsPayments({}, new Date())).toBe(true);
});
