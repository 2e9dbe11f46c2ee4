import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chargeOfMonth,
  PRORATIONS,
  unpostedCharges,
  type LeaseTerm,
  type RecurringCharge,
} from '../../contract/leases/leaseSchedule.ts';

const DAY = 86_400_000;

/** Every day from one to another, both included. */
function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let time = Date.parse(first); time <= Date.parse(last); time += DAY) {
    days.push(new Date(time).toISOString().slice(0, 10));
  }
  return days;
}

/**
 * What a lease posts up to a day, told day by day: a month's charge falls due on the first day that the lease covers on
 * which the due day has come, or on the last day of the month or the lease.
 */
function toldByDays({ starts, ends, proration }: LeaseTerm, charge: RecurringCharge, until: string) {
  const { amount, due_day, from_month, to_month, posted_through } = charge;
  const covered = daysBetween(starts, ends ?? '2032-12-31');
  const months = new Map<string, string[]>();
  for (const day of covered) {
    const month = day.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), day]);
  }
  const charges = [...months].flatMap(([month, days]) => {
    const first = `${month}-01`;
    if (first < from_month || (to_month !== null && first > to_month)) return [];
    if (posted_through !== null && first <= posted_through) return [];
    const length = daysBetween(first, `${month}-31`).filter((day) => day.startsWith(month)).length;
    const due_on = days.find((day) => Number(day.slice(8)) >= due_day) ?? days.at(-1) ?? '';
    const cents = BigInt(Math.round(amount * 100));
    const count = BigInt(days.length);
    const fractions = {
      actual_days: [cents * count, BigInt(length)],
      thirty_day_month: [cents * (count > 30n ? 30n : count), 30n],
      days_of_year: [cents * 12n * count, 365n],
    } as const;
    const [over, under] = days.length === length ? ([cents, 1n] as const) : fractions[proration];
    // Half a cent counts as a whole one.
    const rounded = Number((over * 10n + under * 5n) / (under * 10n));
    return rounded > 0 ? [{ month: first, due_on, cents: rounded, days: days.length }] : [];
  });
  return charges.filter(({ due_on }) => due_on <= until);
}

const day = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true });
const dayText = day.map((date) => date.toISOString().slice(0, 10));
const monthText = dayText.map((text) => `${text.slice(0, 8)}01`);

test('every month of any lease is charged as if its days were counted one by one', () => {
  fc.assert(
    fc.property(
      fc.record({
        starts: dayText,
        length: fc.option(fc.integer({ min: 0, max: 900 })),
        proration: fc.constantFrom(...PRORATIONS),
        cents: fc.integer({ min: 1, max: 100_000_000 }),
        due_day: fc.integer({ min: 1, max: 31 }),
        from_month: monthText,
        months: fc.option(fc.integer({ min: 0, max: 30 })),
        posted: fc.option(monthText),
        until: dayText,
      }),
      ({ starts, length, proration, cents, due_day, from_month, months, posted, until }) => {
        const ends =
          length === null ? null : new Date(Date.parse(starts) + length * DAY).toISOString().slice(0, 10);
        const [year = 0, month = 1] = from_month.split('-').map(Number);
        const to_month =
          months === null ? null : new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
        const term = { starts, ends, proration };
        const charge = { amount: cents / 100, due_day, from_month, to_month, posted_through: posted };
        expect(unpostedCharges(term, charge, until)).toEqual(toldByDays(term, charge, until));
      },
    ),
    { numRuns: Number(process.env.CALENDAR_RUNS ?? 500) },
  );
});

const rent = { amount: 1450, due_day: 1, from_month: '2026-01-01', to_month: null, posted_through: null };
const open = { starts: '2026-01-01', ends: null, proration: 'actual_days' } as const;

test.each([
  ['2026-02-01', '2026-02-28'],
  ['2028-02-01', '2028-02-29'],
  ['2026-04-01', '2026-04-30'],
  ['2026-05-01', '2026-05-31'],
])('what is due on the 31st is due on the last day of %s', (month, due_on) => {
  expect(chargeOfMonth(open, { ...rent, due_day: 31 }, month)).toMatchObject({ due_on, cents: 145_000 });
});

test.each([
  // 17 days of March, the 15th to the 31st.
  ['actual_days', 79_516],
  ['thirty_day_month', 82_167],
  ['days_of_year', 81_041],
] as const)('the month of moving in is prorated by %s', (proration, cents) => {
  const term = { ...open, starts: '2026-03-15', proration };
  expect(chargeOfMonth(term, rent, '2026-03-01')).toEqual({
    month: '2026-03-01',
    due_on: '2026-03-15',
    cents,
    days: 17,
  });
  expect(chargeOfMonth(term, rent, '2026-04-01')).toMatchObject({ due_on: '2026-04-01', cents: 145_000 });
});

test('the month of moving out is charged up to the last day, and due on it at the latest', () => {
  const term = { ...open, ends: '2026-04-10' };
  expect(chargeOfMonth(term, { ...rent, due_day: 15 }, '2026-04-01')).toEqual({
    month: '2026-04-01',
    due_on: '2026-04-10',
    cents: 48_333,
    days: 10,
  });
  expect(chargeOfMonth(term, rent, '2026-05-01')).toBeUndefined();
});

test('a month of 30 of its 31 days is no more than a whole one', () => {
  const term = { ...open, starts: '2026-05-02', proration: 'thirty_day_month' } as const;
  expect(chargeOfMonth(term, rent, '2026-05-01')).toMatchObject({ cents: 145_000, days: 30 });
});
