import { openChargesOf } from '../../../contract/ledger/allocations.ts';
import { balanceOf } from '../../../contract/ledger/balances.ts';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { Owed } from '../../../contract/payments/autopaySchedule.ts';

/** What a whole ledger owes, in cents, by the policy of its lease and what of it the bank is processing. */
export function ownOwed(
  entries: readonly Transaction[],
  { policy, processing }: Pick<Owed, 'policy' | 'processing'>,
): Owed {
  const rent = (openChargesOf(entries) ?? []).filter(({ entry }) => entry.type === ENTRY_KINDS.rent.type);
  return {
    ...{ policy, processing, balance: balanceOf(entries) },
    openRent: rent.reduce((cents, { open }) => cents + open, 0),
  };
}
