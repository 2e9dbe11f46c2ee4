import { useMemo, type ComponentProps } from 'react';
import type { Lease } from '../../../../contract/leases/lease.ts';
import { unitLabel } from '../../../../contract/units/unit.ts';
import { fullNameOf } from '../../../../contract/users/user.ts';
import { AnnounceTo } from '../../../subjects/announcements/AnnounceTo.tsx';
import { HomeLink } from '../../../subjects/units/HomeLink.tsx';
import { PersonLinks } from '../../../subjects/users/PersonLink.tsx';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Money } from '../../../ui/data/Money.tsx';
import { ButtonLink } from '../../../ui/forms/ButtonLink.tsx';
import { isoDay } from '../../../ui/data/Time.tsx';
import type { Summary } from '../../../ui/lists/ListRow.tsx';
import { ListTable } from '../../../ui/lists/ListTable.tsx';
import type { ListColumn } from '../../../ui/lists/listOptions.ts';
import { ListTools } from '../../../ui/lists/ListTools.tsx';
import { useList } from '../../../ui/lists/useList.ts';
import { chipsOf, leasesTable, monthlyCents, monthlyText, stateText, textsOf } from './leaseListing.ts';
import { leasePath, termText } from '../leaseTexts.ts';

/** The leases by what is asked of them, in a table or in dense rows. */
export function LeaseList({ leases }: { leases: readonly Lease[] }) {
  const today = isoDay();
  const chips = useMemo(() => chipsOf(leases, today), [leases, today]);
  const list = useList({ rows: leases, rowKey, textsOf, columns, chips, asTheyCome: 'Property and unit' });
  return (
    <section aria-label="All leases">
      <ListTools
        label="Search by unit, property, person or charge"
        list={list}
        one="lease"
        many="leases"
        chipsLabel="Leases"
        totalOf={monthlyText}
        tableOf={leasesTable}
        printed="Leases"
        actionsOf={(ticked) => <AnnounceTo units={ticked.map(({ unit_id }) => unit_id)} />}
      />
      <ListTable
        caption="Leases"
        list={list}
        columns={columns}
        rowKey={rowKey}
        nameOf={(lease) => `the lease of ${unitLabel(lease)}`}
        summaryOf={summaryOf}
        empty={<p>{list.sought === '' ? 'No lease is like that.' : `No lease matches “${list.sought}”.`}</p>}
      />
    </section>
  );
}

const rowKey = ({ id }: Lease) => id;

/** A lease where there is no room for columns. */
function summaryOf(lease: Lease): Summary {
  return {
    to: leasePath(lease.id),
    name: unitLabel(lease),
    place: lease.tenants.map(fullNameOf).join(', '),
    figure: <Money cents={monthlyCents(lease)} />,
    note: <LeaseState lease={lease} />,
  };
}

const columns: ListColumn<Lease>[] = [
  {
    key: 'unit',
    header: 'Unit',
    card: 'title',
    width: 'w-[19%]',
    sort: ({ unit_number, property_name }) => `${unit_number} ${property_name}`,
    cell: (lease) => <HomeLink alone unit={lease.unit_id} children={unitLabel(lease)} />,
  },
  {
    key: 'tenants',
    header: 'Tenants',
    sort: ({ tenants }) => tenants.map(fullNameOf).join(', '),
    cell: ({ tenants }) => <PersonLinks people={tenants} />,
  },
  {
    key: 'term',
    header: 'Term',
    width: 'w-[19%]',
    sort: ({ starts }) => starts,
    cell: (lease) => termText(lease),
  },
  {
    key: 'monthly',
    header: 'A month',
    align: 'right',
    width: 'w-32',
    sort: (lease) => monthlyCents(lease),
    cell: (lease) => <Money cents={monthlyCents(lease)} />,
  },
  {
    key: 'state',
    header: 'State',
    width: 'w-44',
    sort: stateText,
    cell: (lease) => <LeaseState lease={lease} />,
  },
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

/** Whether a lease runs, is paused, or charges somebody who lives elsewhere. */
export function LeaseState({ lease }: { lease: Lease }) {
  const text = stateText(lease);
  return <Badge tone={TONES[text]}>{text}</Badge>;
}

const TONES: Record<ReturnType<typeof stateText>, ComponentProps<typeof Badge>['tone']> = {
  Ended: undefined,
  Paused: 'amber',
  'Billed to someone elsewhere': 'amber',
  'To come': 'info',
  Active: 'success',
};
