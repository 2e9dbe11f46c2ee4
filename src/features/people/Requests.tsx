import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Loaded } from '../../screens/Loaded.tsx';
import type { OptimisticRequest } from '../../offline/subjects/maintenance/maintenanceList.ts';
import { requestPath } from '../../subjects/maintenance/requestPath.ts';
import { useListedRequests } from '../../subjects/maintenance/useListedRequests.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { TextLink } from '../../ui/layout/TextLink.tsx';
import { COMES_BACK } from '../../ui/layout/dialogAddress.ts';
import { Card } from '../../ui/layout/Card.tsx';

/** How many completed requests are shown below the open ones. */
const COMPLETED = 3;

interface RequestsProps {
  /** Which of the requests. */
  of: (listed: OptimisticRequest) => boolean;
  /** The unit that a new one is for. */
  unit: number | null;
  /** Where one is, on a page of several homes. */
  placeOf?: (listed: OptimisticRequest) => string | undefined;
}

/** The requests of somebody or of a home: the open ones, newest first, and the completed last ones. */
export function Requests({ of, unit, placeOf }: RequestsProps) {
  const requests = useListedRequests({});
  return (
    <Card
      title="Maintenance"
      action={
        <ButtonLink
          variant="secondary"
          to={`/admin/maintenance?new=1${unit === null ? '' : `&unit=${unit}`}`}
          state={COMES_BACK}
        >
          New Request
        </ButtonLink>
      }
    >
      <Loaded query={requests} failed="Failed to fetch requests" loading={<p>Loading...</p>}>
        {(all) => {
          const own = all.filter((each) => of(each) && !each.gone);
          const open = own.filter(({ completed }) => !completed);
          const shown = [...open, ...own.filter(({ completed }) => completed).slice(0, COMPLETED)];
          if (shown.length === 0) return <p className="text-muted">No maintenance requests yet.</p>;
          return (
            <>
              <ul role="list" className="-mx-2 -my-3 divide-y divide-line">
                {shown.map((each) => (
                  <Row key={each.key} listed={each} place={placeOf?.(each)} />
                ))}
              </ul>
              {own.length > shown.length && (
                <p className="text-sm text-muted">
                  {own.length - shown.length} more in <TextLink to="/admin/maintenance">Maintenance</TextLink>
                </p>
              )}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function Row({ listed, place }: { listed: OptimisticRequest; place: string | undefined }) {
  const { information, completed, created_at, completed_at, unsent } = listed;
  return (
    <li>
      <Link
        to={requestPath(listed)}
        state={COMES_BACK}
        className="flex min-h-11 items-center gap-3 rounded-control px-2 py-3 hover:bg-sunken"
      >
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="line-clamp-2 font-semibold">{information}</span>
          <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            {place !== undefined && <span>{place}</span>}
            {completed ? (
              <span>
                Completed <Time value={completed_at ?? created_at} />
              </span>
            ) : (
              <>
                <Badge tone="amber">Pending</Badge>
                <span>
                  Reported <Time value={created_at} />
                </span>
              </>
            )}
            {unsent.length > 0 && <Badge tone="info">Unsent</Badge>}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  );
}
