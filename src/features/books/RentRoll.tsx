import { useMemo } from 'react';
import type { RentRollRow } from '../../../contract/books/books.ts';
import { monthName, monthOf } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useAsOf, useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { ExportButton } from '../../ui/files/ExportButton.tsx';
import { ListSearch, useListSearch } from '../../ui/data/ListSearch.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { Table, type Column } from '../../ui/data/Table.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { rentRollTable } from './bookTables.ts';
import { RentRollTotals } from './RentRollTotals.tsx';

/** Each lease that runs, with what is charged, paid and open. */
export function RentRoll() {
  const roll = useCachedQuery('readRentRoll', {});
  const month = monthOf(isoDay(useAsOf(roll)));
  const columns = useMemo(() => columnsOf(month), [month]);
  const search = useListSearch(roll.data ?? NONE, textsOf);
  return (
    <section aria-labelledby="rent-roll" className="flex flex-col gap-4">
      <h2 id="rent-roll" className="text-xl font-bold">
        Rent roll
      </h2>
      <Loaded query={roll} failed="Unable to load the rent roll">
        {(rows) => (
          <>
            <ListSearch
              label="Search by name, unit or property"
              search={search}
              one="lease"
              many="leases"
              action={<ExportButton table={() => rentRollTable(rows)} />}
            />
            {search.found.length > 0 && <RentRollTotals rows={search.found} charged={chargedIn(month)} />}
            <Table
              caption="Rent roll"
              columns={columns}
              rows={search.found}
              rowKey={({ lease_id }) => lease_id}
              empty={rows.length > 0 ? 'No lease matches your search.' : 'No lease runs today.'}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

const NONE: RentRollRow[] = [];

function textsOf(row: RentRollRow) {
  return [fullNameOf(row), row.unit_number, row.property_name];
}

const dollars = (of: (row: RentRollRow) => number, ledger = false) => ({
  align: 'right' as const,
  width: 'w-26',
  cell: (row: RentRollRow) => <Money cents={toCents(of(row))} tone={ledger ? 'ledger' : 'plain'} />,
});

/** What was agreed, also before its first month. */
function rentOf({ rent, later_rent }: RentRollRow) {
  if (!later_rent) return <Money cents={toCents(rent)} />;
  return (
    <>
      <Money cents={toCents(later_rent.amount)} />
      <span className="block text-sm text-muted">from {monthName(later_rent.from_month)}</span>
    </>
  );
}

/** What the charges of the month are called. */
function chargedIn(month: string): string {
  return month === monthOf(isoDay()) ? 'This month' : monthName(month);
}

/** @param month as of which the rows are */
const columnsOf = (month: string): Column<RentRollRow>[] => [
  {
    key: 'unit',
    header: 'Unit',
    card: 'title',
    cell: ({ unit_number, property_name }) => (
      <>
        {unit_number} <span className="block text-sm font-normal text-muted">{property_name}</span>
      </>
    ),
  },
  { key: 'tenant', header: 'Tenant', width: 'w-46', cell: fullNameOf },
  { key: 'rent', header: 'Monthly rent', align: 'right', width: 'w-36', cell: rentOf },
  {
    key: 'charged',
    header: chargedIn(month),
    ...dollars(({ charged }) => charged),
  },
  { key: 'paid', header: 'Paid', ...dollars(({ paid }) => paid) },
  { key: 'open', header: 'Unpaid', ...dollars(({ open }) => open, true) },
  {
    key: 'late',
    header: 'Days late',
    align: 'right',
    width: 'w-18',
    cell: ({ open, days_late }) => (open > 0 ? days_late : <span className="text-muted">–</span>),
  },
  {
    key: 'actions',
    header: 'Actions',
    card: 'actions',
    width: 'w-28',
    cell: (row) => (
      <ButtonLink
        variant="quiet"
        aria-label={`Ledger of ${fullNameOf(row)}`}
        to={`/admin/ledger/${row.user_id}`}
      >
        Ledger
      </ButtonLink>
    ),
  },
];
