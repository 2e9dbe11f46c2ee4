import { LARGEST_CHARGE, type Autopay } from '../../../../contract/payments/autopay.ts';
import { toDollars } from '../../../../contract/values/money.ts';
import { planText } from '../../../subjects/payments/autopayText.ts';
import { useAutopayPlan } from '../../../subjects/payments/useAutopayPlan.ts';
import { isoDay } from '../../../ui/data/Time.tsx';

interface NextChargeProps {
  autopay: Autopay;
  /** From 1 to 31; null for the day on which the rent is due. */
  chargeDay: number | null;
  /** Dollars; NaN while none is typed. */
  limit: number;
}

/** What autopay charges next by the day and the limit that are typed. */
export function NextCharge({ autopay, chargeDay, limit }: NextChargeProps) {
  const max_amount = limit >= 1 ? limit : toDollars(LARGEST_CHARGE);
  const typed: Autopay = { ...autopay, state: 'on', charge_day: chargeDay, max_amount, since: isoDay() };
  const plan = useAutopayPlan(typed);
  const text = plan && planText(plan, typed);
  return <p role="status">{text ?? 'Nothing will be due, as far as this device knows.'}</p>;
}
