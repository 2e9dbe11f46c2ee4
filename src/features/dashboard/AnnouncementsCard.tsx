import { isPublished } from '../../../contract/announcements/announcement.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { ListCard } from './ListCard.tsx';
import { now } from '../../browser/clock.ts';

/** The number of announcements shown. */
const SHOWN = 3;

/** The newest published announcements, without the user's own suggestions. */
export function AnnouncementsCard() {
  const announcements = useCachedQuery('listAnnouncements', {});
  const at = now();
  return (
    <ListCard
      title="Announcements"
      link={{ to: '/announcements', label: 'View All Announcements' }}
      query={announcements}
      failed="Error loading announcements"
      rowsOf={(all) => all.filter((each) => isPublished(each, at)).slice(0, SHOWN)}
      empty="No announcements yet."
    >
      {({ id, announcement }) => (
        <li key={id} className="py-3 first:pt-0 last:pb-0">
          <p className="line-clamp-3 wrap-anywhere whitespace-pre-line">{announcement}</p>
        </li>
      )}
    </ListCard>
  );
}
