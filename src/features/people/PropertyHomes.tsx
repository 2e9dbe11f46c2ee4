import { useMemo } from 'react';
import type { TenantBalance } from '../../../contract/ledger/balances.ts';
import { toCents, toDollars } from '../../../contract/values/money.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import type { Unit } from '../../../contract/units/unit.ts';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { PersonLinks } from '../../subjects/users/PersonLink.tsx';
import { Money, moneyText } from '../../ui/data/Money.tsx';
import { compareNaturally } from '../../ui/data/naturalOrder.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { decimal, type CsvTable } from '../../ui/files/csv.ts';
import type { Summary } from '../../ui/lists/ListRow.tsx';
import { ListTable } from '../../ui/lists/ListTable.tsx';
import type { Chip, ListColumn } from '../../ui/lists/listOptions.ts';
import { ListTools } from '../../ui/lists/ListTools.tsx';
import { useList } from '../../ui/lists/useList.ts';

interface PropertyHomesProps {
  units: readonly Unit[];
  /** Whether all of them are here. */
  whole: boolean;
  /** Undefined until they are read. */
  balances: readonly TenantBalance[] | undefined;
}

interface HomeRow {
  unit: Unit;
  /** What its tenants owe together, in whole cents. */
  cents: number | undefined;
}

/** The homes of a property, in the order of the doors at first: who lives there, and what they owe. */
export function PropertyHomes({ units, whole, balances }: PropertyHomesProps) {
  const rows = useMemo(() => rowsOf(units, balances), [units, balances]);
  const list = useList({ rows, rowKey, textsOf, columns: COLUMNS, chips: CHIPS, asTheyCome: 'Unit' });
  return (
    <div>
      <ListTools
        label="Search by unit or name"
        list={list}
        one="home"
        many="homes"
        chipsLabel="Homes"
        tableOf={whole ? homesTable : undefined}
        printed="Homes"
      />
      <ListTable
        caption="Homes"
        list={list}
        columns={COLUMNS}
        rowKey={rowKey}
        nameOf={({ unit }) => `unit ${unit.unit_number}`}
        summaryOf={summaryOf}
        empty={rows.length > 0 ? 'No home is like that.' : 'This property has no units yet.'}
      />
    </div>
  );
}

const rowKey = ({ unit }: HomeRow) => unit.id;
const isVacant = ({ unit }: HomeRow) => unit.tenant_info.length === 0;
const namesOf = ({ unit }: HomeRow) => unit.tenant_info.map(fullNameOf).join(', ');

const CHIPS: Chip<HomeRow>[] = [
  { value: 'all', label: 'All', has: () => true },
  { value: 'owing', label: 'Owing', has: ({ cents = 0 }) => cents > 0 },
  { value: 'vacant', label: 'Vacant', has: isVacant },
];

function textsOf(row: HomeRow) {
  const { rent_amount } = row.unit;
  const amounts = [
    rent_amount === null ? undefined : toCents(rent_amount),
    isVacant(row) ? undefined : row.cents,
  ];
  const texts = amounts.flatMap((cents) => (cents === undefined ? [] : [moneyText(cents)]));
  return [
    ...[row.unit.unit_number, isVacant(row) ? 'Vacant' : namesOf(row)],
    ...texts.flatMap((text) => [text, text.replaceAll(',', '')]),
  ];
}

function homesTable(rows: readonly HomeRow[]): CsvTable {
  return {
    name: `homes-${isoDay()}`,
    header: ['Unit #', 'Tenants', 'Monthly rent', 'Balance'],
    rows: rows.map((row) => [
      ...[row.unit.unit_number, namesOf(row)],
      ...[row.unit.rent_amount === null ? '' : decimal(row.unit.rent_amount)],
      row.cents === undefined || isVacant(row) ? '' : decimal(toDollars(row.cents)),
    ]),
  };
}

function summaryOf(row: HomeRow): Summary {
  return {
    to: `/admin/home/${row.unit.id}`,
    name: `Unit ${row.unit.unit_number}`,
    place: isVacant(row) ? 'Vacant' : namesOf(row),
    figure: row.cents === undefined || isVacant(row) ? undefined : <Money cents={row.cents} tone="ledger" />,
  };
}

function rowsOf(units: readonly Unit[], balances: PropertyHomesProps['balances']): HomeRow[] {
  const owed = balances && new Map(balances.map(({ user_id, balance }) => [user_id, toCents(balance)]));
  return units
    .map((unit) => ({
      unit,
      cents: owed && unit.tenant_info.reduce((sum, { id }) => sum + (owed.get(id) ?? 0), 0),
    }))
    .sort((one, other) => compareNaturally(one.unit.unit_number, other.unit.unit_number));
}

const COLUMNS: ListColumn<HomeRow>[] = [
  {
    key: 'unit',
    header: 'Unit',
    card: 'title',
    width: 'w-32',
    sort: ({ unit }) => unit.unit_number,
    cell: ({ unit }) => (
      <HomeLink alone unit={unit.id}>
        {unit.unit_number}
      </HomeLink>
    ),
  },
  {
    key: 'tenants',
    header: 'Who lives there',
    sort: (row) => (isVacant(row) ? null : namesOf(row)),
    cell: ({ unit }) =>
      unit.tenant_info.length > 0 ? (
        <PersonLinks people={unit.tenant_info} />
      ) : (
        <span className="text-muted">Vacant</span>
      ),
  },
  {
    key: 'rent',
    header: 'Monthly rent',
    align: 'right',
    width: 'w-36',
    sort: ({ unit }) => unit.rent_amount,
    cell: ({ unit }) =>
      unit.rent_amount === null ? (
        <span className="text-muted">Not set</span>
      ) : (
        <Money cents={toCents(unit.rent_amount)} />
      ),
  },
  {
    key: 'owed',
    header: 'Balance',
    align: 'right',
    width: 'w-36',
    sort: (row) => (isVacant(row) ? null : row.cents),
    cell: ({ unit, cents }) =>
      cents === undefined || unit.tenant_info.length === 0 ? (
        <span className="text-muted">–</span>
      ) : (
        <Money cents={cents} tone="ledger" />
      ),
  },
];
