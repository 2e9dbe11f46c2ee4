import { expect, test } from 'vitest';
import { RecordedPayment, Transaction } from '../../../contract/ledger/ledger.ts';
import { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { createdWith } from '../../../contract/values/text.ts';

const RENT = {
  ...{ id: 7, user_id: 2, unit_id: 1, amount: 1450, type: 'Rent', description: 'Rent' },
  created_at: '2026-11-01T05:00:00Z',
};
const NOTHING = {
  ...{ effective_on: null, reverses: null, reversed_by: null, utility: null, card: null, lease: null },
  ...{ pays: null, late_fee: null, reference: null, receipt_number: null, created_with: null },
};

test('an entry whose answer leaves out what it does not have is read as one that says so', () => {
  expect(Transaction.parse(RENT)).toEqual({ ...RENT, ...NOTHING });
  expect(Transaction.parse({ ...RENT, ...NOTHING })).toEqual({ ...RENT, ...NOTHING });
});

test('a payment’s answer of an older server is understood, which knows no receipt numbers', () => {
  expect(RecordedPayment.parse({ ...RENT, fees_paid_in_time: [] })).toMatchObject(NOTHING);
});

test('a record that no outbox wrote may come without its key', () => {
  expect(createdWith.parse(undefined)).toBeNull();
  expect(MaintenanceRequest.shape.created_with.parse(undefined)).toBeNull();
});

test('a field of an entry that has another form is refused', () => {
  expect(Transaction.safeParse({ ...RENT, reverses: 'the last one' }).success).toBe(false);
});
