import type { NewLeaseCharge } from '../../../../contract/leases/lease.ts';
import type { Proration } from '../../../../contract/leases/leaseSchedule.ts';
import { PAYMENT_POLICIES } from '../../../../contract/leases/paymentPolicy.ts';
import { isExact, toCents } from '../../../../contract/values/money.ts';
import { parseAmount, parseNumber } from '../../../../contract/values/parseNumber.ts';
import { isDay } from '../../../../contract/values/text.ts';
import { UpcomingCharges } from '../UpcomingCharges.tsx';

interface FirstChargesProps {
  /** As the fields have them. */
  values: Record<'starts' | 'ends' | 'amount' | 'due_day' | 'from_month', string> & { proration: Proration };
  /** What it charges beside rent, from the same month on. */
  also?: readonly Omit<NewLeaseCharge, 'from_month'>[] | undefined;
}

/** The next charges of the lease as it is typed, once there is enough to tell. */
export function FirstCharges({
  values: { starts, ends, amount, due_day, from_month, proration },
  also = [],
}: FirstChargesProps) {
  const dollars = parseAmount(amount);
  const day = parseNumber(due_day);
  const isWhole = Number.isInteger(day) && day >= 1 && day <= 31;
  if (!isDay(starts) || (ends !== '' && !isDay(ends))) return <></>;
  if (!isWhole || !(dollars > 0) || !isExact(toCents, dollars)) return <></>;
  const rent = { kind: 'rent', amount: dollars, due_day: day } as const;
  const charges = [rent, ...also].map((charge, id) => ({
    ...{ id, description: null, from_month, to_month: null, posted_through: null },
    ...charge,
  }));
  return (
    <section aria-labelledby="preview" className="rounded-control bg-sunken px-4 py-3">
      <h2 id="preview" className="mb-2 text-sm font-semibold">
        First charges
      </h2>
      <UpcomingCharges
        leases={[{ starts, ends: ends || null, proration, charges }]}
        policy={PAYMENT_POLICIES[0]}
        none="Nothing is charged in this time."
      />
    </section>
  );
}
