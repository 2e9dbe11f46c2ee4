import type { Announcement } from '../../../contract/announcements/announcement.ts';
import type { User } from '../../../contract/users/user.ts';
import { changesOf, recordAudit } from '../../database/auditLog.ts';
import type { Sql } from '../../database/database.ts';
import { haveSameReaders, namesOf } from './chosenProperties.ts';

interface AnnouncementChange {
  id: number;
  action: string;
  before?: Announcement;
  after?: Announcement;
}

/** Records a manager’s change of an announcement in the audit log. */
export async function auditAnnouncement(
  sql: Sql,
  author: User,
  { id, action, before, after }: AnnouncementChange,
): Promise<void> {
  const changes = changesOf(['announcement', 'announcement_type', 'publish_at', 'status'], before, after);
  const EVERYONE = { property_ids: null };
  if (!haveSameReaders(before ?? EVERYONE, after ?? EVERYONE)) {
    changes.properties = { before: await namesOf(sql, before), after: await namesOf(sql, after) };
  }
  await recordAudit(sql, author.id, [{ subject: 'announcement', subject_id: id, action, changes }]);
}
