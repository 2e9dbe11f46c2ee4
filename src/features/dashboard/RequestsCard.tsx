import { CircleCheck, CloudUpload } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useKept } from '../../offline/keptQuery.ts';
import { useOutbox } from '../../offline/useOutbox.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { CardLink } from './CardLink.tsx';
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
  const { data, error, isPending, refresh } = useKept('listMaintenance', {});
  if (isPending) return <Waiting />;
  if (error)
    return <Problem onRetry={() => void refresh()}>Failed to fetch requests: {error.message}</Problem>;
  const newest = data?.slice(0, SHOWN) ?? [];
  if (newest.length === 0) return <p className="text-muted">No maintenance requests yet.</p>;
  return (
    <ul role="list" className="divide-y divide-line">
      {newest.map(({ id, completed, information }) => (
        <li key={id} className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
          <p className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{information}</p>
          {completed ? (
            <span className="text-success">
              <CircleCheck aria-hidden className="size-6" />
              <span className="sr-only">Completed</span>
            </span>
          ) : (
            <Badge tone="amber">PENDING</Badge>
          )}
        </li>
      ))}
    </ul>
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
