import { Fragment } from 'react';
import { unitLabel } from '../../../contract/units/unit.ts';
import type { InspectionRow } from '../../../contract/inspections/inspection.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { unitColumn } from '../../subjects/units/unitColumn.tsx';
import { PersonName } from '../../subjects/users/PersonLink.tsx';
import { Badge } from '../../ui/data/Badge.tsx';
import { Time, timeText } from '../../ui/data/Time.tsx';
import { AccessDenied } from '../../ui/feedback/AccessDenied.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import type { Summary } from '../../ui/lists/ListRow.tsx';
import { ListTable } from '../../ui/lists/ListTable.tsx';
import type { Chip, ListColumn } from '../../ui/lists/listOptions.ts';
import { ListTools } from '../../ui/lists/ListTools.tsx';
import { useList } from '../../ui/lists/useList.ts';

/** `/admin/inspections`: the inspections of all homes. A new one begins on the page of its home. */
export default function Inspections() {
  const read = useCachedQuery('listInspections', {});
  const { items = [] } = useOutbox();
  const list = useList({
    rows: read.data ?? NONE,
    rowKey,
    textsOf,
    columns: COLUMNS,
    chips: CHIPS,
    asTheyCome: 'Latest first',
  });
  if (read.denied) return <AccessDenied />;
  const unsent = items.filter(({ route }) => route === 'saveInspection').length;
  return (
    <>
      <PageHeading
        title="Inspections"
        description="What was found in each home, moving in, moving out and between."
        action={
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/admin/inspections/template" variant="secondary">
              Template
            </ButtonLink>
            <ButtonLink to="/admin/units">Choose a Home</ButtonLink>
          </div>
        }
      />
      {unsent > 0 && (
        <Banner
          type="info"
          className="mb-6"
          action={
            <ButtonLink to="/outbox" variant="secondary">
              Show unsent
            </ButtonLink>
          }
        >
          {unsent === 1 ? '1 save of an inspection is' : `${unsent} saves of inspections are`} unsent.
        </Banner>
      )}
      <Loaded query={read} failed="Unable to load the inspections">
        {(rows) => (
          <div>
            <ListTools
              label="Search by home or tenant"
              list={list}
              one="inspection"
              many="inspections"
              chipsLabel="Inspections"
              printed="Inspections"
            />
            <ListTable
              caption="Inspections"
              list={list}
              columns={COLUMNS}
              rowKey={rowKey}
              nameOf={(row) => `${row.kind}, ${unitLabel(row)}, ${timeText(row.day)}`}
              summaryOf={summaryOf}
              empty={
                rows.length > 0
                  ? 'No inspection matches your search.'
                  : 'No home was inspected yet. Begin on the page of a home, or of a lease.'
              }
            />
          </div>
        )}
      </Loaded>
    </>
  );
}

const NONE: InspectionRow[] = [];
const rowKey = ({ id }: InspectionRow) => id;
const placeOf = ({ unit_id, id }: InspectionRow) => `/admin/inspections/${unit_id}/${id}`;

function textsOf({ unit_number, property_name, tenants, kind, day, ...row }: InspectionRow) {
  return [unit_number, property_name, kind, timeText(day), stateText(row), ...tenants];
}

const CHIPS: readonly Chip<InspectionRow>[] = [
  { value: 'all', label: 'All', has: () => true },
  { value: 'drafts', label: 'Drafts', has: ({ finalized_at }) => finalized_at === null },
  { value: 'finalized', label: 'Finalized', has: ({ finalized_at }) => finalized_at !== null },
  { value: 'remarks', label: 'With remarks', has: ({ remarks }) => remarks > 0 },
];

function stateText({ finalized_at, remarks }: Pick<InspectionRow, 'finalized_at' | 'remarks'>): string {
  if (finalized_at === null) return 'Draft';
  return remarks === 0 ? 'Finalized' : `Finalized, ${remarks} ${remarks === 1 ? 'remark' : 'remarks'}`;
}

function summaryOf(row: InspectionRow): Summary {
  return {
    to: placeOf(row),
    name: `${row.unit_number} ${row.property_name}`,
    place: row.tenants.join(', '),
    figure: row.kind,
    note: (
      <>
        <Time value={row.day} />, {stateText(row)}
      </>
    ),
  };
}

function Tenants({ tenants, tenant_ids = [] }: InspectionRow) {
  if (tenants.length === 0) return <span className="text-muted">–</span>;
  return tenants.map((name, index) => (
    <Fragment key={tenant_ids[index] ?? name}>
      {index > 0 && ', '}
      <PersonName id={tenant_ids[index]}>{name}</PersonName>
    </Fragment>
  ));
}

const COLUMNS: ListColumn<InspectionRow>[] = [
  unitColumn(),
  {
    key: 'tenants',
    header: 'Tenants',
    sort: ({ tenants }) => tenants.join(', '),
    cell: (row) => <Tenants {...row} />,
  },
  { key: 'kind', header: 'Kind', width: 'w-32', sort: ({ kind }) => kind, cell: ({ kind }) => kind },
  {
    key: 'day',
    header: 'Day',
    width: 'w-36',
    sort: ({ day }) => Date.parse(day),
    cell: ({ day }) => <Time value={day} />,
  },
  {
    key: 'state',
    header: 'State',
    width: 'w-48',
    sort: stateText,
    cell: (row) => <Badge tone={row.finalized_at === null ? 'amber' : 'success'}>{stateText(row)}</Badge>,
  },
  {
    key: 'actions',
    header: 'Actions',
    card: 'actions',
    width: 'w-27',
    cell: (row) => (
      <ButtonLink variant="quiet" aria-label={`Open ${row.kind} of ${unitLabel(row)}`} to={placeOf(row)}>
        Open
      </ButtonLink>
    ),
  },
];
