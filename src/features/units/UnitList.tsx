import { compareTimes } from '../../../contract/values/calendar.ts';
import { useMemo } from 'react';
import type { Lease } from '../../../contract/leases/lease.ts';
import { toCents } from '../../../contract/values/money.ts';
import type { Unit } from '../../../contract/units/unit.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { AnnounceTo } from '../../subjects/announcements/AnnounceTo.tsx';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { PersonLinks } from '../../subjects/users/PersonLink.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import type { Summary } from '../../ui/lists/ListRow.tsx';
import { ListTable } from '../../ui/lists/ListTable.tsx';
import type { ListColumn } from '../../ui/lists/listOptions.ts';
import { ListTools } from '../../ui/lists/ListTools.tsx';
import { useList } from '../../ui/lists/useList.ts';
import { useStable } from '../../ui/lists/useStable.ts';
import { chipsOf, namesOf, rentText, tenantsKey, textsOf, unitsTable } from './unitListing.ts';

interface UnitListProps {
  units: readonly Unit[];
  /** Undefined until they are read. */
  leases: readonly Lease[] | undefined;
  /** Whether all units are here. */
  whole: boolean;
  onDelete: (unit: Unit) => void;
}

/** The units by what is asked of them, in a table or in dense rows. */
export function UnitList({ units, whole, leases, onDelete }: UnitListProps) {
  const online = useOnline();
  const leaseByUnit = useMemo(() => leases && leaseByUnitOf(leases), [leases]);
  const actions = useStable({ onDelete });
  const columns = useMemo(
    () => columnsOf(online, leaseByUnit, actions.onDelete),
    [online, leaseByUnit, actions],
  );
  const chips = useMemo(() => chipsOf(leaseByUnit), [leaseByUnit]);
  const list = useList({ rows: units, rowKey, textsOf, columns, chips, asTheyCome: 'Property and unit' });
  return (
    <section aria-label="All units">
      <ListTools
        label="Search by number, property, tenant or notes"
        list={list}
        one="unit"
        many="units"
        chipsLabel="Units"
        totalOf={rentText}
        tableOf={whole ? unitsTable : undefined}
        printed="Units"
        actionsOf={(ticked) => <AnnounceTo units={ticked.map(rowKey)} />}
      />
      <ListTable
        caption="Units"
        list={list}
        columns={columns}
        rowKey={rowKey}
        nameOf={({ unit_number, property_name }) => `unit ${unit_number}, ${property_name}`}
        summaryOf={summaryOf}
        empty={<p>{list.sought === '' ? 'No unit is like that.' : `No unit matches “${list.sought}”.`}</p>}
      />
    </section>
  );
}

const rowKey = ({ id }: Unit) => id;

/** A unit where there is no room for columns. */
function summaryOf(unit: Unit): Summary {
  const { id, unit_number, property_name, rent_amount } = unit;
  return {
    to: `/admin/home/${id}`,
    name: `Unit ${unit_number}`,
    place: `${property_name} · ${tenantsKey(unit) ?? 'Vacant'}`,
    figure:
      rent_amount === null ? (
        <span className="font-normal text-muted">Not set</span>
      ) : (
        <Money cents={toCents(rent_amount)} />
      ),
  };
}

/** The lease that runs, or else the next one, by unit's id. */
function leaseByUnitOf(leases: readonly Lease[]): ReadonlyMap<number, Lease> {
  const today = isoDay();
  const latestFirst = leases
    .filter(({ ends }) => ends === null || ends >= today)
    .sort((one, other) => compareTimes(other.starts, one.starts));
  return new Map(latestFirst.map((lease) => [lease.unit_id, lease]));
}

function columnsOf(
  online: boolean,
  leaseByUnit: ReadonlyMap<number, Lease> | undefined,
  onDelete: UnitListProps['onDelete'],
): ListColumn<Unit>[] {
  return [
    {
      key: 'unit_number',
      header: 'Unit number',
      card: 'title',
      width: 'w-40',
      sort: ({ unit_number, property_name }) => `${unit_number} ${property_name}`,
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
      width: 'w-[15%]',
      sort: ({ property_name, unit_number }) => `${property_name} ${unit_number}`,
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
      width: 'w-26',
      sort: ({ rent_amount }) => rent_amount,
      cell: ({ rent_amount }) =>
        rent_amount === null ? <Blank>Not set</Blank> : <Money cents={toCents(rent_amount)} />,
    },
    {
      key: 'notes',
      header: 'Notes',
      sort: ({ notes }) => notes,
      cell: ({ notes }) => notes ?? <Blank>None</Blank>,
    },
    { key: 'tenants', header: 'Tenants', sort: tenantsKey, cell: (unit) => <Tenants unit={unit} /> },
    {
      key: 'actions',
      header: 'Actions',
      card: 'actions',
      width: 'w-68',
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
function Tenants({ unit }: { unit: Unit }) {
  const { tenants, tenant_info } = unit;
  if (tenants !== null && tenants !== namesOf(unit)) return <>{tenants}</>;
  if (tenant_info.length === 0) return <Blank>None</Blank>;
  return <PersonLinks people={tenant_info} />;
}
