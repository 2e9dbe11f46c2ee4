import { CircleCheck, CloudUpload } from 'lucide-react';
import { Link } from 'react-router-dom';
import { unsentStatusOf, type OptimisticRequest } from '../../offline/subjects/maintenanceList.ts';
import { useOutbox } from '../../offline/engine/useOutbox.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { UnsentBadge } from '../../ui/data/UnsentBadge.tsx';
import { CardLink } from './CardLink.tsx';
import { useListedRequests } from './useListedRequests.ts';
import { Waiting } from './Waiting.tsx';

/** In requests. */
const SHOWN = 2;

/** The newest maintenance requests, and in words those that this device has not sent yet. */
export function RequestsCard() {
  return (
    <Card title="Maintenance Requests">
      <Newest />
      <Unsent />
      <CardLink to="/maintenance">View All Requests</CardLink>
    </Card>
  );
}

function Newest() {
  const { requests, error, sending, refresh } = useListedRequests({});
  if (error)
    return <Problem onRetry={() => void refresh()}>Failed to fetch requests: {error.message}</Problem>;
  if (!requests) return <Waiting />;
  if (requests.length === 0) return <p className="text-muted">No maintenance requests yet.</p>;
  return (
    <ul role="list" className="divide-y divide-line">
      {requests.slice(0, SHOWN).map((each) => (
        <Request key={each.key} listed={each} sending={sending} />
      ))}
    </ul>
  );
}

function Request({ listed, sending }: { listed: OptimisticRequest; sending: string | undefined }) {
  const standing = unsentStatusOf(listed, sending);
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
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
  const { items = [] } = useOutbox();
  const count = items.filter(({ route }) => route === 'createMaintenance').length;
  if (count === 0) return <></>;
  return (
    <Link
      to="/outbox"
      className="flex min-h-11 items-center gap-3 rounded-control bg-info-soft px-3 py-2 font-semibold text-info"
    >
      <CloudUpload aria-hidden className="size-5 shrink-0" />
      {count === 1 ? '1 new request is not sent yet' : `${count} new requests are not sent yet`}
    </Link>
  );
}
