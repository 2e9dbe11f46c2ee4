import type { Transaction } from '../../../contract/ledger.ts';
import { toCents } from '../../../contract/money.ts';

/** Integer cents: what is owed, or, below 0, what is to the person's credit. */
export function balanceOf(transactions: Pick<Transaction, 'amount'>[]): number {
  return transactions.reduce((cents, { amount }) => cents + toCents(amount), 0);
}
