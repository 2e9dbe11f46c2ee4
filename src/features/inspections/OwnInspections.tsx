import { unitLabel } from '../../../contract/units/unit.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { MoveCard } from '../../subjects/moves/MoveCard.tsx';
import { useThumbnailsOffline } from '../../subjects/photos/useThumbnailsOffline.ts';
import { Time, timeText } from '../../ui/data/Time.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';

/** `/inspections`: what was found in one's own home, for its tenants. */
export default function OwnInspections() {
  const read = useCachedQuery('listOwnInspections', {});
  useThumbnailsOffline(read.data);
  const { data: leases = [] } = useCachedQuery('listMyLeases', {});
  return (
    <>
      <PageHeading
        title="Moving and inspections"
        description="What was found in your home, and what is left to do when you move."
      />
      <div className="mb-6 flex flex-col gap-4 empty:hidden">
        {leases.map((lease) => (
          <MoveCard key={lease.id} lease={lease.id} home={unitLabel(lease)} isManager={false} />
        ))}
      </div>
      <Loaded query={read} failed="Unable to load your inspections">
        {(inspections) =>
          inspections.length === 0 ? (
            <p className="text-muted">No inspection of your home is finalized yet.</p>
          ) : (
            <ul role="list" className="flex flex-col gap-4">
              {inspections.map((inspection) => (
                <Card
                  key={inspection.id}
                  as="li"
                  title={`${inspection.kind} inspection`}
                  action={
                    <ButtonLink
                      variant="secondary"
                      to={`/inspections/${inspection.id}`}
                      aria-label={`Read the ${inspection.kind} inspection of ${timeText(inspection.day)}`}
                    >
                      Read
                    </ButtonLink>
                  }
                >
                  <p className="wrap-anywhere">
                    {unitLabel(inspection)}, <Time value={inspection.day} format="long" />
                  </p>
                </Card>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}
