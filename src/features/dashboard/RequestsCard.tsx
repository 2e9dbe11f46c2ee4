import { CircleCheck, CloudUpload } from 'lucide-react';
import { Link } from 'react-router-dom';
import {
  unsentStatusOf,
  type OptimisticRequest,
} from '../../offline/subjects/maintenance/maintenanceList.ts';
import { useUnsent } from '../../offline/hooks/useUnsent.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { UnsentBadge } from '../../ui/data/UnsentBadge.tsx';
import { ListCard } from './ListCard.tsx';
import { useListedRequests } from '../../subjects/maintenance/useListedRequests.ts';

/** The number of requests shown. */
const SHOWN = 2;

/** The newest maintenance requests, with a note about unsent ones. */
export function RequestsCard() {
  const requests = useListedRequests({});
  return (
    <ListCard
      title="Maintenance Requests"
      link={{ to: '/maintenance', label: 'View All Requests' }}
      query={requests}
      failed="Failed to fetch requests"
      rowsOf={(all) => all.slice(0, SHOWN)}
      empty="No maintenance requests yet."
      foot={<Unsent />}
    >
      {(each) => <Request key={each.key} listed={each} sending={requests.sending} />}
    </ListCard>
  );
}

function Request({ listed, sending }: { listed: OptimisticRequest; sending: string | undefined }) {
  const standing = unsentStatusOf(listed, sending);
  return (
    <li className="flex flex-wrap items-start gap-3 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-[1_1_8rem] flex-col items-start gap-2">
        <p className="line-clamp-2 wrap-anywhere">{listed.information}</p>
        {standing && <UnsentBadge {...standing} />}
      </div>
      {listed.completed ? (
        <span className="text-success">
          <CircleCheck aria-hidden className="size-6" />
          <span className="sr-only">Completed</span>
        </span>
      ) : (
        <Badge tone="amber">PENDING</Badge>
      )}
    </li>
  );
}

function Unsent() {
  const { items = [] } = useUnsent();
  const count = items.filter(({ route }) => route === 'createMaintenance').length;
  if (count === 0) return <></>;
  return (
    <Link
      to="/outbox"
      className="flex min-h-11 items-center gap-3 rounded-control bg-info-soft px-3 py-2 font-semibold text-info"
    >
      <CloudUpload aria-hidden className="size-5 shrink-0" />
      {count === 1 ? '1 new request is unsent' : `${count} new requests are unsent`}
    </Link>
  );
}
