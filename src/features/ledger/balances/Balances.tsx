import { FileText } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RecordedPayment } from '../../../../contract/ledger/ledger.ts';
import { outstandingOf, type TenantBalance } from '../../../../contract/ledger/balances.ts';
import { acceptsPayments } from '../../../../contract/leases/paymentPolicy.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { useDevice } from '../../../offline/engine/device.ts';
import { lastChecked } from '../../../offline/engine/reads/cachedReads.ts';
import { useCachedQuery, type CachedQuery } from '../../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../../offline/hooks/useOnline.ts';
import { makerIn } from '../../../offline/subjects/leases/leases.ts';
import { useUnsent } from '../../../offline/hooks/useUnsent.ts';
import {
  readSentSince,
  unsentByTenant,
  type SentAmount,
} from '../../../offline/subjects/ledger/unsentByTenant.ts';
import { useOnlineChange } from '../../../forms/useOnlineChange.ts';
import { Loaded } from '../../../screens/Loaded.tsx';
import { ManagerScreen } from '../../../screens/ManagerScreen.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import { useConfirm, type Question } from '../../../ui/feedback/Confirm.tsx';
import { useDialogAddress } from '../../../ui/layout/dialogAddress.ts';
import { Money, moneyText } from '../../../ui/data/Money.tsx';
import { isoDay } from '../../../ui/data/Time.tsx';
import { ListTable } from '../../../ui/lists/ListTable.tsx';
import { ListTools } from '../../../ui/lists/ListTools.tsx';
import { useList } from '../../../ui/lists/useList.ts';
import { columnsOf, POSTINGS, summaryOf } from './balanceColumns.tsx';
import { AT_FIRST, chipsOf, textsOf, totalText } from './balanceList.ts';
import { balancesTable } from '../csvTables.ts';
import { ChargeSeveral } from './ChargeSeveral.tsx';
import { NewcomersPayment } from './NewcomersPayment.tsx';
import { TickedTenants } from './TickedTenants.tsx';
import { accountOf } from '../PaidAccount.tsx';
import { AccountGiven } from '../unsent/AccountGiven.tsx';
import { useGivenEntries } from '../unsent/useGivenEntries.ts';
import { RecordPayment } from '../door/RecordPayment.tsx';
import { UnsentPayments } from '../door/UnsentPayments.tsx';
import { useDoorPayments } from '../door/useDoorPayments.ts';
import { sumText, waiveFees } from '../waiveFees.ts';
import { now, nowMs } from '../../../browser/clock.ts';
import { Remind } from '../../../subjects/reminders/Remind.tsx';

/** `/admin/payments`: the balance of each tenant. The open form is in the URL. */
export default function Balances() {
  const balances = useCachedQuery('listBalances', {});
  const { data } = balances;
  const { notice, forgetNotice, change, succeeded } = useOnlineChange();
  const confirm = useConfirm();
  const { address, open, close, closeSent } = useDialogAddress();
  const payments = useDoorPayments(async (fees) => {
    const sure = await confirm(questionOf(fees));
    if (sure) await waiveFees(change, fees);
    return sure;
  });
  const given = useGivenEntries();
  const { items } = useUnsent();
  const sentSince = useSentSince(balances);
  const unsent = useMemo(() => unsentByTenant(items ?? [], sentSince), [items, sentSince]);
  // A block may end while the screen is open; the rows are drawn again at most once a minute for it.
  const minute = Math.floor(nowMs() / MINUTE);
  const columns = useMemo(
    () =>
      columnsOf((form, { user_id }) => open({ [form]: String(user_id) }), unsent, new Date(minute * MINUTE)),
    [open, unsent, minute],
  );
  const summary = useCallback(
    (tenant: TenantBalance) => summaryOf(tenant, unsent, new Date(minute * MINUTE)),
    [unsent, minute],
  );
  const today = isoDay();
  const chips = useMemo(() => chipsOf(today), [today]);
  const list = useList({
    rows: data ?? balances.arrived ?? NONE,
    rowKey,
    textsOf,
    columns,
    chips,
    ...AT_FIRST,
  });

  const posting = POSTINGS.find((each) => address.has(each));
  const tenant = posting && data?.find(({ user_id }) => String(user_id) === address.get(posting));

  const newcomer = makerIn(address.get('payment') ?? '');

  const several = severalOf(data, address.get('charges'));
  const reminded = severalOf(data, address.get('remind'));

  async function charged(message: string): Promise<void> {
    payments.setNotice(undefined);
    given.setNotice(undefined);
    await succeeded(message);
    close();
  }

  return (
    <ManagerScreen
      title="Tenant Payments & Balances"
      description={data && <Outstanding balances={data} />}
      action={
        <ButtonLink to="/admin/books" variant="secondary">
          Books
        </ButtonLink>
      }
      needs="You need a connection to charge several tenants at once. You can read the balances, and each charge and payment that you record is kept on this device until it can be sent."
      notice={payments.notice ?? given.notice ?? notice}
      onNoticeDone={() => {
        payments.setNotice(undefined);
        given.setNotice(undefined);
        forgetNotice();
      }}
    >
      {payments.sent && <LatestReceipt id={payments.sent} />}
      <UnsentPayments payments={payments} />
      <AccountGiven account={tenant && posting === 'charge' ? accountOf(tenant) : undefined} given={given} />
      <Loaded query={balances} arrived={balances.arrived} failed="Unable to load tenant balances">
        {(_all, whole) => (
          // One element, so that what can be done with the selected stays in sight along all rows.
          <div>
            <ListTools
              label="Search by name or unit number"
              list={list}
              one="tenant"
              many="tenants"
              chipsLabel="Tenants"
              totalOf={totalText}
              tableOf={whole ? balancesTable : undefined}
              printed="Tenant Payments & Balances"
              actionsOf={(ticked) => (
                <TickedTenants
                  tenants={ticked}
                  onRemind={(ids) => open({ remind: ids.join(',') })}
                  onCharge={(ids) => open({ charges: ids.join(',') })}
                />
              )}
            />
            <ListTable
              caption="Tenant balances"
              list={list}
              columns={columns}
              rowKey={rowKey}
              nameOf={fullNameOf}
              summaryOf={summary}
              empty="No tenants found."
            />
          </div>
        )}
      </Loaded>
      {several.length > 0 && (
        <ChargeSeveral
          tenants={several}
          onPosted={async (count, cents) => {
            await charged(`Charge of ${moneyText(cents)} added for ${count} tenants.`);
            list.tickAll(false);
          }}
          onClose={close}
        />
      )}
      {reminded.length > 0 && <Remind people={reminded.map(({ user_id }) => user_id)} onClose={close} />}
      {newcomer !== undefined && <NewcomersPayment {...{ newcomer, payments, close, closeSent }} />}
      {tenant && posting === 'payment' && (
        <RecordPayment
          account={accountOf(tenant)}
          accepted={acceptsPayments(tenant, now())}
          draft={address.get('draft') ?? undefined}
          payments={payments}
          onClose={close}
          onSent={closeSent}
        />
      )}
    </ManagerScreen>
  );
}

const MINUTE = 60_000;
const NONE: TenantBalance[] = [];
const NONE_SENT: SentAmount[] = [];

/** The payments, charges and credits that were sent since balances were read which cannot be read again now. */
function useSentSince({ key, dataAsOf }: CachedQuery<TenantBalance[]>): readonly SentAmount[] {
  const { userId } = useDevice();
  const online = useOnline();
  const readAt = dataAsOf?.getTime();
  const [sent, setSent] = useState<readonly SentAmount[]>([]);
  // Read once where the connection is gone: a live query would draw the screen at each refresh that brings nothing.
  useEffect(() => {
    if (online || readAt === undefined) return;
    let closed = false;
    void lastChecked(userId, key)
      .then((checked) => readSentSince(userId, new Date(Math.max(readAt, checked?.getTime() ?? 0))))
      .then((items) => {
        if (!closed && items.length > 0) setSent(items);
      });
    return () => void (closed = true);
  }, [userId, key, online, readAt]);
  return online ? NONE_SENT : sent;
}

/** Asked after a payment was recorded that had been received in time. */
function questionOf(fees: RecordedPayment['fees_paid_in_time']): Question {
  const all = fees.map(({ description }) => description).join(', ');
  return {
    text: `Waive ${sumText(fees)} of late fees?\nThe rent was paid in time, and recorded after this was charged: ${all}.`,
    confirmLabel: `Waive ${sumText(fees)}`,
  };
}

/** The receipt of the payment that was recorded last. */
function LatestReceipt({ id }: { id: string }) {
  return (
    <div className="mb-6 flex">
      <ButtonLink icon={FileText} variant="secondary" to={`/payments/receipt/${id}`} className="max-sm:grow">
        Receipt of the last payment
      </ButtonLink>
    </div>
  );
}

/** The tenants whose ids the address names for what is done with several. */
function severalOf(balances: readonly TenantBalance[] | undefined, ids: string | null): TenantBalance[] {
  const named = new Set(ids?.split(','));
  return ids === null ? [] : (balances ?? []).filter(({ user_id }) => named.has(String(user_id)));
}

const rowKey = ({ user_id }: TenantBalance) => user_id;

function Outstanding({ balances }: { balances: TenantBalance[] }) {
  const { cents, tenants } = useMemo(() => outstandingOf(balances), [balances]);
  if (cents === 0) return <>Nobody owes anything.</>;
  return (
    <>
      <Money cents={cents} className="font-semibold text-ink" /> outstanding from {tenants}{' '}
      {tenants === 1 ? 'tenant' : 'tenants'}.
    </>
  );
}
