import { firstFee, lateFeeRuleOn, lateOn, type LateFeeRule } from '../../../contract/leases/lateFee.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { moneyText } from '../../ui/data/Money.tsx';
import { isoDay, Time } from '../../ui/data/Time.tsx';

interface LateFeeNoticeProps {
  /** Of the lease, and of its property. */
  rules: { late_fees?: readonly LateFeeRule[]; property_late_fees?: readonly LateFeeRule[] };
  /** While nothing is accepted, no fee comes. */
  policy: PaymentPolicy;
  due_on: string;
  /** From when the days to pay count, where the rent was posted after it was due. */
  posted_on?: string;
  /** What is not paid of the rent, in cents. */
  cents: number;
  /** When that was known. Rent may have been paid since, so that nobody knows that it is late. */
  asOf?: Date | undefined;
}

/** Which fees come from which day on unless the rent is paid; nothing where no more come. */
export function LateFeeNotice(props: LateFeeNoticeProps) {
  const { rules, policy, due_on, posted_on = due_on, cents, asOf } = props;
  const { late_fees = [], property_late_fees = [] } = rules;
  const rule = lateFeeRuleOn(due_on, { lease: late_fees, property: property_late_fees });
  if (!rule || policy === 'nothing') return <></>;
  const late = lateOn(rule, posted_on > due_on ? posted_on : due_on);
  const fee = firstFee(rule, cents);
  const { daily_amount, daily_cap } = rule;
  const daily =
    daily_amount !== null &&
    `${moneyText(toCents(daily_amount))} a day, at most ${moneyText(toCents(daily_cap ?? 0))}`;
  const isLate = late <= isoDay();
  if (isLate && asOf && isoDay(asOf) < late) return <></>;
  if (fee === 0 || (isLate && !daily)) return <></>;
  return (
    <span className="block text-sm text-muted">
      {isLate ? 'Late since' : 'Late from'} <Time value={late} />: {!isLate && `${moneyText(fee)} fee`}
      {!isLate && daily && ', then '}
      {daily}
      {!isLate && daily && ' more'}
    </span>
  );
}
