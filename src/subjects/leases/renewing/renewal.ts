import type { Lease, NewLeaseCharge } from '../../../../contract/leases/lease.ts';
import { addDays, addMonths, dayOf, monthOf } from '../../../../contract/values/calendar.ts';
import { firstMonth, type TypedLease } from '../newLease/typedLease.ts';

/** A lease that has a last day. */
export type EndingLease = Lease & { ends: string };

/** The lease after one that ends: for as many whole months as that one had, with the rent that it charges at its end. */
export function renewalOf(lease: EndingLease): TypedLease {
  const { unit_id, tenants, proration, occupants = [], guarantors = [] } = lease;
  const starts = addDays(lease.ends, 1);
  const rent = chargesAtEnd(lease).find(({ kind }) => kind === 'rent');
  return {
    unit_id: String(unit_id),
    billed: String(tenants[0]?.id ?? ''),
    starts,
    ends: addDays(monthsLater(starts, monthsOf(lease)), -1),
    amount: rent ? String(rent.amount) : '',
    due_day: String(rent?.due_day ?? 1),
    from_month: firstMonth(starts),
    proration,
    // What is held stays with the lease for which it was received.
    deposit_required: '',
    occupants: occupants.join('\n'),
    guarantors: guarantors.join('\n'),
  };
}

/** What a lease charges beside rent at its end, which goes on with the next one. */
export function goesOn(lease: EndingLease): Omit<NewLeaseCharge, 'from_month'>[] {
  return chargesAtEnd(lease)
    .filter(({ kind }) => kind !== 'rent')
    .map(({ kind, description, amount, due_day }) => ({
      ...{ kind, amount, due_day },
      ...(description === null ? {} : { description }),
    }));
}

function chargesAtEnd({ charges, ends }: EndingLease) {
  const last = monthOf(ends);
  return charges.filter(({ from_month, to_month }) => from_month <= last && (to_month ?? last) >= last);
}

/** How many whole months a lease has, at least one. */
function monthsOf({ starts, ends }: EndingLease): number {
  const after = addDays(ends, 1);
  let months = 1;
  while (monthsLater(starts, months + 1) <= after) months += 1;
  return months;
}

/** The same day of another month, or its last one. */
function monthsLater(day: string, months: number): string {
  return dayOf(addMonths(monthOf(day), months), Number(day.slice(8)));
}
