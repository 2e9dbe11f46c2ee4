import { openChargesOf } from '../../../contract/ledger/allocations.ts';
import { balanceOf } from '../../../contract/ledger/balances.ts';
import { ENTRY_KINDS } from '../../../contract/ledger/entryKinds.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import type { OwnLease } from '../../../contract/leases/lease.ts';
import { askedShare } from '../../../contract/leases/ownShares.ts';
import { paymentPolicyOf } from '../../../contract/leases/paymentPolicy.ts';
import type { Owed } from '../../../contract/payments/owed.ts';
import { toCents } from '../../../contract/values/money.ts';
import { isoDay } from '../../ui/data/Time.tsx';

/**
 * What a whole ledger owes, in cents, by the leases that one is billed for.
 * @param ownProcessing what the bank is processing of one’s own payments
 */
export function ownOwed(
  entries: readonly Transaction[],
  { leases, ownProcessing }: { leases: readonly OwnLease[]; ownProcessing: number },
): Owed {
  const billed = leases.filter((lease) => lease.billed);
  const charges = openChargesOf(entries) ?? [];
  const sum = (of: typeof charges) => of.reduce((cents, { open }) => cents + open, 0);
  const others = billed.reduce((cents, { shares }) => cents + toCents(shares?.others_processing ?? 0), 0);
  return {
    policy: paymentPolicyOf(billed, isoDay()),
    balance: balanceOf(entries),
    processing: ownProcessing + others,
    ownProcessing,
    open: sum(charges),
    openRent: sum(charges.filter(({ entry }) => entry.type === ENTRY_KINDS.rent.type)),
    share: askedShare(billed),
  };
}
