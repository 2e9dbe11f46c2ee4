import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { chargeName, type Lease } from '../../../contract/lease.ts';
import { monthName, monthOf } from '../../../contract/leaseSchedule.ts';
import { toCents } from '../../../contract/money.ts';
import { paymentPolicyOf, type PaymentPolicy } from '../../../contract/paymentPolicy.ts';
import { balanceOf, type Transaction } from '../../../contract/ledger.ts';
import { unitLabel } from '../../../contract/unit.ts';
import { fullNameOf, type UserWithUnit } from '../../../contract/user.ts';
import { ChangeHistory, type ChangeLabels } from '../../ChangeHistory.tsx';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { Loaded } from '../../Loaded.tsx';
import { withoutQueued } from '../../offline/engine/itemState.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { unsentByTenant, type PaymentItem } from '../../offline/subjects/doorPayments.ts';
import { OpenCharges } from '../../OpenCharges.tsx';
import { UpcomingCharges } from '../../UpcomingCharges.tsx';
import { isoDay, Time, timeText } from '../../ui/data/Time.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Money, moneyText } from '../../ui/data/Money.tsx';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { UnsentPayments } from './door/UnsentPayments.tsx';
import { useDoorPayments } from './door/useDoorPayments.ts';
import { LedgerEntries } from './LedgerEntries.tsx';
import { PaidInTime } from './PaidInTime.tsx';
import { ReturnPayment } from './ReturnPayment.tsx';
import { ReverseEntry } from './ReverseEntry.tsx';
import { waiveFees } from './waiveFees.ts';

const CHANGE_LABELS: ChangeLabels = {
  amount: { label: 'Amount', text: (dollars) => moneyText(toCents(Number(dollars))) },
  type: { label: 'Type' },
  description: { label: 'Description' },
  effective_on: { label: 'Received', text: (day) => timeText(String(day)) },
  reason: { label: 'Reason' },
};

/** `/admin/ledger/:userId`: a user's ledger for managers, who can reverse entries. */
export default function AccountLedger() {
  const { userId = '' } = useParams();
  const { data: tenant } = useCachedQuery('readUser', { params: { id: userId } });
  const read = useCachedQuery('listUserTransactions', { params: { id: userId } });
  // What the late fees of a payment are, the account shows by itself.
  const payments = useDoorPayments(() => Promise.resolve(false));
  const { items } = payments;
  // A payment whose answer is late is listed once: as unsent.
  const data = useMemo(() => read.data && withoutQueued(read.data, items), [read.data, items]);
  const ledger = { ...read, data };
  const leases = useLeasesOf(userId);
  const policy = paymentPolicyOf(
    leases.filter((lease) => isBilled(lease, userId)),
    isoDay(),
  );
  const { busy, notice, forgetNotice, change, succeeded } = useOnlineChange('listUserTransactions');

  return (
    <>
      <PageHeading
        title="Account Ledger"
        description={<TenantSummary {...{ userId, tenant, items }} entries={ledger.data} />}
        action={
          <>
            <ButtonLink to={`/admin/ledger/${userId}/statement`} variant="secondary">
              Statement
            </ButtonLink>
            <ButtonLink to="/admin/payments" variant="secondary">
              Back to Payments
            </ButtonLink>
          </>
        }
      />
      <StickyNotice
        notice={payments.notice ?? notice}
        onDone={() => {
          payments.setNotice(undefined);
          forgetNotice();
        }}
      />
      <UnsentPayments payments={payments} userId={Number(userId)} />
      <div className="mb-6 flex flex-col gap-4 empty:hidden">
        {ledger.data && (
          <PaidInTime entries={ledger.data} busy={busy} onWaive={(fees) => void waiveFees(change, fees)} />
        )}
        {ledger.data && <OpenCharges entries={ledger.data} {...{ leases, policy }} />}
        <AutopayOf userId={userId} />
        <LeasesOf {...{ userId, leases, policy }} />
      </div>
      <Loaded query={ledger} arrived={ledger.arrived} failed="Unable to load account ledger">
        {(entries, whole) => (
          <LedgerEntries
            entries={entries}
            whole={whole}
            owner={tenant ? fullNameOf(tenant) : `user ${userId}`}
            empty="No transactions found for this user."
          >
            {(opened, close) => (
              <>
                <ChangeHistory subject="transaction" id={opened.id} labels={CHANGE_LABELS} />
                <ReturnPayment
                  entry={opened}
                  onReturned={() => succeeded('The payment was taken back.').then(close)}
                />
                <ReverseEntry
                  entry={opened}
                  onReversed={() =>
                    succeeded(opened.late_fee ? 'The fee was waived.' : 'The entry was reversed.').then(close)
                  }
                />
              </>
            )}
          </LedgerEntries>
        )}
      </Loaded>
    </>
  );
}

/** Whether a tenant has autopay, and by what; nothing where they have none. */
function AutopayOf({ userId }: { userId: string }) {
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
function useLeasesOf(userId: string) {
  const { data = [] } = useCachedQuery('listLeases', {});
  const { data: rules = [] } = useCachedQuery('listLateFees', {});
  return data
    .filter(({ tenants }) => tenants.some(({ id }) => String(id) === userId))
    .map((lease) => ({
      ...lease,
      property_late_fees: rules.filter(({ property_id }) => property_id === lease.property_id),
    }));
}

function isBilled({ tenants }: Lease, userId: string): boolean {
  return String(tenants[0]?.id) === userId;
}

interface LeasesOfProps {
  userId: string;
  leases: ReturnType<typeof useLeasesOf>;
  policy: PaymentPolicy;
}

/** Their leases: the next charges, and the history of what they charge. */
function LeasesOf({ userId, leases, policy }: LeasesOfProps) {
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
            {lease.payment_policy === 'nothing' && ' · no payments are accepted'}
          </p>
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

interface TenantSummaryProps {
  userId: string;
  tenant: UserWithUnit | undefined;
  entries: Transaction[] | undefined;
  /** The payments that wait on this device. */
  items: readonly PaymentItem[];
}

function TenantSummary({ userId, tenant, entries, items }: TenantSummaryProps) {
  const { cents = 0, inDoubt = 0 } = unsentByTenant(items).get(Number(userId)) ?? {};
  const unsent = cents + inDoubt;
  return (
    <>
      {tenant && (
        <span className="block text-xl font-semibold wrap-anywhere text-ink">{fullNameOf(tenant)}</span>
      )}
      {tenant && <>{tenant.unit_number ? `Unit ${tenant.unit_number}` : 'No unit'} · </>}
      User ID {userId}
      {entries && (
        <span className="block">
          Balance <Money cents={balanceOf(entries)} tone="ledger" className="font-semibold" />
          {unsent > 0 && ` · ${moneyText(balanceOf(entries) - unsent)} once ${moneyText(unsent)} is sent`}
        </span>
      )}
    </>
  );
}
