import { sharedLease, type HomeAccount } from '../../../contract/leases/homeAccount.ts';
import type { OwnLease } from '../../../contract/leases/lease.ts';
import { isoDay } from '../../ui/data/Time.tsx';

/** The lease of a home that another is billed for, with its account. */
export type SharedHome = OwnLease & { home: HomeAccount };

/** The home that somebody pays for and is not billed for; undefined where there is none, or an older version stored the leases. */
export function sharedHome(leases: readonly OwnLease[]): SharedHome | undefined {
  const lease = sharedLease(leases, isoDay());
  return lease?.home ? { ...lease, home: lease.home } : undefined;
}
