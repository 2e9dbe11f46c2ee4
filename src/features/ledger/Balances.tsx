import { useMemo } from 'react';
import {
  outstandingOf,
  type RecordedPayment,
  type TenantBalance,
  type Transaction,
} from '../../../contract/ledger.ts';
import { toCents } from '../../../contract/money.ts';
import { fullNameOf } from '../../../contract/user.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { Loaded } from '../../Loaded.tsx';
import { ManagerScreen } from '../../ManagerScreen.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { useConfirm, type Question } from '../../ui/feedback/Confirm.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { ListSearch, useListSearch } from '../../ui/data/ListSearch.tsx';
import { Money, moneyText } from '../../ui/data/Money.tsx';
import { Table, type Column } from '../../ui/data/Table.tsx';
import { ExportButton } from '../../ui/data/ExportButton.tsx';
import { balancesTable } from './csvTables.ts';
import { PostingForm, type Posting } from './PostingForm.tsx';
import { sumText, waiveFees } from './waiveFees.ts';

/** `/admin/payments`: the balance of each tenant. The open form is in the URL. */
export default function Balances() {
  const balances = useCachedQuery('listBalances', {});
  const { data } = balances;
  const { notice, forgetNotice, change, succeeded } = useOnlineChange('listBalances');
  const confirm = useConfirm();
  const search = useListSearch(data ?? balances.arrived ?? NONE, textsOf);
  const { address, open, close } = useDialogAddress();
  const columns = useMemo(() => columnsOf((form, { user_id }) => open({ [form]: String(user_id) })), [open]);

  const posting = POSTINGS.find((each) => address.has(each));
  const tenant = posting && data?.find(({ user_id }) => String(user_id) === address.get(posting));

  async function posted(entry: Transaction | RecordedPayment, whose: TenantBalance): Promise<void> {
    const { amount } = entry;
    const money = moneyText(Math.abs(toCents(amount)));
    const done = amount > 0 ? `Charge of ${money} added` : `Payment of ${money} recorded`;
    await succeeded(`${done} for ${fullNameOf(whose)}.`);
    close();
    const fees = 'fees_paid_in_time' in entry ? entry.fees_paid_in_time : [];
    if (fees.length > 0 && (await confirm(questionOf(fees)))) await waiveFees(change, fees);
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
      needs="You need a connection to add charges and record payments. You can read the balances."
      notice={notice}
      onNoticeDone={forgetNotice}
    >
      <Loaded query={balances} arrived={balances.arrived} failed="Unable to load tenant balances">
        {(all, whole) => (
          <>
            <ListSearch
              label="Search by name or unit number"
              search={search}
              one="tenant"
              many="tenants"
              action={whole && <ExportButton table={() => balancesTable(all)} />}
            />
            <Table
              caption="Tenant balances"
              columns={columns}
              rows={search.found}
              rowKey={({ user_id }) => user_id}
              empty="No tenants found."
            />
          </>
        )}
      </Loaded>
      {tenant && (
        <PostingForm
          key={posting}
          posting={posting}
          tenant={tenant}
          onPosted={(entry) => posted(entry, tenant)}
          onClose={close}
        />
      )}
    </ManagerScreen>
  );
}

const NONE: TenantBalance[] = [];

/** Asked after a payment was recorded that had been received in time. */
function questionOf(fees: RecordedPayment['fees_paid_in_time']): Question {
  const all = fees.map(({ description }) => description).join(', ');
  return {
    text: `Waive ${sumText(fees)} of late fees?\nThe rent was paid in time, and recorded after this was charged: ${all}.`,
    confirmLabel: `Waive ${sumText(fees)}`,
  };
}

/** The name of the open form in the URL. */
const POSTINGS = ['charge', 'payment'] as const satisfies Posting[];

function textsOf(tenant: TenantBalance) {
  return [fullNameOf(tenant), tenant.unit_number];
}

function columnsOf(open: (form: Posting, tenant: TenantBalance) => void): Column<TenantBalance>[] {
  return [
    { key: 'tenant', header: 'Tenant', card: 'title', cell: fullNameOf },
    {
      key: 'unit',
      header: 'Unit #',
      width: 'w-36',
      cell: ({ unit_number, property_name }) =>
        unit_number ? (
          <>
            {unit_number} <span className="block text-sm text-muted">{property_name}</span>
          </>
        ) : (
          <span className="text-muted">None</span>
        ),
    },
    {
      key: 'balance',
      header: 'Balance',
      align: 'right',
      width: 'w-36',
      cell: ({ balance }) => <Money cents={toCents(balance)} tone="ledger" className="font-semibold" />,
    },
    {
      key: 'actions',
      header: 'Actions',
      card: 'actions',
      width: 'w-44 lg:w-[25.5rem]',
      cell: (tenant) => (
        <>
          <Button
            variant="secondary"
            aria-label={`Add Charge for ${fullNameOf(tenant)}`}
            onClick={() => open('charge', tenant)}
          >
            Add Charge
          </Button>
          <Button
            variant="secondary"
            aria-label={`Record Payment of ${fullNameOf(tenant)}`}
            onClick={() => open('payment', tenant)}
          >
            Record Payment
          </Button>
          <ButtonLink
            variant="quiet"
            aria-label={`Ledger of ${fullNameOf(tenant)}`}
            to={`/admin/ledger/${tenant.user_id}`}
            className="max-md:col-span-2"
          >
            Ledger
          </ButtonLink>
        </>
      ),
    },
  ];
}

function Outstanding({ balances }: { balances: TenantBalance[] }) {
  const { cents, tenants } = outstandingOf(balances);
  if (cents === 0) return <>Nobody owes anything.</>;
  return (
    <>
      <Money cents={cents} className="font-semibold text-ink" /> outstanding from {tenants}{' '}
      {tenants === 1 ? 'tenant' : 'tenants'}.
    </>
  );
}
