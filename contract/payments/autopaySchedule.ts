import type { Autopay, AutopayRun } from './autopay.ts';
import { addDays, addMonths, dayOf, monthOf } from '../values/calendar.ts';
import { toCents } from '../values/money.ts';
import { chargeOfMonth } from '../leases/leaseSchedule.ts';
import type { LeaseTerm, RecurringCharge } from '../leases/leaseSchedule.ts';
import type { OwnShares } from '../leases/ownShares.ts';

/** A lease that somebody pays for. */
export type BilledLease = LeaseTerm & {
  paused: boolean;
  /** How what it charges is divided; null where it has no shares. */
  shares?: Pick<OwnShares, 'of' | 'own'> | null | undefined;
  charges: readonly (RecurringCharge & { kind: string })[];
};

/** Those of one’s leases that one pays for: those that one is billed for, or, where there are none, that one rents by. */
export function paidLeases<L extends { billed: boolean }>(own: readonly L[]): readonly L[] {
  const billed = own.filter((lease) => lease.billed);
  return billed.length > 0 ? billed : own;
}

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

/** The day from which the month of the latest try is tried again; undefined where it is not, or not any more. */
function tryAgainOf(last_run: Pick<AutopayRun, 'next_try'> | null, today: string): string | undefined {
  const again = last_run?.next_try;
  return again && addDays(again, MADE_UP_FOR) >= today ? again : undefined;
}

/** In cents: what the month of the next charge was charged already, which counts towards its limit. */
export function chargedAlready(
  { last_run, charged = 0 }: { last_run: Pick<AutopayRun, 'next_try'> | null; charged?: number | undefined },
  today: string,
): number {
  return tryAgainOf(last_run, today) === undefined ? 0 : toCents(charged);
}

/** How far ahead a charge is looked for, in months. */
const AHEAD = 12;

/** The next day on which autopay charges, from a day on; undefined where it is not on, or nothing is to come. */
export function nextAutopay(
  { state, charge_day, since, last_run }: Pick<Autopay, 'state' | 'charge_day' | 'since' | 'last_run'>,
  leases: readonly BilledLease[],
  today: string,
): string | undefined {
  if (state !== 'on') return undefined;
  const again = tryAgainOf(last_run, today);
  if (again !== undefined) return again < today ? today : again;
  for (let ahead = 0; ahead <= AHEAD; ahead++) {
    const month = addMonths(monthOf(today), ahead);
    const day = autopayDay(month, charge_day, leases);
    if (day === undefined || day < today || (since !== null && day <= since)) continue;
    if (!last_run || last_run.period < month) return day;
  }
  return undefined;
}
