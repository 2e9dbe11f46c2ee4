import { chargeName, type Lease } from '../../../contract/leases/lease.ts';
import { monthName, monthOf } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { PaymentPolicy } from '../../../contract/leases/paymentPolicy.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { UpcomingCharges } from './UpcomingCharges.tsx';
import { moneyText } from '../../ui/data/Money.tsx';
import { isoDay, Time } from '../../ui/data/Time.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';

/** Whether a tenant has autopay, and by what; nothing where they have none. */
export function AutopayOf({ userId }: { userId: string }) {
  const { data } = useCachedQuery('readUserAutopay', { params: { id: userId } });
  if (!data || data.state === 'off') return undefined;
  const by = data.kind === 'us_bank_account' ? 'bank account' : 'card';
  return (
    <p className="text-muted">
      {data.state === 'on' ? `Autopay is on, by ${by}.` : `Autopay by ${by} is paused.`}
    </p>
  );
}

/** The leases that somebody is a tenant of, with what their properties charge for late rent. */
export function useLeasesOf(userId: string) {
  return useLeases(({ tenants }) => tenants.some(({ id }) => String(id) === userId));
}

/** Some of the leases, with what their properties charge for late rent. */
export function useLeases(isMeant: (lease: Lease) => boolean) {
  const { data = [] } = useCachedQuery('listLeases', {});
  const { data: rules = [] } = useCachedQuery('listLateFees', {});
  return data.filter(isMeant).map((lease) => ({
    ...lease,
    property_late_fees: rules.filter(({ property_id }) => property_id === lease.property_id),
  }));
}

export function isBilled({ tenants }: Lease, userId: string): boolean {
  return String(tenants[0]?.id) === userId;
}

/** Whether a lease accepts nothing: one that has ended only where nothing is accepted still. */
function isBlocking({ payment_policy, ends }: Lease, policy: PaymentPolicy): boolean {
  return payment_policy === 'nothing' && (policy === 'nothing' || ends === null || ends >= isoDay());
}

interface LeasesOfProps {
  userId: string;
  leases: ReturnType<typeof useLeasesOf>;
  policy: PaymentPolicy;
}

/** Their leases: the next charges, and the history of what they charge. */
export function LeasesOf({ userId, leases, policy }: LeasesOfProps) {
  return (
    <>
      {leases.map((lease) => (
        <Card
          key={lease.id}
          title={`Lease of ${unitLabel(lease)}`}
          action={
            <ButtonLink to={`/admin/lease/${lease.id}`} variant="secondary">
              View lease
            </ButtonLink>
          }
        >
          <p className="text-muted">
            <Time value={lease.starts} /> – {lease.ends === null ? 'open' : <Time value={lease.ends} />}
            {lease.paused && ' · posting is paused'}
            {isBlocking(lease, policy) && ' · no payments are accepted'}
          </p>
          <Named as="Occupants" names={lease.occupants} />
          <Named as="Guarantors" names={lease.guarantors} />
          {lease.tenants[0] && !isBilled(lease, userId) ? (
            <p>Billed to {fullNameOf(lease.tenants[0])}.</p>
          ) : (
            <UpcomingCharges leases={[lease]} policy={policy} none="Nothing more is charged." />
          )}
          <Rises lease={lease} />
        </Card>
      ))}
    </>
  );
}

/** Who is named on a lease and neither signs in nor pays; nothing where nobody is. */
function Named({ as, names = [] }: { as: string; names: readonly string[] | undefined }) {
  if (names.length === 0) return <></>;
  return (
    <p className="wrap-anywhere">
      {as}: {names.join(', ')}
    </p>
  );
}

/** What a lease charged before, what it charges until a rise, and the rise, where anything changed or will. */
function Rises({ lease: { charges } }: { lease: Lease }) {
  const now = monthOf(isoDay());
  const before: string[] = [];
  const later: string[] = [];
  for (const charge of charges) {
    const { from_month, to_month, amount } = charge;
    const what = `${chargeName(charge)} ${moneyText(toCents(amount))}`;
    if (to_month !== null && to_month < now) {
      before.push(`${what}, ${monthsText(from_month, to_month)}`);
    } else {
      if (from_month > now) later.push(`From ${monthName(from_month)}: ${what}`);
      if (to_month !== null) later.push(`Until ${monthName(to_month)}: ${what}`);
    }
  }
  const lines = [...(before.length > 0 ? [`Before: ${before.join('; ')}`] : []), ...later];
  // A lease that charges from a later month on, without a change, is told by its next charges.
  if (!charges.some(({ to_month }) => to_month !== null)) return <></>;
  return (
    <ul role="list" className="text-sm text-muted">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function monthsText(first: string, last: string): string {
  return first === last ? monthName(first) : `${monthName(first)} to ${monthName(last)}`;
}
