import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAYMENT_POLICIES } from '../../../contract/leases/paymentPolicy.ts';
import type { BilledLease } from '../../../contract/payments/autopaySchedule.ts';
import {
  autopayAmount,
  dueOf,
  leastPayment,
  owedOn,
  shareText,
  shareToPay,
  type Owed,
} from '../../../contract/payments/owed.ts';

const share = {
  ...{ asked: 87_000, whole: 87_000, total: 145_000, open: 145_000 },
  ...{ ahead: 0, credited: 0, percent: 60 },
};
const owed: Owed = {
  ...{ policy: 'full_balance', balance: 145_000, processing: 0, ownProcessing: 0, openRent: 145_000 },
  ...{ open: 145_000, share },
};
const LIMIT = 200_000;

test('autopay charges the share, whatever the lease accepts in part, and says how it comes about', () => {
  for (const policy of ['full_balance', 'any_amount', 'at_least_rent'] as const) {
    expect(autopayAmount({ ...owed, policy }, LIMIT)).toEqual({ cents: 87_000 });
  }
  expect(autopayAmount({ ...owed, policy: 'nothing' }, LIMIT)).toEqual({
    cents: 87_000,
    refused: 'not_accepted',
  });
  expect(shareText(owed)).toBe('your share of 60 %, $870.00 of $1,450.00');
  expect(shareText({ ...owed, share: { ...share, percent: undefined } })).toBe(
    'your share, $870.00 of $1,450.00',
  );
  expect(shareText({ ...owed, share: undefined })).toBeUndefined();
});

test('a limit below the share charges what the lease accepts, or nothing', () => {
  expect(autopayAmount(owed, 80_000)).toEqual({ cents: 87_000, refused: 'over_limit' });
  expect(autopayAmount({ ...owed, policy: 'any_amount' }, 80_000)).toEqual({ cents: 80_000 });
});

test('what is owed beside the lease is charged whole, and is not the share', () => {
  const both = { ...owed, balance: 150_000, open: 150_000 };
  expect([dueOf(both), shareToPay(both), leastPayment(both)]).toEqual([92_000, 87_000, 87_000]);
  const paid = { ...both, balance: 63_000, open: 63_000, share: { ...share, asked: 0, open: 58_000 } };
  expect(autopayAmount(paid, LIMIT)).toEqual({ cents: 5_000 });
});

test('what the bank processes of one’s own is not charged again, and what others pay leaves at most the rest', () => {
  expect(dueOf({ ...owed, processing: 87_000, ownProcessing: 87_000 })).toBe(0);
  expect(dueOf({ ...owed, processing: 58_000 })).toBe(87_000);
  expect(dueOf({ ...owed, processing: 145_000 })).toBe(0);
  expect(dueOf({ ...owed, processing: 100_000, ownProcessing: 42_000 })).toBe(45_000);
});

test('the share of a coming rent is told, without what was paid or credited ahead', () => {
  const lease: BilledLease = {
    ...{ starts: '2026-01-01', ends: null, proration: 'actual_days', paused: false },
    shares: { of: [60, 40], own: 0 },
    charges: [
      {
        kind: 'rent',
        amount: 1450,
        due_day: 1,
        from_month: '2026-01-01',
        to_month: null,
        posted_through: '2026-11-01',
      },
    ],
  };
  const nothing = {
    ...owed,
    ...{ balance: 0, openRent: 0, open: 0, share: { ...share, asked: 0, whole: 0, total: 0, open: 0 } },
  };
  const on = (now: Owed) => owedOn(now, [lease], '2026-12-01');
  expect([dueOf(on(nothing)), shareText(on(nothing))]).toEqual([87_000, shareText(owed)]);
  const ahead = { ...nothing, balance: -10_000, share: { ...nothing.share, ahead: 10_000 } };
  expect(dueOf(on(ahead))).toBe(77_000);
  const credited = { ...nothing, balance: -10_000, share: { ...nothing.share, credited: 10_000 } };
  expect([dueOf(on(credited)), shareText(on(credited))]).toEqual([
    81_000,
    'your share of 60 %, $810.00 of $1,350.00',
  ]);
});

test('never more than the limit, or than nobody pays yet, nor less than a card can be charged', () => {
  const cents = fc.integer({ min: 0, max: 300_000 });
  fc.assert(
    fc.property(
      fc.record({
        policy: fc.constantFrom(...PAYMENT_POLICIES),
        balance: cents,
        others: cents,
        own: cents,
        asked: cents,
      }),
      fc.integer({ min: 100, max: 300_000 }),
      ({ policy, balance, others, own, asked }, limit) => {
        const open = Math.max(balance, asked);
        const given = {
          policy,
          balance,
          processing: others + own,
          ownProcessing: own,
          openRent: balance,
          open,
        };
        const { cents: charged, refused } = autopayAmount(
          { ...given, share: { ...share, asked, open } },
          limit,
        );
        if (refused) return;
        expect(charged).toBeGreaterThanOrEqual(50);
        expect(charged).toBeLessThanOrEqual(Math.min(limit, balance - others - own, asked - own));
      },
    ),
  );
});
