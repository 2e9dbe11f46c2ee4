import { Link } from 'react-router-dom';
import { isPublished, publishedAt, type Announcement } from '../../../contract/announcements/announcement.ts';
import { now } from '../../browser/clock.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { Badge } from '../../ui/data/Badge.tsx';
import { Time } from '../../ui/data/Time.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { TextLink } from '../../ui/layout/TextLink.tsx';
import { COMES_BACK } from '../../ui/layout/dialogAddress.ts';

/** The number of announcements shown. */
const SHOWN = 3;

/** What is on the board for the residents of a property and not for everyone, the newest first; nothing where there is none. */
export function PropertyAnnouncements({ property }: { property: number }) {
  const list = useCachedQuery('listAnnouncements', {});
  const own = list.data?.filter(
    ({ status, property_ids }) => status === 'approved' && property_ids?.includes(property),
  );
  if (!list.error && !own?.length) return <></>;
  return (
    <Card title="Announcements">
      <Loaded query={{ ...list, data: own }} failed="Unable to load announcements">
        {(known) => (
          <>
            <ul role="list" className="-mx-2 -my-3 divide-y divide-line">
              {known.slice(0, SHOWN).map((each) => (
                <Row key={each.id} announcement={each} />
              ))}
            </ul>
            <p className="text-sm text-muted">
              <TextLink to={`/admin/announcements?property=${property}`}>All for this property</TextLink>
            </p>
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Row({ announcement: each }: { announcement: Announcement }) {
  return (
    <li>
      <Link
        to={`/admin/announcements?edit=${each.id}`}
        state={COMES_BACK}
        className="flex min-h-11 flex-col gap-1 rounded-control px-2 py-3 hover:bg-sunken"
      >
        <span className="line-clamp-3 font-semibold wrap-anywhere whitespace-pre-line">
          {each.announcement}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          {isPublished(each, now()) ? 'Published' : <Badge tone="info">Scheduled</Badge>}
          <Time value={publishedAt(each)} />
        </span>
      </Link>
    </li>
  );
}
