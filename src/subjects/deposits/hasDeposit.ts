import type { OwnLease } from '../../../contract/leases/lease.ts';

/** Whether a deposit was agreed for a lease, or is held. */
export function hasDeposit({ deposit_required, deposit_held = 0 }: OwnLease): boolean {
  return deposit_required != null || deposit_held > 0;
}
