import { useMemo } from 'react';
import type { TenantBalance } from '../../../contract/ledger/balances.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { Unit } from '../../../contract/units/unit.ts';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { PersonLinks } from '../../subjects/users/PersonLink.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { compareNaturally } from '../../ui/data/naturalOrder.ts';
import { Table, type Column } from '../../ui/data/Table.tsx';

interface PropertyHomesProps {
  units: readonly Unit[];
  /** Undefined until they are read. */
  balances: readonly TenantBalance[] | undefined;
}

interface HomeRow {
  unit: Unit;
  /** What its tenants owe together, in whole cents. */
  cents: number | undefined;
}

/** The homes of a property in the order of the doors: who lives there, and what they owe. */
export function PropertyHomes({ units, balances }: PropertyHomesProps) {
  const rows = useMemo(() => rowsOf(units, balances), [units, balances]);
  return (
    <Table
      caption="Homes"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ unit }) => unit.id}
      empty="This property has no units yet."
    />
  );
}

function rowsOf(units: readonly Unit[], balances: PropertyHomesProps['balances']): HomeRow[] {
  const owed = balances && new Map(balances.map(({ user_id, balance }) => [user_id, toCents(balance)]));
  return units
    .map((unit) => ({
      unit,
      cents: owed && unit.tenant_info.reduce((sum, { id }) => sum + (owed.get(id) ?? 0), 0),
    }))
    .sort((one, other) => compareNaturally.compare(one.unit.unit_number, other.unit.unit_number));
}

const COLUMNS: Column<HomeRow>[] = [
  {
    key: 'unit',
    header: 'Unit',
    card: 'title',
    width: 'w-32',
    cell: ({ unit }) => (
      <HomeLink alone unit={unit.id}>
        {unit.unit_number}
      </HomeLink>
    ),
  },
  {
    key: 'tenants',
    header: 'Who lives there',
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
    cell: ({ unit, cents }) =>
      cents === undefined || unit.tenant_info.length === 0 ? (
        <span className="text-muted">–</span>
      ) : (
        <Money cents={cents} tone="ledger" />
      ),
  },
];
