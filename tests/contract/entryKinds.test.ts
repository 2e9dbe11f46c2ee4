import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  CHARGE_TYPES,
  CREDIT_TYPES,
  ENTRY_KINDS,
  entryKind,
  HANDED_OVER,
  PAYMENT_TYPES,
  REFUND_TYPES,
} from '../../contract/ledger/entryKinds.ts';
import { reversalProblem } from '../../contract/ledger/ledger.ts';

const types = Object.values(ENTRY_KINDS).map(({ type }) => type);

test('the types of entries are those of existing ledgers, in the order of the forms', () => {
  expect(CHARGE_TYPES).toEqual(['Late Fee', 'Damage Fee', 'Parking Fee', 'Misc Charge']);
  expect(PAYMENT_TYPES).toEqual(['Check', 'Cash', 'Money Order', 'Other', 'Bank Transfer']);
  expect(HANDED_OVER).toEqual(['Check', 'Cash', 'Money Order', 'Other']);
  expect(CREDIT_TYPES).toEqual(['Concession', 'Account Credit', 'Write-off']);
  expect(REFUND_TYPES).toEqual(['Check Refund', 'Cash Refund', 'Other Refund']);
  const inNoForm = types.filter((type) => !entryKind(type)!.form);
  expect(inNoForm).toEqual([
    ...['Rent', 'Parking', 'Pet', 'Storage', 'Other Charge', 'Lease Credit', 'Utility', 'Opening Balance'],
    ...['Opening Credit', 'Returned Payment Fee'],
    ...['Deposit Applied', 'Card Payment', 'Card Refund', 'Card Dispute'],
    ...['Bank Payment', 'Bank Refund', 'Bank Return', 'Reversal'],
  ]);
});

test('an entry may be reversed unless its kind forbids it or it is a reversal', () => {
  const codes = (reverses: number | null) =>
    Object.fromEntries(types.map((type) => [type, reversalProblem({ type, reverses })?.code]));
  expect(codes(null)).toMatchObject({ Rent: undefined, Cash: undefined, 'Card Payment': 'card_entry' });
  expect(codes(null)).toMatchObject({ 'Deposit Applied': 'deposit_entry', Reversal: 'is_reversal' });
  expect(codes(7)).toMatchObject({ Reversal: 'is_reversal', 'Card Refund': 'card_entry' });
  expect(reversalProblem({ type: 'A type of a later version', reverses: null })).toBeUndefined();
});

/** A request may be of another category and an entry for another purpose, as a payment may be of another type. */
const isCategory = (file: string, line: string) =>
  (file.endsWith('requestDetails.ts') && line.trim() === "'Other',") ||
  (file.endsWith('entryNotice.ts') && line.includes('ENTRY_PURPOSES = '));

test('the types of entries are written only in contract/ledger/entryKinds.ts', () => {
  const quoted = new RegExp(`(['"])(?:${types.join('|')})\\1`);
  const sources = ['contract', 'server', 'src', 'sw', 'stripe-stand-in'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  );
  const searched = sources.filter((file) => /\.(?:tsx?|js)$/.test(file) && !file.endsWith('entryKinds.ts'));
  const found = searched.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const isComment = /^\s*(?:\/?\*|\/\/)/.test(line);
        return !isComment && quoted.test(line) && !isCategory(file, line)
          ? [`${file}:${index + 1} ${line.trim()}`]
          : [];
      }),
  );
  expect(searched.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});
