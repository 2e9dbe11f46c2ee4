import type { OwnLease } from '../leases/lease.ts';
import { firstFee, lateFeeRuleOn, lateOn } from '../leases/lateFee.ts';
import { chargeOfMonth } from '../leases/leaseSchedule.ts';
import { addMonths, compareTimes, monthOf } from '../values/calendar.ts';
import { autopayDay, paidLeases } from './autopaySchedule.ts';

/** A rent that autopay would charge after its days to pay. */
export interface LateAutopay {
  due_on: string;
  /** The day from which the late fee is charged. */
  late_on: string;
  charged_on: string;
  /** In whole cents: the rent, and the first late fee of it. */
  rent: number;
  fee: number;
}

/** How far ahead a rent is looked for, in months. */
const AHEAD = 3;

/**
 * The next rent that bears a late fee before autopay charges it on a chosen day of the month (null: the day on which the rent is
 * due); undefined where it is charged in time, or late rent costs nothing.
 */
export function lateAutopay(
  own: readonly OwnLease[],
  charge_day: number | null,
  today: string,
): LateAutopay | undefined {
  const leases = paidLeases(own);
  const months = Array.from({ length: AHEAD + 1 }, (_, ahead) => addMonths(monthOf(today), ahead));
  const chargeDays = months.flatMap((month) => autopayDay(month, charge_day, leases) ?? []);
  const late = leases
    .filter(({ paused, payment_policy }) => !paused && payment_policy !== 'nothing')
    .flatMap((lease) =>
      lease.charges
        .filter(({ kind }) => kind === 'rent')
        .flatMap((charge) => months.flatMap((month) => chargeOfMonth(lease, charge, month) ?? []))
        .flatMap(({ due_on, cents: rent }) => {
          const rule = lateFeeRuleOn(due_on, { lease: lease.late_fees, property: lease.property_late_fees });
          const charged_on = chargeDays.find((day) => day >= due_on);
          if (due_on <= today || !rule || charged_on === undefined) return [];
          const late_on = lateOn(rule, due_on);
          const fee = firstFee(rule, rent);
          return charged_on < late_on || fee === 0 ? [] : [{ due_on, late_on, charged_on, rent, fee }];
        }),
    );
  return late.toSorted((a, b) => compareTimes(a.due_on, b.due_on))[0];
}
