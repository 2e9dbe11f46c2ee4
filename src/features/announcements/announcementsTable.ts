import { publishedAt, type Announcement } from '../../../contract/announcements/announcement.ts';
import type { Property } from '../../../contract/properties/property.ts';
import { fullNameOf } from '../../../contract/users/user.ts';
import { isoDay, isoMinute } from '../../ui/data/Time.tsx';
import type { CsvTable } from '../../ui/files/csv.ts';
import { typeLabel } from './AnnouncementCard.tsx';
import { audienceText } from './audience.ts';
import { statusLabel } from './announcementListing.ts';

/** Announcements in the order in which they are shown, with today's date in the file name. */
export function announcementsTable(
  announcements: readonly Announcement[],
  properties: readonly Property[],
): CsvTable {
  return {
    name: `announcements-${isoDay()}`,
    header: ['Announcement ID', 'Status', 'Type', 'For', 'Author', 'Publish time', 'Announcement'],
    rows: announcements.map((each) => [
      ...[String(each.id), statusLabel(each.status), typeLabel(each.announcement_type)],
      ...[audienceText(each, properties) ?? 'Everyone', fullNameOf(each)],
      each.status === 'approved' ? isoMinute(new Date(publishedAt(each))).replace('T', ' ') : '',
      each.announcement,
    ]),
  };
}
