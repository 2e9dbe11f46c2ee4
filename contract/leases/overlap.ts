import { dayText } from '../values/calendar.ts';
import type { Lease } from './lease.ts';

/** A lease without a last day goes on. */
type Term = Pick<Lease, 'starts' | 'ends'>;

/** Whether two leases of a unit have a day in common. */
export function overlaps(one: Term, other: Term): boolean {
  return (one.ends === null || other.starts <= one.ends) && (other.ends === null || one.starts <= other.ends);
}

/** Said of a lease of a unit that has this other one on one of its days. */
export function overlapText({ starts, ends }: Term): string {
  const days = ends === null ? `since ${dayText(starts)}` : `from ${dayText(starts)} to ${dayText(ends)}`;
  return `This unit has another lease ${days}. Only one can run at a time.`;
}
