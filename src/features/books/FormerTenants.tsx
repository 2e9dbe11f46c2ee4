import { useMemo } from 'react';
import {
  daysLateOf,
  isFormer,
  outstandingOf,
  type TenantBalance,
} from '../../../contract/ledger/balances.ts';
import { toCents } from '../../../contract/values/money.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { PersonLink } from '../../subjects/users/PersonLink.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { isoDay, timeText } from '../../ui/data/Time.tsx';
import { Table, type Column } from '../../ui/data/Table.tsx';

/** Who owes and rents nothing any more, so that no lease of the rent roll tells of it; nothing where there is nobody. */
export function FormerTenants() {
  const balances = useCachedQuery('listBalances', {});
  return (
    <Loaded query={balances} failed="Unable to load what former tenants owe" loading={<></>}>
      {(all) => <Owing balances={all} />}
    </Loaded>
  );
}

function Owing({ balances }: { balances: readonly TenantBalance[] }) {
  const owing = useMemo(
    () => balances.filter((tenant) => isFormer(tenant) && tenant.balance > 0).sort(oldestFirst),
    [balances],
  );
  if (owing.length === 0) return <></>;
  return (
    <section aria-labelledby="former-tenants" className="flex flex-col gap-4">
      <div>
        <h2 id="former-tenants" className="text-xl font-bold">
          Former tenants who owe
        </h2>
        <p className="text-muted">
          <Money cents={outstandingOf(owing).cents} className="font-semibold text-ink" /> that no lease above
          tells of.
        </p>
      </div>
      <Table
        caption="Former tenants who owe"
        columns={columns}
        rows={owing}
        rowKey={({ user_id }) => user_id}
        empty="None"
      />
    </section>
  );
}

function oldestFirst(one: TenantBalance, other: TenantBalance): number {
  return (one.owed_since ?? '9999').localeCompare(other.owed_since ?? '9999');
}

const columns: Column<TenantBalance>[] = [
  {
    key: 'tenant',
    header: 'Tenant',
    card: 'title',
    cell: (tenant) => <PersonLink alone id={tenant.user_id} children={fullNameOf(tenant)} />,
  },
  {
    key: 'since',
    header: 'Since',
    cell: ({ owed_since }) => (owed_since ? timeText(owed_since) : <span className="text-muted">–</span>),
  },
  {
    key: 'late',
    header: 'Days late',
    align: 'right',
    width: 'w-32',
    cell: (tenant) => daysLateOf(tenant, isoDay()),
  },
  {
    key: 'open',
    header: 'Open',
    align: 'right',
    width: 'w-36',
    cell: ({ balance }) => <Money cents={toCents(balance)} tone="ledger" />,
  },
];
