import { compareTimes } from '../../../contract/values/calendar.ts';
import type { Lease, LeaseCharge, OwnLease } from '../../../contract/leases/lease.ts';
import { nextCharges, type ScheduledCharge } from '../../../contract/leases/leaseSchedule.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { LateFeeNotice } from './LateFeeNotice.tsx';
import { prorationText } from './prorationText.ts';
import { scheduledName } from './scheduledName.ts';
import { Money } from '../../ui/data/Money.tsx';
import { Time } from '../../ui/data/Time.tsx';

/** How many are shown. */
const NEXT = 3;

/** A lease that a phone stored before there were late fees has none. */
type ChargedLease = Pick<Lease, 'starts' | 'ends' | 'proration' | 'charges'> &
  Partial<Pick<OwnLease, 'late_fees' | 'property_late_fees'>>;

interface UpcomingChargesProps {
  /** One or more, of which one may begin when another ends. */
  leases: readonly ChargedLease[];
  /** What who is billed may pay. */
  policy: PaymentPolicy;
  /** Shown where nothing more is charged. */
  none: string;
  /** When the server last answered the leases. */
  asOf?: Date | undefined;
}

/**
 * The next three charges of leases: the day, what it is for, how a part of a month is counted, the amount, and when rent is
 * late.
 */
export function UpcomingCharges({ leases, policy, none, asOf }: UpcomingChargesProps) {
  const charges = leases
    .flatMap((lease) => nextCharges(lease, NEXT).map((next) => ({ ...next, lease })))
    .sort((a, b) => compareTimes(a.due_on, b.due_on))
    .slice(0, NEXT);
  if (charges.length === 0) return <p className="text-muted">{none}</p>;
  return (
    <ul role="list" className="-my-2 divide-y divide-line">
      {charges.map((next) => (
        <li
          key={`${next.charge.id} ${next.month}`}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3"
        >
          <span className="min-w-0 flex-[1_1_9rem]">
            <span className="block font-semibold wrap-anywhere">{scheduledName(next)}</span>
            <span className="block text-sm text-muted">
              Due <Time value={next.due_on} />
            </span>
            <PartOfMonth {...next} proration={next.lease.proration} />
            {next.charge.kind === 'rent' && (
              <LateFeeNotice
                rules={next.lease}
                due_on={next.due_on}
                cents={next.cents}
                {...{ policy, asOf }}
              />
            )}
          </span>
          <Money cents={next.cents} className="font-semibold" />
        </li>
      ))}
    </ul>
  );
}

/** The next charges where management has paused those of a lease: the others, and that these may come later. */
export function PausedCharges({
  leases,
  policy,
  asOf,
}: Pick<UpcomingChargesProps, 'policy' | 'asOf'> & {
  leases: readonly (ChargedLease & Pick<Lease, 'paused'>)[];
}) {
  const others = leases.filter(({ paused }) => !paused);
  return (
    <>
      <p className="text-muted">
        Management has paused your charges. What falls due meanwhile may be charged later.
      </p>
      {others.length > 0 && (
        <UpcomingCharges leases={others} {...{ policy, asOf }} none="Nothing else is planned." />
      )}
    </>
  );
}

function PartOfMonth({
  charge,
  month,
  days,
  proration,
}: ScheduledCharge<LeaseCharge> & Pick<Lease, 'proration'>) {
  const text = prorationText({ month, days, proration, fullCents: toCents(charge.amount) });
  return text ? <span className="block text-sm text-muted">{text}</span> : <></>;
}
