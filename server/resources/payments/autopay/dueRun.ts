import { addDays } from '../../../../contract/values/calendar.ts';
import { autopayDay, MADE_UP_FOR } from '../../../../contract/payments/autopaySchedule.ts';
import { addMonths, monthOf } from '../../../../contract/values/calendar.ts';
import { chargesDue } from '../../../../contract/leases/leaseSchedule.ts';
import { dayIn } from '../../../../contract/values/timeZone.ts';
import { followsHome, nextTryOf, type Candidate } from './queries.ts';

/** A try that is due. */
export interface DueRun {
  /** The first day of the month. */
  period: string;
  attempt: number;
  /** The day at the property. */
  today: string;
  /** Whether it charges what the home asks for alone. */
  of_home: boolean;
}

/**
 * The try of a candidate that is due at a moment, if there is one: the first of a month on its day or up to three days later, or
 * the next after one that failed, or that of the home after what one owes oneself. Nothing while one is on its way, or before what leases charge on the day is posted.
 */
export function dueRun(candidate: Candidate, { zone, now }: { zone: string; now: Date }): DueRun | undefined {
  const { run, leases, charge_day } = candidate;
  const today = dayIn(zone, now);
  if (run?.outcome === null) return undefined;
  const since = dayIn(zone, new Date(candidate.since));
  for (const month of [monthOf(today), addMonths(monthOf(today), -1)]) {
    const day = autopayDay(month, charge_day, leases);
    if (day === undefined || day > today || day <= since || addDays(day, MADE_UP_FOR) < today) continue;
    if (run && run.period >= month) continue;
    const isPosted = leases.every((lease) => lease.paused || chargesDue(lease, today).length === 0);
    return isPosted ? { period: month, attempt: 1, today, of_home: false } : undefined;
  }
  const next = run && nextTryOf(run, zone);
  if (!run || !next || next > today || addDays(next, MADE_UP_FOR) < today) return undefined;
  return { period: run.period, attempt: run.attempt + 1, today, of_home: run.of_home || followsHome(run) };
}
