import { chargeName, type Lease } from '../../../contract/leases/lease.ts';
import { monthOf } from '../../../contract/values/calendar.ts';
import { toCents } from '../../../contract/values/money.ts';
import { unitLabel } from '../../../contract/units/unit.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { PersonLinks } from '../../subjects/users/PersonLink.tsx';
import { Badge } from '../../ui/data/Badge.tsx';
import { ListSearch, useListSearch } from '../../ui/data/ListSearch.tsx';
import { Money } from '../../ui/data/Money.tsx';
import { Table, type Column } from '../../ui/data/Table.tsx';
import { isoDay } from '../../ui/data/Time.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { leasePath, stateOf, termText } from './leaseTexts.ts';

/** The leases that a search finds, in a table or on cards. */
export function LeaseList({ leases }: { leases: readonly Lease[] }) {
  const search = useListSearch(leases, textsOf);
  return (
    <section aria-label="All leases">
      <ListSearch
        label="Search by unit, property, tenant or charge"
        search={search}
        one="lease"
        many="leases"
      />
      <Table
        caption="Leases"
        columns={columns}
        rows={search.found}
        rowKey={({ id }) => id}
        empty={<p>No lease matches “{search.sought}”.</p>}
      />
    </section>
  );
}

function textsOf(lease: Lease) {
  return [unitLabel(lease), ...lease.tenants.map(fullNameOf), ...lease.charges.map(chargeName)];
}

const columns: Column<Lease>[] = [
  {
    key: 'unit',
    header: 'Unit',
    card: 'title',
    width: 'w-52',
    cell: (lease) => <HomeLink alone unit={lease.unit_id} children={unitLabel(lease)} />,
  },
  { key: 'tenants', header: 'Tenants', cell: ({ tenants }) => <PersonLinks people={tenants} /> },
  { key: 'term', header: 'Term', width: 'w-44', cell: (lease) => termText(lease) },
  {
    key: 'monthly',
    header: 'A month',
    align: 'right',
    width: 'w-28',
    cell: (lease) => <Money cents={monthlyCents(lease)} />,
  },
  { key: 'state', header: 'State', width: 'w-36', cell: (lease) => <LeaseState lease={lease} /> },
  {
    key: 'actions',
    header: 'Actions',
    card: 'actions',
    width: 'w-26',
    cell: (lease) => (
      <ButtonLink
        to={leasePath(lease.id)}
        variant="secondary"
        aria-label={`View the lease of ${unitLabel(lease)}`}
      >
        View
      </ButtonLink>
    ),
  },
];

/** What it charges for this month, or for its first one. */
function monthlyCents({ charges }: Lease): number {
  const now = monthOf(isoDay());
  const running = charges.filter(({ from_month, to_month }) => from_month <= now && (to_month ?? now) >= now);
  const shown =
    running.length > 0 ? running : charges.filter(({ to_month }) => to_month === null || to_month >= now);
  return shown.reduce((sum, { amount }) => sum + toCents(amount), 0);
}

/** Whether a lease runs, is paused, or charges somebody who lives elsewhere. */
export function LeaseState({ lease }: { lease: Lease }) {
  const state = stateOf(lease);
  if (state === 'ended') return <Badge>Ended</Badge>;
  if (lease.paused) return <Badge tone="amber">Paused</Badge>;
  if (lease.tenants[0]?.lives_there === false) return <Badge tone="amber">Billed to someone elsewhere</Badge>;
  return state === 'to come' ? <Badge tone="info">To come</Badge> : <Badge tone="success">Active</Badge>;
}
