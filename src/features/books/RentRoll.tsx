import { useMemo } from 'react';
import type { RentRollRow } from '../../../contract/books/books.ts';
import { monthName, monthOf } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useAsOf, useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { AnnounceTo } from '../../subjects/announcements/AnnounceTo.tsx';
import { unitColumn } from '../../subjects/units/unitColumn.tsx';
import { tenantColumn } from '../../subjects/users/tenantColumn.tsx';
import { Money, moneyText } from '../../ui/data/Money.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import type { Summary } from '../../ui/lists/ListRow.tsx';
import { ListTable } from '../../ui/lists/ListTable.tsx';
import type { Chip, ListColumn } from '../../ui/lists/listOptions.ts';
import { ListTools } from '../../ui/lists/ListTools.tsx';
import { useList } from '../../ui/lists/useList.ts';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { rentRollTable } from './bookTables.ts';
import { ofProperty } from './ofProperty.ts';
import { RentRollTotals } from './RentRollTotals.tsx';

/** Each lease that runs, of one property or all, with what is charged, paid and open. */
export function RentRoll({ property }: { property: string }) {
  const roll = useCachedQuery('readRentRoll', {});
  const rows = useMemo(() => ofProperty(roll.data ?? NONE, property), [roll.data, property]);
  const month = monthOf(isoDay(useAsOf(roll)));
  const columns = useMemo(() => columnsOf(month), [month]);
  const list = useList({
    rows,
    rowKey,
    textsOf,
    columns,
    chips: CHIPS,
    asTheyCome: 'Property and unit',
  });
  return (
    <section aria-labelledby="rent-roll" className="flex flex-col gap-4">
      <h2 id="rent-roll" className="text-xl font-bold">
        Rent roll
      </h2>
      <Loaded query={roll} failed="Unable to load the rent roll">
        {() => (
          <div>
            <ListTools
              label="Search by name, unit or property"
              list={list}
              one="lease"
              many="leases"
              chipsLabel="Leases"
              tableOf={rentRollTable}
              printed="Rent roll"
              actionsOf={(ticked) => <AnnounceTo units={ticked.map(({ unit_id }) => unit_id)} />}
            />
            {list.found.length > 0 && (
              <div className="mb-4">
                <RentRollTotals
                  rows={list.ticked.length > 0 ? list.ticked : list.found}
                  charged={chargedIn(month)}
                />
              </div>
            )}
            <ListTable
              caption="Rent roll"
              list={list}
              columns={columns}
              rowKey={rowKey}
              nameOf={(row) => `${fullNameOf(row)}, ${unitLabel(row)}`}
              summaryOf={summaryOf}
              empty={rows.length > 0 ? 'No lease matches your search.' : 'No lease runs today.'}
            />
          </div>
        )}
      </Loaded>
    </section>
  );
}

const rowKey = ({ lease_id }: RentRollRow) => lease_id;

const isOwing = ({ open }: RentRollRow) => open > 0;

/** The leases, by what is open. */
const CHIPS: readonly Chip<RentRollRow>[] = [
  { value: 'all', label: 'All', has: () => true },
  { value: 'owing', label: 'Owing', has: isOwing },
  { value: 'late', label: 'Late', has: (row) => isOwing(row) && row.days_late > 0 },
];

/** A lease where there is no room for columns. */
function summaryOf(row: RentRollRow): Summary {
  const days = row.days_late === 1 ? '1 day late' : `${row.days_late} days late`;
  return {
    to: `/admin/person/${row.user_id}`,
    name: fullNameOf(row),
    place: `${row.unit_number} ${row.property_name}`,
    figure: <Money cents={toCents(row.open)} tone="ledger" />,
    note: isOwing(row) && row.days_late > 0 && days,
  };
}

const NONE: RentRollRow[] = [];

/** All that a row shows, its amounts with and without the comma. */
function textsOf(row: RentRollRow) {
  const { rent, later_rent, charged, paid, open, days_late } = row;
  const money = [later_rent?.amount ?? rent, charged, paid, open].map((each) => moneyText(toCents(each)));
  return [
    ...[fullNameOf(row), row.unit_number, row.property_name, isOwing(row) ? String(days_late) : null],
    ...[...money, ...money.map((each) => each.replaceAll(',', ''))],
  ];
}

const dollars = (of: (row: RentRollRow) => number, ledger = false) => ({
  align: 'right' as const,
  width: 'w-26',
  sort: of,
  cell: (row: RentRollRow) => <Money cents={toCents(of(row))} tone={ledger ? 'ledger' : 'plain'} />,
});

/** What was agreed, also before its first month. */
function rentOf({ rent, later_rent }: RentRollRow) {
  if (!later_rent) return <Money cents={toCents(rent)} />;
  return (
    <>
      <Money cents={toCents(later_rent.amount)} />
      <span className="block text-xs text-muted">from {monthName(later_rent.from_month)}</span>
    </>
  );
}

/** What the charges of the month are called. */
function chargedIn(month: string): string {
  return month === monthOf(isoDay()) ? 'This month' : monthName(month);
}

/** @param month as of which the rows are */
const columnsOf = (month: string): ListColumn<RentRollRow>[] => [
  unitColumn(),
  tenantColumn('w-[19%]'),
  {
    key: 'rent',
    header: 'Monthly rent',
    align: 'right',
    width: 'w-26',
    sort: ({ rent, later_rent }) => later_rent?.amount ?? rent,
    cell: rentOf,
  },
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
    width: 'w-22',
    sort: ({ open, days_late }) => (open > 0 ? days_late : null),
    cell: ({ open, days_late }) => (open > 0 ? days_late : <span className="text-muted">–</span>),
  },
  {
    key: 'actions',
    header: 'Actions',
    card: 'actions',
    width: 'w-27',
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
