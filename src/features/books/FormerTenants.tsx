import { compareTimes } from '../../../contract/values/calendar.ts';
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
import { tenantColumn } from '../../subjects/users/tenantColumn.tsx';
import { Money, moneyText } from '../../ui/data/Money.tsx';
import { isoDay, timeText } from '../../ui/data/Time.tsx';
import { decimal, type CsvTable } from '../../ui/files/csv.ts';
import type { Summary } from '../../ui/lists/ListRow.tsx';
import { ListTable } from '../../ui/lists/ListTable.tsx';
import type { ListColumn } from '../../ui/lists/listOptions.ts';
import { ListTools } from '../../ui/lists/ListTools.tsx';
import { useList } from '../../ui/lists/useList.ts';

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
  const list = useList({ rows: owing, rowKey, textsOf, columns: COLUMNS, asTheyCome: 'Oldest first' });
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
      <div>
        <ListTools
          label="Search by name"
          list={list}
          one="tenant"
          many="tenants"
          totalOf={openText}
          tableOf={formerTenantsTable}
          printed="Former tenants who owe"
        />
        <ListTable
          caption="Former tenants who owe"
          list={list}
          columns={COLUMNS}
          rowKey={rowKey}
          nameOf={fullNameOf}
          summaryOf={summaryOf}
          empty="No tenant matches your search."
        />
      </div>
    </section>
  );
}

function oldestFirst(one: TenantBalance, other: TenantBalance): number {
  return compareTimes(one.owed_since ?? '9999', other.owed_since ?? '9999');
}

const rowKey = ({ user_id }: TenantBalance) => user_id;
const sinceText = ({ owed_since }: TenantBalance) => (owed_since ? timeText(owed_since) : undefined);

function textsOf(tenant: TenantBalance) {
  const open = moneyText(toCents(tenant.balance));
  return [fullNameOf(tenant), sinceText(tenant), open, open.replaceAll(',', '')];
}

const openText = (rows: readonly TenantBalance[]) => `${moneyText(outstandingOf(rows).cents)} unpaid`;

function formerTenantsTable(rows: readonly TenantBalance[]): CsvTable {
  return {
    name: `former-tenants-${isoDay()}`,
    header: ['User ID', 'First name', 'Last name', 'Since', 'Days late', 'Unpaid'],
    rows: rows.map((tenant) => [
      ...[String(tenant.user_id), tenant.first_name, tenant.last_name, tenant.owed_since ?? ''],
      ...[String(daysLateOf(tenant, isoDay())), decimal(tenant.balance)],
    ]),
  };
}

function summaryOf(tenant: TenantBalance): Summary {
  const since = sinceText(tenant);
  return {
    to: `/admin/person/${tenant.user_id}`,
    name: fullNameOf(tenant),
    place: since ? `Since ${since}` : '',
    figure: <Money cents={toCents(tenant.balance)} tone="ledger" />,
  };
}

const COLUMNS: ListColumn<TenantBalance>[] = [
  { ...tenantColumn(), card: 'title' },
  {
    key: 'since',
    header: 'Since',
    sort: ({ owed_since }) => owed_since,
    cell: (tenant) => sinceText(tenant) ?? <span className="text-muted">–</span>,
  },
  {
    key: 'late',
    header: 'Days late',
    align: 'right',
    width: 'w-32',
    sort: (tenant) => daysLateOf(tenant, isoDay()),
    cell: (tenant) => daysLateOf(tenant, isoDay()),
  },
  {
    key: 'open',
    header: 'Open',
    align: 'right',
    width: 'w-36',
    sort: ({ balance }) => balance,
    cell: ({ balance }) => <Money cents={toCents(balance)} tone="ledger" />,
  },
];
