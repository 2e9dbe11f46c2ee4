import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { TenantBalance, Transaction } from '../../../contract/ledger.ts';
import { toCents } from '../../../contract/money.ts';
import { useCachedQuery } from '../../offline/engine/useCachedQuery.ts';
import { useOnline } from '../../offline/engine/useOnline.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { ListSearch } from '../../ui/data/ListSearch.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { matching } from '../../ui/data/matchesSearch.ts';
import { Money, moneyText } from '../../ui/data/Money.tsx';
import type { Notice } from '../../ui/feedback/Notices.tsx';
import { Outcome } from '../../ui/feedback/Outcome.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { Table, type Column } from '../../ui/data/Table.tsx';
import { AddCharge } from './AddCharge.tsx';
import { ExportButton } from './ExportButton.tsx';
import { balancesTable } from './exports.ts';
import { RecordPayment } from './RecordPayment.tsx';
import { nameOf } from './tenant.ts';

/** `/admin/payments`: what each tenant owes; the form that is open is in the address. */
export default function Balances() {
  const { data, isPending, error, refresh } = useCachedQuery('listBalances', {});
  const online = useOnline();
  const [search, setSearch] = useState('');
  const [notice, setNotice] = useState<Notice>();
  const [address, setAddress] = useSearchParams();
  // Typing goes first: ten thousand tenants take longer to search than a key to press.
  const sought = useDeferredValue(search);
  const shown = useMemo(() => {
    const matches = matching(sought);
    return data?.filter((tenant) => matches(nameOf(tenant), tenant.unit_number));
  }, [data, sought]);
  const columns = useMemo(
    () => columnsOf((form, { user_id }) => setAddress({ [form]: String(user_id) })),
    [setAddress],
  );

  const tenantOf = (form: Form) => data?.find(({ user_id }) => String(user_id) === address.get(form));
  const charged = tenantOf('charge');
  const paying = tenantOf('payment');
  const close = () => setAddress({}, { replace: true });

  async function posted({ amount }: Transaction, tenant: TenantBalance): Promise<void> {
    const money = moneyText(Math.abs(toCents(amount)));
    const message =
      amount > 0
        ? `Charge of ${money} added for ${nameOf(tenant)}.`
        : `Payment of ${money} recorded for ${nameOf(tenant)}.`;
    await refresh();
    close();
    setNotice({ type: 'success', message });
  }

  return (
    <>
      <PageHeading title="Tenant Payments & Balances" description={data && <Outstanding balances={data} />} />
      {!online && (
        <Banner type="warning" className="mb-6">
          You need a connection to add charges and record payments. You can read the balances.
        </Banner>
      )}
      <Outcome notice={notice} onDone={() => setNotice(undefined)} />
      {content()}
      {charged && <AddCharge tenant={charged} onPosted={(entry) => posted(entry, charged)} onClose={close} />}
      {paying && (
        <RecordPayment tenant={paying} onPosted={(entry) => posted(entry, paying)} onClose={close} />
      )}
    </>
  );

  function content() {
    if (error) {
      return (
        <Problem onRetry={() => void refresh()}>Unable to load tenant balances: {error.message}</Problem>
      );
    }
    if (isPending || !data || !shown) return <Loading />;
    return (
      <>
        <ListSearch
          label="Search by name or unit number"
          value={search}
          onChange={setSearch}
          counts={{ found: shown.length, all: data.length, one: 'tenant', many: 'tenants' }}
          action={<ExportButton table={() => balancesTable(data)} />}
        />
        <Table
          caption="Tenant balances"
          columns={columns}
          rows={shown}
          rowKey={({ user_id }) => user_id}
          empty="No tenants found."
        />
      </>
    );
  }
}

type Form = 'charge' | 'payment';

function columnsOf(open: (form: Form, tenant: TenantBalance) => void): Column<TenantBalance>[] {
  return [
    { key: 'tenant', header: 'Tenant', card: 'title', cell: nameOf },
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
            aria-label={`Add Charge for ${nameOf(tenant)}`}
            onClick={() => open('charge', tenant)}
          >
            Add Charge
          </Button>
          <Button
            variant="secondary"
            aria-label={`Record Payment of ${nameOf(tenant)}`}
            onClick={() => open('payment', tenant)}
          >
            Record Payment
          </Button>
          <ButtonLink
            variant="quiet"
            aria-label={`Ledger of ${nameOf(tenant)}`}
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

/** Only what is owed is summed: what one tenant paid ahead does not pay for another. */
function Outstanding({ balances }: { balances: TenantBalance[] }) {
  const owed = balances.map(({ balance }) => toCents(balance)).filter((cents) => cents > 0);
  const cents = owed.reduce((sum, each) => sum + each, 0);
  if (cents === 0) return <>Nobody owes anything.</>;
  return (
    <>
      <Money cents={cents} className="font-semibold text-ink" /> outstanding from {owed.length}{' '}
      {owed.length === 1 ? 'tenant' : 'tenants'}.
    </>
  );
}
