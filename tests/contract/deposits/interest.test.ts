import { expect, test } from 'vitest';
import type { DepositEntry, DepositRule } from '../../../contract/deposits/deposit.ts';
import { interestDue } from '../../../contract/deposits/interest.ts';

const entry = (
  kind: DepositEntry['kind'],
  amount: number,
  day: string,
  reversed_by: number | null = null,
) => ({
  ...{ kind, amount, day, reversed_by },
});
const received = (amount: number, day: string) => entry('Received', amount, day);
const simple: DepositRule = { return_days: 30, interest: 'simple', percent: 5 };
const yearly: DepositRule = { ...simple, interest: 'yearly' };

test('a deposit earns nothing where the community says so, before it is received, and on its first day', () => {
  const entries = [received(1000, '2026-01-01')];
  expect(interestDue(entries, { ...simple, interest: 'none' }, '2027-01-01')).toBe(0);
  expect(interestDue([], simple, '2027-01-01')).toBe(0);
  expect(interestDue(entries, simple, '2025-12-31')).toBe(0);
  expect(interestDue(entries, simple, '2026-01-01')).toBe(0);
});

test('simple interest is of each day that money was held', () => {
  const entries = [received(1000, '2026-01-01')];
  // $50.00 a year: $13.70 for 100 of 365 days.
  expect(interestDue(entries, simple, '2026-04-11')).toBe(1370);
  expect(interestDue(entries, simple, '2027-01-01')).toBe(5000);
  expect(interestDue(entries, simple, '2029-01-01')).toBe(15_000);
});

test('money that comes later earns from then on, and what is applied or returned no more', () => {
  const entries = [received(600, '2026-01-01'), received(400, '2026-07-02')];
  // 365 days of $600.00 and 183 of $400.00.
  expect(interestDue(entries, simple, '2027-01-01')).toBe(3000 + 1003);
  const returned = [...entries, entry('Returned', -1000, '2026-07-02')];
  // 182 days of $600.00.
  expect(interestDue(returned, simple, '2027-01-01')).toBe(1496);
});

test('yearly interest is added to what bears interest after each year', () => {
  const entries = [received(1000, '2026-01-01')];
  expect(interestDue(entries, yearly, '2027-01-01')).toBe(5000);
  expect(interestDue(entries, yearly, '2028-01-01')).toBe(10_250);
  expect(interestDue(entries, yearly, '2029-01-01')).toBe(15_763);
});

test('interest that was entered is not due again, and an entry that was taken back counts for nothing', () => {
  const entries = [received(1000, '2026-01-01'), entry('Interest', 50, '2027-01-01')];
  expect(interestDue(entries, simple, '2027-01-01')).toBe(0);
  expect(interestDue(entries, simple, '2028-01-01')).toBe(5000);
  const takenBack = [
    ...entries,
    entry('Received', 9000, '2026-01-01', 7),
    entry('Taken Back', -9000, '2026-05-01'),
  ];
  expect(interestDue(takenBack, simple, '2028-01-01')).toBe(5000);
});

test('a year that begins on 29 February ends on the 28th', () => {
  const entries = [received(1000, '2024-02-29')];
  expect(interestDue(entries, simple, '2025-02-28')).toBe(5000);
  expect(interestDue(entries, simple, '2028-02-29')).toBe(20_000);
});

test('the interest of every day is whole cents that never fall, up to the largest deposit', () => {
  for (const rule of [simple, yearly]) {
    for (const amount of [0.01, 33.33, 1_000_000]) {
      let before = 0;
      for (let day = 1; day < 1200; day += 7) {
        const on = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
        const due = interestDue([received(amount, '2026-01-01')], rule, on);
        expect(Number.isSafeInteger(due)).toBe(true);
        expect(due).toBeGreaterThanOrEqual(before);
        before = due;
      }
    }
  }
});
