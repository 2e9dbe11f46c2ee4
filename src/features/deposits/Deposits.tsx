import { useMemo } from 'react';
import type { DepositRow } from '../../../contract/deposits/deposit.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { toCents } from '../../../contract/values/money.ts';
import { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { isToReturn, missingCents, returnText } from '../../subjects/deposits/depositTexts.ts';
import { unitColumn } from '../../subjects/units/unitColumn.tsx';
import { tenantColumn } from '../../subjects/users/tenantColumn.tsx';
import { Money, moneyText } from '../../ui/data/Money.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import type { Summary } from '../../ui/lists/ListRow.tsx';
import { ListTable } from '../../ui/lists/ListTable.tsx';
import type { ListColumn } from '../../ui/lists/listOptions.ts';
import { ListTools } from '../../ui/lists/ListTools.tsx';
import { useList } from '../../ui/lists/useList.ts';
import { DepositRules } from './DepositRules.tsx';
import { chipsOf, depositsTable, textsOf, totalText } from './depositList.ts';

/** `/admin/deposits`: what is held of whom, what goes back by when, and how deposits are kept. */
export default function Deposits() {
  const { busy, notice, forgetNotice, change, succeeded } = useOnlineChange();
  return (
    <ManagerScreen
      title="Deposits"
      description="What is held for tenants, and until when it goes back."
      action={
        <ButtonLink to="/admin/books" variant="secondary">
          Back to Books
        </ButtonLink>
      }
      needs="You need a connection to change how deposits are kept."
      notice={notice}
      onNoticeDone={forgetNotice}
    >
      <div className="flex flex-col gap-8">
        <DepositRules {...{ busy, change }} onDone={(message) => void succeeded(message)} />
        <DepositList />
      </div>
    </ManagerScreen>
  );
}

function DepositList() {
  const deposits = useCachedQuery('listDeposits', {});
  const today = isoDay();
  const chips = useMemo(() => chipsOf(today), [today]);
  const list = useList({
    rows: deposits.data ?? NONE,
    rowKey,
    textsOf,
    columns: COLUMNS,
    chips,
    asTheyCome: 'Property and unit',
  });
  return (
    <section aria-label="Deposits of leases" className="flex flex-col gap-4">
      <Loaded query={deposits} failed="Unable to load the deposits">
        {(rows) => (
          <div>
            <ListTools
              label="Search by name, unit or property"
              list={list}
              one="deposit"
              many="deposits"
              chipsLabel="Deposits"
              totalOf={totalText}
              tableOf={depositsTable}
              printed="Deposits"
            />
            <ListTable
              caption="Deposits"
              list={list}
              columns={COLUMNS}
              rowKey={rowKey}
              nameOf={(row) => `${fullNameOf(row)}, ${unitLabel(row)}`}
              summaryOf={summaryOf}
              empty={
                rows.length > 0
                  ? 'No deposit matches your search.'
                  : 'No deposit is required or held. A lease says what it requires under Change terms.'
              }
            />
          </div>
        )}
      </Loaded>
    </section>
  );
}

const NONE: DepositRow[] = [];
const rowKey = ({ lease_id }: DepositRow) => lease_id;

/** What has to be done with a deposit; undefined where nothing has. */
function stateText(row: DepositRow): string | undefined {
  const missing = missingCents(row);
  if (isToReturn(row) && row.return_by !== null) return `Goes back ${returnText(row.return_by)}`;
  return missing > 0 ? `${moneyText(missing)} is not paid yet` : undefined;
}

/** A deposit where there is no room for columns. */
function summaryOf(row: DepositRow): Summary {
  return {
    to: `/admin/lease/${row.lease_id}`,
    name: fullNameOf(row),
    place: `${row.unit_number} ${row.property_name}`,
    figure: <Money cents={toCents(row.held)} />,
    note: stateText(row),
  };
}

const COLUMNS: ListColumn<DepositRow>[] = [
  unitColumn(),
  tenantColumn(),
  {
    key: 'required',
    header: 'Required',
    align: 'right',
    width: 'w-30',
    sort: ({ required }) => required,
    cell: ({ required }) =>
      required === null ? <span className="text-muted">–</span> : <Money cents={toCents(required)} />,
  },
  {
    key: 'held',
    header: 'Held',
    align: 'right',
    width: 'w-30',
    sort: ({ held }) => held,
    cell: ({ held }) => <Money cents={toCents(held)} />,
  },
  {
    key: 'state',
    header: 'To do',
    width: 'w-[28%]',
    sort: (row) => (isToReturn(row) ? Date.parse(row.return_by ?? '') : null),
    cell: (row) => stateText(row) ?? <span className="text-muted">–</span>,
  },
  {
    key: 'actions',
    header: 'Actions',
    card: 'actions',
    width: 'w-27',
    cell: (row) => (
      <ButtonLink
        variant="quiet"
        aria-label={`Lease of ${fullNameOf(row)}`}
        to={`/admin/lease/${row.lease_id}`}
      >
        Lease
      </ButtonLink>
    ),
  },
];
