import { isPublished } from '../../../contract/announcement.ts';
import { useCachedQuery } from '../../offline/engine/useCachedQuery.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { CardLink } from './CardLink.tsx';
import { Waiting } from './Waiting.tsx';

/** In announcements. */
const SHOWN = 3;

/** The newest of the community board; one's own suggestions wait there, not here. */
export function AnnouncementsCard() {
  return (
    <Card title="Announcements">
      <Newest />
      <CardLink to="/announcements">View All Announcements</CardLink>
    </Card>
  );
}

function Newest() {
  const { data, error, isPending, refresh } = useCachedQuery('listAnnouncements', {});
  if (isPending) return <Waiting />;
  if (error) {
    return <Problem onRetry={() => void refresh()}>Error loading announcements: {error.message}</Problem>;
  }
  const now = new Date();
  const newest = data?.filter((each) => isPublished(each, now)).slice(0, SHOWN) ?? [];
  if (newest.length === 0) return <p className="text-muted">No announcements yet.</p>;
  return (
    <ul role="list" className="divide-y divide-line">
      {newest.map(({ id, announcement }) => (
        <li key={id} className="py-3 first:pt-0 last:pb-0">
          <p className="line-clamp-3 wrap-anywhere whitespace-pre-line">{announcement}</p>
        </li>
      ))}
    </ul>
  );
}
