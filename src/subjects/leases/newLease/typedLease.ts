import type { NewLeaseCharge } from '../../../../contract/leases/lease.ts';
import { PRORATIONS, type Proration } from '../../../../contract/leases/leaseSchedule.ts';
import { addMonths, monthOf } from '../../../../contract/values/calendar.ts';
import { parseAmount, parseNumber } from '../../../../contract/values/parseNumber.ts';
import { isDay } from '../../../../contract/values/text.ts';
import { isoDay } from '../../../ui/data/Time.tsx';
import { namesIn } from './typedNames.ts';

/** A new lease, as the fields have it. */
export interface TypedLease {
  unit_id: string;
  billed: string;
  starts: string;
  ends: string;
  amount: string;
  due_day: string;
  from_month: string;
  proration: Proration;
  /** A name a line. */
  occupants: string;
  guarantors: string;
}

/** How the body names the form's fields. */
export const NAMED = {
  tenant_ids: 'billed',
  'charges.0.amount': 'amount',
  'charges.0.due_day': 'due_day',
  'charges.0.from_month': 'from_month',
} as const;

/** A lease that begins today and goes on. */
export function blankLease(): TypedLease {
  const today = isoDay();
  return {
    unit_id: '',
    billed: '',
    starts: today,
    ends: '',
    amount: '',
    due_day: '1',
    from_month: firstMonth(today),
    proration: PRORATIONS[0],
    occupants: '',
    guarantors: '',
  };
}

/** The month of moving in; next month for a lease that runs already, whose past months are in the ledger. */
export function firstMonth(starts: string): string {
  const now = monthOf(isoDay());
  const month = monthOf(starts);
  return isDay(starts) && month >= now ? month : addMonths(now, 1);
}

/** What is sent of a lease of these tenants, with what it charges beside rent, from the first month on as well. */
export function leaseBody(
  typed: TypedLease,
  tenants: readonly number[],
  also: readonly Omit<NewLeaseCharge, 'from_month'>[] = [],
) {
  const { unit_id, billed, starts, ends, amount, due_day, from_month, proration } = typed;
  const others = tenants.filter((id) => String(id) !== billed);
  return {
    unit_id: Number(unit_id),
    tenant_ids: billed ? [Number(billed), ...others] : [],
    starts,
    ends: ends || null,
    proration,
    occupants: namesIn(typed.occupants),
    guarantors: namesIn(typed.guarantors),
    charges: [
      { kind: 'rent' as const, amount: parseAmount(amount), due_day: parseNumber(due_day), from_month },
      ...also.map((charge) => ({ ...charge, from_month })),
    ],
  };
}
