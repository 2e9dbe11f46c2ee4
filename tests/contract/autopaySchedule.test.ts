import fc from 'fast-check';
import { expect, test } from 'vitest';
import { autopayDay, nextAutopay, type BilledLease } from '../../contract/payments/autopaySchedule.ts';
import { autopayAmount, owedOn } from '../../contract/payments/owed.ts';
import { PAYMENT_POLICIES } from '../../contract/leases/paymentPolicy.ts';

const charge = {
  amount: 1450,
  due_day: 1,
  from_month: '2026-01-01',
  to_month: null,
  posted_through: '2026-11-01',
};
const lease: BilledLease = {
  ...{ starts: '2026-01-01', ends: null, proration: 'actual_days', paused: false },
  charges: [
    { ...charge, kind: 'parking', amount: 60, due_day: 20 },
    { ...charge, kind: 'rent' },
  ],
};
const on = { state: 'on', charge_day: null, since: '2026-01-15', last_run: null } as const;

test.each([
  [31, '2027-02-28'],
  [31, '2028-02-29'],
  [30, '2026-04-30'],
  [1, '2026-12-01'],
])('day %d is %s in its month', (charge_day, day) => {
  expect(autopayDay(`${day.slice(0, 8)}01`, charge_day, [])).toBe(day);
});

test('without a chosen day it is the day of the rent, or of another charge, or none', () => {
  expect(autopayDay('2026-12-01', null, [lease])).toBe('2026-12-01');
  expect(autopayDay('2026-12-01', null, [{ ...lease, charges: [lease.charges[0]!] }])).toBe('2026-12-20');
  expect(autopayDay('2026-12-01', null, [{ ...lease, ends: '2026-11-30' }])).toBeUndefined();
  expect(autopayDay('2026-12-01', null, [])).toBeUndefined();
});

test('the next day is today’s, or that of the next month once this one was tried or has passed', () => {
  expect(nextAutopay(on, [lease], '2026-11-24')).toBe('2026-12-01');
  expect(nextAutopay(on, [lease], '2026-12-01')).toBe('2026-12-01');
  const run = { period: '2026-12-01', attempt: 1, ran_on: '2026-12-01', amount: 5, outcome: 'succeeded', reason: null, next_try: null } as const; // prettier-ignore
  expect(nextAutopay({ ...on, last_run: run }, [lease], '2026-12-01')).toBe('2027-01-01');
  expect(nextAutopay({ ...on, since: '2026-12-01' }, [lease], '2026-12-01')).toBe('2027-01-01');
  const declined = { ...run, outcome: 'declined', next_try: '2026-12-03' } as const;
  expect(nextAutopay({ ...on, last_run: declined }, [lease], '2026-12-02')).toBe('2026-12-03');
  // One that nobody made up for is past.
  expect(nextAutopay({ ...on, last_run: declined }, [lease], '2026-12-20')).toBe('2027-01-01');
  expect(nextAutopay({ ...on, state: 'paused' }, [lease], '2026-11-24')).toBeUndefined();
});

test('what will be owed on a day is what is owed and what leases charge until then', () => {
  const owed = { policy: 'full_balance', balance: 1000, processing: 0, openRent: 0, open: 1000 } as const;
  expect(owedOn(owed, [lease], '2026-12-01')).toMatchObject({ balance: 146000, openRent: 145000 });
  expect(owedOn(owed, [lease], '2026-12-20')).toMatchObject({ balance: 152000, openRent: 145000 });
  expect(owedOn(owed, [{ ...lease, paused: true }], '2026-12-20')).toEqual(owed);
});

test('never more than the limit, what is due, or what the lease accepts as a part', () => {
  const cents = fc.integer({ min: 0, max: 300_000_000 });
  fc.assert(
    fc.property(
      fc.record({
        policy: fc.constantFrom(...PAYMENT_POLICIES),
        balance: cents,
        processing: cents,
        openRent: cents,
      }),
      fc.integer({ min: 100, max: 99_999_999 }),
      (given, limit) => {
        const openRent = Math.min(given.openRent, given.balance);
        const due = given.balance - given.processing;
        const { cents: charged, refused } = autopayAmount({ ...given, openRent, open: given.balance }, limit);
        if (refused) return;
        expect(charged).toBeLessThanOrEqual(Math.min(limit, due));
        expect(charged).toBeGreaterThanOrEqual(50);
        expect(given.policy).not.toBe('nothing');
        if (given.policy === 'full_balance') expect(charged).toBe(Math.min(due, 99_999_999));
        if (given.policy === 'at_least_rent')
          expect(charged).toBeGreaterThanOrEqual(Math.min(openRent - given.processing, due, 99_999_999));
      },
    ),
  );
});
