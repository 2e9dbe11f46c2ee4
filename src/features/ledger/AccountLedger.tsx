import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { toCents } from '../../../contract/values/money.ts';
import { paymentPolicyOf } from '../../../contract/leases/paymentPolicy.ts';
import { openChargesOf } from '../../../contract/ledger/allocations.ts';
import type { Transaction } from '../../../contract/ledger/ledger.ts';
import { balanceOf } from '../../../contract/ledger/balances.ts';
import { fullNameOf, type UserWithUnit } from '../../../contract/users/user.ts';
import { ChangeHistory, type ChangeLabels } from '../../subjects/audit/ChangeHistory.tsx';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { withoutQueued } from '../../offline/engine/outbox/itemState.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import type { PaymentItem } from '../../offline/subjects/doorPayments.ts';
import type { GivenItem } from '../../offline/subjects/ledger/givenEntries.ts';
import { unsentByTenant, unsentOf } from '../../offline/subjects/ledger/unsentByTenant.ts';
import { OpenCharges } from '../../subjects/ledger/OpenCharges.tsx';
import { onceSentText } from '../../subjects/ledger/unsent/unsentText.ts';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { PersonLink } from '../../subjects/users/PersonLink.tsx';
import { isoDay, timeText } from '../../ui/data/Time.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Money, moneyText } from '../../ui/data/Money.tsx';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { RecordPayment } from './door/RecordPayment.tsx';
import { UnsentPayments } from './door/UnsentPayments.tsx';
import { useDoorPayments } from './door/useDoorPayments.ts';
import { AutopayOf, isBilled, LeasesOf, useLeasesOf } from '../../subjects/leases/AccountLeases.tsx';
import { AccountRefunds } from './refunds/AccountRefunds.tsx';
import { useRefunds } from './refunds/useRefunds.ts';
import { dayLabel } from './dayLabel.ts';
import { LedgerEntries } from './LedgerEntries.tsx';
import { LedgerWithAside } from './LedgerWithAside.tsx';
import { accountOfLeases, accountOfUser } from './PaidAccount.tsx';
import { PaidInTime } from './PaidInTime.tsx';
import { ReturnPayment } from './ReturnPayment.tsx';
import { ReverseEntry } from './ReverseEntry.tsx';
import { AccountGiven } from './unsent/AccountGiven.tsx';
import { useGivenEntries } from './unsent/useGivenEntries.ts';
import { waiveFees } from './waiveFees.ts';

const labelsOf = (entry: Transaction): ChangeLabels => ({
  amount: { label: 'Amount', text: (dollars) => moneyText(toCents(Number(dollars))) },
  type: { label: 'Type' },
  description: { label: 'Description' },
  effective_on: { label: dayLabel(entry), text: (day) => timeText(String(day)) },
  reason: { label: 'Reason' },
});

/** `/admin/ledger/:userId`: a user's ledger for managers, who can reverse entries. */
export default function AccountLedger() {
  const { userId = '' } = useParams();
  const { data: tenant } = useCachedQuery('readUser', { params: { id: userId } });
  const read = useCachedQuery('listUserTransactions', { params: { id: userId } });
  // What the late fees of a payment are, the account shows by itself.
  const payments = useDoorPayments(() => Promise.resolve(false));
  const { items } = payments;
  const refunds = useRefunds(Number(userId));
  const given = useGivenEntries(Number(userId));
  // A payment whose answer is late is listed once: as unsent.
  const data = useMemo(
    () => read.data && withoutQueued(read.data, [...items, ...refunds.items, ...given.items]),
    [read.data, items, refunds.items, given.items],
  );
  const ledger = { ...read, data };
  const leases = useLeasesOf(userId);
  const account = tenant
    ? accountOfUser(tenant, ledger.data)
    : accountOfLeases(leases, Number(userId), ledger.data);
  const policy = paymentPolicyOf(
    leases.filter((lease) => isBilled(lease, userId)),
    isoDay(),
  );
  const { busy, notice, forgetNotice, change, succeeded } = useOnlineChange();
  const dialog = useDialogAddress();

  return (
    <>
      <PageHeading
        title="Account Ledger"
        description={
          <TenantSummary
            {...{ userId, tenant, items }}
            name={account?.name}
            given={given.items}
            entries={ledger.data}
          />
        }
        action={
          <>
            {account && <Button onClick={() => dialog.open({ payment: userId })}>Record Payment</Button>}
            {account && (
              <Button variant="secondary" onClick={() => dialog.open({ charge: userId })}>
                Add Charge
              </Button>
            )}
            {account && (
              <Button variant="secondary" onClick={() => dialog.open({ credit: userId })}>
                Add Credit
              </Button>
            )}
            {account && ledger.data && balanceOf(ledger.data) < 0 && (
              <Button variant="secondary" onClick={() => dialog.open({ refund: userId })}>
                Record Refund
              </Button>
            )}
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
        notice={payments.notice ?? refunds.notice ?? given.notice ?? notice}
        onDone={() => {
          payments.setNotice(undefined);
          refunds.setNotice(undefined);
          given.setNotice(undefined);
          forgetNotice();
        }}
      />
      <UnsentPayments payments={payments} userId={Number(userId)} />
      <AccountGiven account={account} open={openChargesOf(ledger.data ?? []) ?? []} given={given} />
      {account && <AccountRefunds account={account} refunds={refunds} />}
      {ledger.data && (
        <div className="mb-6 empty:hidden">
          <PaidInTime entries={ledger.data} busy={busy} onWaive={(fees) => void waiveFees(change, fees)} />
        </div>
      )}
      <LedgerWithAside
        aside={
          <>
            {ledger.data && <OpenCharges entries={ledger.data} {...{ leases, policy }} />}
            <AutopayOf userId={userId} />
            <LeasesOf {...{ userId, leases, policy }} />
          </>
        }
      >
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
                  <ChangeHistory subject="transaction" id={opened.id} labels={labelsOf(opened)} />
                  <ReturnPayment
                    entry={opened}
                    onReturned={() => succeeded('The payment was taken back.').then(close)}
                  />
                  <ReverseEntry
                    entry={opened}
                    onReversed={() =>
                      succeeded(opened.late_fee ? 'The fee was waived.' : 'The entry was reversed.').then(
                        close,
                      )
                    }
                  />
                </>
              )}
            </LedgerEntries>
          )}
        </Loaded>
      </LedgerWithAside>
      {account && dialog.address.has('payment') && (
        <RecordPayment
          account={account}
          accepted={policy !== 'nothing'}
          payments={payments}
          onClose={dialog.close}
          onSent={dialog.closeSent}
        />
      )}
    </>
  );
}

interface TenantSummaryProps {
  userId: string;
  tenant: UserWithUnit | undefined;
  /** First and last name, also where this device has read a lease of theirs alone. */
  name: string | undefined;
  entries: Transaction[] | undefined;
  /** The payments that wait on this device, and the charges and credits. */
  items: readonly PaymentItem[];
  given: readonly GivenItem[];
}

function TenantSummary({ userId, tenant, name, entries, items, given }: TenantSummaryProps) {
  const unsent = unsentOf(unsentByTenant([...items, ...given]).get(Number(userId)));
  const after = entries && onceSentText(balanceOf(entries), unsent);
  return (
    <>
      {name !== undefined && (
        <span className="block text-xl font-semibold wrap-anywhere text-ink">
          <PersonLink alone id={Number(userId)}>
            {name}
          </PersonLink>
        </span>
      )}
      {tenant && (
        <>
          <HomeLink alone unit={tenant.unit?.id}>
            {tenant.unit_number ? `Unit ${tenant.unit_number}` : 'No unit'}
          </HomeLink>{' '}
          ·{' '}
        </>
      )}
      User ID {userId}
      {entries && (
        <span className="block">
          Balance <Money cents={balanceOf(entries)} tone="ledger" className="font-semibold" />
          {after && ` · ${after}`}
        </span>
      )}
    </>
  );
}
