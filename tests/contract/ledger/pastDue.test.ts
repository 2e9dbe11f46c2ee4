import { expect, test } from 'vitest';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { pastDueOf } from '../../../contract/ledger/pastDue.ts';

const TODAY = '2026-11-26';

let ids = 0;
function entry(amount: number, more: Partial<Transaction> = {}): Transaction {
  return {
    ...{ id: (ids += 1), user_id: 2, unit_id: 1, amount, type: 'Rent', description: 'Rent' },
    ...{ created_at: '2026-11-01T05:00:00Z', effective_on: null, reverses: null, reversed_by: null },
    ...{ utility: null, card: null, lease: null, pays: amount < 0 ? [] : null, late_fee: null },
    ...{ reference: null, receipt_number: null, created_with: null },
    ...more,
  };
}
const bill = (due_date: string) => entry(80, { utility: { due_date } as Transaction['utility'] });
const dayOf = (moment: string) => moment.slice(0, 10);
const pastDue = (...entries: Transaction[]) => pastDueOf(entries, TODAY, dayOf);

test('rent is past due from the day after it was due, for as many days', () => {
  expect(pastDue(entry(1450, { effective_on: '2026-11-26' }))).toBeUndefined();
  expect(pastDue(entry(1450, { effective_on: '2026-11-25' }))).toEqual({
    ...{ since: '2026-11-25', days: 1, cents: 145_000 },
  });
  expect(pastDue(entry(1450, { effective_on: '2026-11-01' }))).toMatchObject({ days: 25 });
});

test('a bill of utilities is past due after the day that it names, however long ago it was posted', () => {
  expect(pastDue(bill('2026-12-01'))).toBeUndefined();
  expect(pastDue(bill('2026-11-20'))).toEqual({ since: '2026-11-20', days: 6, cents: 8000 });
});

test('what is due as it is posted is past due from the next day', () => {
  expect(pastDue(entry(25, { created_at: '2026-11-26T15:00:00Z' }))).toBeUndefined();
  expect(pastDue(entry(25, { created_at: '2026-11-24T15:00:00Z' }))).toMatchObject({ days: 2 });
});

test('only what is not paid of a charge is past due, and the oldest of them says since when', () => {
  const october = entry(1450, { effective_on: '2026-10-01' });
  const november = entry(1450, { effective_on: '2026-11-01' });
  const december = entry(1450, { effective_on: '2026-12-01' });
  const paid = entry(-1500, {
    pays: [
      { id: october.id, amount: 1450 },
      { id: november.id, amount: 50 },
    ],
  });
  expect(pastDue(paid, december, november, october)).toEqual({
    ...{ since: '2026-11-01', days: 25, cents: 140_000 },
  });
});

test('nothing is past due where all is paid, and of a ledger that does not tell what is', () => {
  const rent = entry(1450, { effective_on: '2026-11-01' });
  expect(pastDue(rent, entry(-1450, { pays: [{ id: rent.id, amount: 1450 }] }))).toBeUndefined();
  const { pays: _, ...before } = entry(-5);
  expect(pastDue(rent, before as Transaction)).toBeUndefined();
});

test('days are counted across the change of the clocks', () => {
  expect(pastDueOf([entry(5, { effective_on: '2026-10-25' })], '2026-11-08', dayOf)).toMatchObject({
    days: 14,
  });
});
