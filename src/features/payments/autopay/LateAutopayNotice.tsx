import type { OwnLease } from '../../../../contract/leases/lease.ts';
import { lateAutopay } from '../../../../contract/payments/lateAutopay.ts';
import { moneyText } from '../../../ui/data/Money.tsx';
import { isoDay, timeText } from '../../../ui/data/Time.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';

interface LateAutopayNoticeProps {
  leases: readonly OwnLease[];
  /** From 1 to 31; null for the day on which the rent is due. */
  chargeDay: number | null;
}

/** Warns of the late fee that comes before autopay charges the rent on a chosen day; nothing where none comes. */
export function LateAutopayNotice({ leases, chargeDay }: LateAutopayNoticeProps) {
  const late = lateAutopay(leases, chargeDay, isoDay());
  if (!late) return <></>;
  const [due, from, charged] = [late.due_on, late.late_on, late.charged_on].map((day) => timeText(day));
  return (
    <Banner type="warning">
      {`Rent of ${moneyText(late.rent)}, due ${due}, is late from ${from}. Charged on ${charged}, it bears a late fee of ${moneyText(late.fee)}, and so does each month’s after it. Choose an earlier day to avoid that.`}
    </Banner>
  );
}
