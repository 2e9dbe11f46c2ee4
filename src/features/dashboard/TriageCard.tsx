import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { OptimisticRequest } from '../../offline/subjects/maintenance/maintenanceList.ts';
import { requestPath } from '../../subjects/maintenance/requestPath.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { COMES_BACK } from '../../ui/layout/dialogAddress.ts';
import { ListCard } from './ListCard.tsx';
import { useOpenRequests } from '../../subjects/maintenance/useListedRequests.ts';

/** The number of requests shown. */
const SHOWN = 3;

/** The open maintenance requests of all units that wait longest. */
export function TriageCard() {
  const requests = useOpenRequests();
  return (
    <ListCard
      title="Maintenance Triage"
      link={{ to: '/admin/maintenance', label: 'View All Requests' }}
      query={requests}
      failed="Failed to fetch requests"
      rowsOf={(open) => open.slice(-SHOWN).reverse()}
      empty="No open requests. Nothing waits for you."
      className="-mx-2 -mt-3"
    >
      {(each) => (
        <li key={each.key}>
          <Link
            to={requestPath(each)}
            state={COMES_BACK}
            className="flex min-h-11 items-center gap-3 rounded-control px-2 py-3 hover:bg-sunken"
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="line-clamp-2">
                <span className="font-bold">{placeOf(each)}:</span> {each.information}
              </span>
              <span className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
                {each.request?.property_name && <span>{each.request.property_name}</span>}
                <Time value={each.created_at} />
                {each.unsent.length > 0 && <Badge tone="info">Unsent</Badge>}
              </span>
            </span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
          </Link>
        </li>
      )}
    </ListCard>
  );
}

/** The unit's number; a request without a unit is labelled as in the list. */
function placeOf({ request, unit }: OptimisticRequest): string {
  return request?.unit_number ? `Unit ${request.unit_number}` : unit;
}
