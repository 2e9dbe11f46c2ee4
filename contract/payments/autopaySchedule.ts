import { LARGEST_CHARGE, SMALLEST_CHARGE, type Autopay } from './autopay.ts';
import { addDays, addMonths, dayOf, monthOf } from '../values/calendar.ts';
import { chargeOfMonth, chargesDue } from '../leases/leaseSchedule.ts';
import type { LeaseTerm, RecurringCharge } from '../leases/leaseSchedule.ts';
import { leastPayment, type PaymentPolicy } from '../leases/paymentPolicy.ts';

/** A lease that somebody is billed for. */
export type BilledLease = LeaseTerm & {
  paused: boolean;
  charges: readonly (RecurringCharge & { kind: string })[];
};

/**
 * The day of a month on which autopay charges: the chosen one, or that on which the first rent of the month is due, or the first
 * other charge. Undefined where nothing is charged in the month and no day was chosen.
 */
export function autopayDay(
  month: string,
  charge_day: number | null,
  leases: readonly BilledLease[],
): string | undefined {
  if (charge_day !== null) return dayOf(month, charge_day);
  const due = leases.flatMap((lease) =>
    lease.charges.flatMap(({ kind, ...charge }) => {
      const due_on = chargeOfMonth(lease, charge, month)?.due_on;
      return due_on === undefined ? [] : [{ kind, due_on }];
    }),
  );
  const rent = due.filter(({ kind }) => kind === 'rent');
  return (rent.length > 0 ? rent : due).map(({ due_on }) => due_on).sort()[0];
}

/** For how many days a try is made up for after its day, as when no server ran: its announcement is not much older. */
export const MADE_UP_FOR = 3;

/** How far ahead a charge is looked for, in months. */
const AHEAD = 12;

/** The next day on which autopay charges, from a day on; undefined where it is not on, or nothing is to come. */
export function nextAutopay(
  { state, charge_day, since, last_run }: Pick<Autopay, 'state' | 'charge_day' | 'since' | 'last_run'>,
  leases: readonly BilledLease[],
  today: string,
): string | undefined {
  if (state !== 'on') return undefined;
  const again = last_run?.next_try;
  if (again && addDays(again, MADE_UP_FOR) >= today) return again < today ? today : again;
  for (let ahead = 0; ahead <= AHEAD; ahead++) {
    const month = addMonths(monthOf(today), ahead);
    const day = autopayDay(month, charge_day, leases);
    if (day === undefined || day < today || (since !== null && day <= since)) continue;
    if (!last_run || last_run.period < month) return day;
  }
  return undefined;
}

/** What somebody owes, in cents. */
export interface Owed {
  policy: PaymentPolicy;
  balance: number;
  /** What of it the bank is processing. */
  processing: number;
  /** The rent in it that is not paid. */
  openRent: number;
  /** The share of it that this person is asked for, where shares are set. */
  asked?: number | undefined;
}

/** What autopay charges under a limit, in cents, or why it charges nothing; then `cents` are what was due. */
export function autopayAmount(
  { policy, balance, processing, openRent }: Owed,
  limit: number,
): { cents: number; refused?: 'nothing_due' | 'over_limit' | 'not_accepted' } {
  const due = Math.min(balance - processing, LARGEST_CHARGE);
  if (due < SMALLEST_CHARGE) return { cents: Math.max(due, 0), refused: 'nothing_due' };
  if (policy === 'nothing') return { cents: due, refused: 'not_accepted' };
  const cents = Math.min(due, limit);
  if (cents < Math.min(leastPayment(policy, { balance, processing, openRent }), LARGEST_CHARGE)) {
    return { cents: due, refused: 'over_limit' };
  }
  return { cents };
}

/** What is owed on a day, in cents: what is owed now, and what leases charge until then. */
export function owedOn(owed: Owed, leases: readonly BilledLease[], day: string): Owed {
  const coming = leases.filter(({ paused }) => !paused).flatMap((lease) => chargesDue(lease, day));
  const sum = (charges: typeof coming) => charges.reduce((cents, charge) => cents + charge.cents, 0);
  return {
    ...owed,
    balance: owed.balance + sum(coming),
    openRent: owed.openRent + sum(coming.filter(({ charge }) => charge.kind === 'rent')),
  };
}
