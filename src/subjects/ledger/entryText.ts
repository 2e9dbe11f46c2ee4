import type { Transaction } from '../../../contract/ledger/ledger.ts';

/** What an entry is for, and who paid it where that is not whose ledger it is. */
export function entryText({ description, payer }: Pick<Transaction, 'description' | 'payer'>): string {
  return payer ? `${description}, paid by ${payer.name}` : description;
}
