import type { Lease } from '../../../contract/leases/lease.ts';
import { compareTimes } from '../../../contract/values/calendar.ts';

/** The first lease of the same unit that begins after another one; undefined where there is none. */
export function nextLease({ unit_id, starts }: Lease, leases: readonly Lease[]): Lease | undefined {
  const later = leases.filter((each) => each.unit_id === unit_id && each.starts > starts);
  return later.sort((a, b) => compareTimes(a.starts, b.starts))[0];
}
