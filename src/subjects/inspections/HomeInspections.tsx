import { useMemo } from 'react';
import { INSPECTION_KINDS, type Inspection } from '../../../contract/inspections/inspection.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { addressOfLease } from '../../offline/subjects/leases/leases.ts';
import { unsentOf, withUnsent } from '../../offline/subjects/inspections.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { UnsentBadge } from '../../ui/data/UnsentBadge.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { TextLink } from '../../ui/layout/TextLink.tsx';

interface HomeInspectionsProps {
  unit: Pick<Inspection, 'unit_id' | 'unit_number' | 'property_name'>;
  /** Only those of this lease, by its id in addresses: it may be unsent. */
  lease?: string;
}

/** The inspections of a home or a lease, sent or not, and what begins another one, with or without a connection. */
export function HomeInspections({ unit, lease }: HomeInspectionsProps) {
  const read = useCachedQuery('listHomeInspections', { params: { id: String(unit.unit_id) } });
  // So that an inspection can begin where there is no connection.
  useCachedQuery('readInspectionTemplate', {});
  const { items = [] } = useOutbox();
  const all = withUnsent(read.data ?? [], items, unit);
  const shown = lease === undefined ? all : all.filter((each) => addressOfLease(each) === lease);
  // Its id is known before it is saved, so that however often it is sent, it is one.
  const id = useMemo(() => crypto.randomUUID(), []);
  const place = `/admin/inspections/${unit.unit_id}`;
  return (
    <Card title="Inspections">
      <Loaded query={read} failed="Unable to load the inspections" loading={<p>Loading...</p>}>
        {() => shown.length === 0 && <p className="text-muted">Nothing was inspected yet.</p>}
      </Loaded>
      <ul role="list" className="flex flex-col gap-3 empty:hidden">
        {shown.map(({ id: each, kind, day, finalized_at }) => {
          const unsent = unsentOf(items, each);
          const refused = unsent.some(({ refusal }) => refusal !== undefined);
          return (
            <li key={each} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <TextLink to={`${place}/${each}`}>
                {kind}, <Time value={day} />
              </TextLink>
              {unsent.length > 0 ? (
                <UnsentBadge needsAttention={refused} words={refused ? 'Needs attention' : 'Unsent'} />
              ) : (
                <span className="text-sm text-muted">{finalized_at === null ? 'Draft' : 'Finalized'}</span>
              )}
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {INSPECTION_KINDS.map((kind) => (
          <ButtonLink
            key={kind}
            variant="secondary"
            to={`${place}/${id}/walk?kind=${kind}${lease === undefined ? '' : `&lease=${lease}`}`}
            aria-label={`${kind} Inspection`}
            className="max-sm:px-2"
          >
            {kind}
          </ButtonLink>
        ))}
      </div>
    </Card>
  );
}
