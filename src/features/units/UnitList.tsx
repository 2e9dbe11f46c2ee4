import { useMemo } from 'react';
import type { Lease } from '../../../contract/leases/lease.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { Unit } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { PersonLinks } from '../../subjects/users/PersonLink.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { ListSearch, useListSearch } from '../../ui/data/ListSearch.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { Table, type Column } from '../../ui/data/Table.tsx';
import { isoDay } from '../../ui/data/Time.tsx';

interface UnitListProps {
  units: readonly Unit[];
  /** Undefined until they are read. */
  leases: readonly Lease[] | undefined;
  onDelete: (unit: Unit) => void;
}

/** The units that a search finds, in a table or on cards. */
export function UnitList({ units, leases, onDelete }: UnitListProps) {
  const online = useOnline();
  const leaseByUnit = useMemo(() => leases && leaseByUnitOf(leases), [leases]);
  const search = useListSearch(units, textsOf);
  return (
    <section aria-label="All units">
      <ListSearch
        label="Search by number, property, tenant or notes"
        search={search}
        one="unit"
        many="units"
      />
      <Table
        caption="Units"
        columns={columnsOf(online, leaseByUnit, onDelete)}
        rows={search.found}
        rowKey={({ id }) => id}
        empty={<p>No unit matches “{search.sought}”.</p>}
      />
    </section>
  );
}

function textsOf({ unit_number, property_name, tenants, notes, tenant_info }: Unit) {
  return [unit_number, property_name, tenants, notes, ...tenant_info.map(fullNameOf)];
}

/** The lease that runs, or else the next one, by unit's id. */
function leaseByUnitOf(leases: readonly Lease[]): ReadonlyMap<number, Lease> {
  const today = isoDay();
  const latestFirst = leases
    .filter(({ ends }) => ends === null || ends >= today)
    .sort((one, other) => other.starts.localeCompare(one.starts));
  return new Map(latestFirst.map((lease) => [lease.unit_id, lease]));
}

function columnsOf(
  online: boolean,
  leaseByUnit: ReadonlyMap<number, Lease> | undefined,
  onDelete: UnitListProps['onDelete'],
): Column<Unit>[] {
  return [
    {
      key: 'unit_number',
      header: 'Unit number',
      card: 'title',
      width: 'w-28',
      cell: ({ id, unit_number }) => (
        <HomeLink alone unit={id}>
          <span className="md:hidden">Unit </span>
          {unit_number}
        </HomeLink>
      ),
    },
    {
      key: 'property_id',
      header: 'Property',
      width: 'w-40',
      cell: ({ property_id, property_name }) => (
        <>
          {property_name} <span className="text-sm text-muted md:whitespace-nowrap">ID {property_id}</span>
        </>
      ),
    },
    {
      key: 'rent_amount',
      header: 'Rent amount',
      align: 'right',
      width: 'w-32',
      cell: ({ rent_amount }) =>
        rent_amount === null ? <Blank>Not set</Blank> : <Money cents={toCents(rent_amount)} />,
    },
    { key: 'notes', header: 'Notes', cell: ({ notes }) => notes ?? <Blank>None</Blank> },
    { key: 'tenants', header: 'Tenants', cell: (unit) => <Tenants unit={unit} /> },
    {
      key: 'actions',
      header: 'Actions',
      card: 'actions',
      width: 'w-76',
      cell: (unit) => (
        <>
          <ButtonLink
            to={`/admin/editunit/${unit.id}`}
            variant="secondary"
            aria-label={`Edit unit ${unit.unit_number}, ${unit.property_name}`}
          >
            Edit
          </ButtonLink>
          {leaseByUnit && <ToLease unit={unit} lease={leaseByUnit.get(unit.id)} />}
          <Button
            variant="quiet"
            disabled={!online}
            aria-label={`Delete unit ${unit.unit_number}, ${unit.property_name}`}
            onClick={() => onDelete(unit)}
          >
            Delete
          </Button>
        </>
      ),
    },
  ];
}

/** Leads to the unit's lease, or to a new one, which needs somebody to bill. */
function ToLease({ unit, lease }: { unit: Unit; lease: Lease | undefined }) {
  if (!lease && unit.tenant_info.length === 0) return <></>;
  const name = `unit ${unit.unit_number}, ${unit.property_name}`;
  return (
    <ButtonLink
      to={lease ? `/admin/lease/${lease.id}` : `/admin/addlease?unit=${unit.id}`}
      variant="quiet"
      aria-label={lease ? `Lease of ${name}` : `New lease of ${name}`}
    >
      {lease ? 'Lease' : 'New lease'}
    </ButtonLink>
  );
}

function Blank({ children }: { children: string }) {
  return <span className="text-muted">{children}</span>;
}

/** What management wrote, or else whose accounts belong to the unit; each leads to the person where these are the same names. */
function Tenants({ unit: { tenants, tenant_info } }: { unit: Unit }) {
  const names = tenant_info.map(fullNameOf).join(', ');
  if (tenants !== null && tenants !== names) return <>{tenants}</>;
  if (tenant_info.length === 0) return <Blank>None</Blank>;
  return <PersonLinks people={tenant_info} />;
}
