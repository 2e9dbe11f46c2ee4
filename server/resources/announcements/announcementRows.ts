import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { Announcement } from '../../../contract/announcements/announcement.ts';
import { isPostFor } from '../../auth/visibleRecords.ts';
import type { SignedInUser } from '../../auth/signedInUser.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError } from '../../http/apiError.ts';
import { wholeList, type ListQuery } from '../../http/lists/listQuery.ts';

/** When approved announcements come to be published that somebody reads then. */
export const publications = ({ is_manager, unit }: SignedInUser): Part => sqlTag`
  select post.id as row_id, coalesce(post.publish_at, post.created_at) as at from announcements as post
  where post.status = 'approved' and (${is_manager}::boolean or ${isPostFor(unit)})`;

/** The query of announcements (`post`) with their authors, newest first; its columns are the fields of the answer. */
export function announcementsWhere(where: Part): ListQuery {
  const columns = sqlTag`
    post.id, post.user_id, post.announcement, post.announcement_type,
      ${isoTimestamp(sqlTag`post.publish_at`)} as publish_at, post.status, post.property_ids,
      author.first_name, author.last_name,
      ${isoTimestamp(sqlTag`post.created_at`)} as created_at, ${isoTimestamp(sqlTag`post.updated_at`)} as updated_at,
      post.created_with`;
  return {
    columns,
    from: sqlTag`announcements as post join users as author on author.id = post.user_id`,
    where,
    order: {
      keys: [
        { sql: sqlTag`coalesce(post.publish_at, post.created_at)`, type: 'time' },
        { sql: sqlTag`post.id`, type: 'id' },
      ],
      direction: 'desc',
    },
  };
}

export async function findAnnouncement(sql: Sql, id: number | undefined): Promise<Announcement> {
  const [announcement] = await sql<Announcement>`${wholeList(announcementsWhere(sqlTag`post.id = ${id}`))}`;
  if (!announcement) throw new Error(`Announcement ${id} was just written and is not there.`);
  return announcement;
}

/**
 * Reads an announcement and locks its row until the transaction ends.
 * @throws {ApiError} 404 for an announcement that does not exist
 */
export async function lockAnnouncement(sql: Sql, id: number): Promise<Announcement> {
  const [locked] = await sql`select id from announcements where id = ${id} for update`;
  if (!locked) throw new ApiError(404, 'This announcement is not there any more.');
  return findAnnouncement(sql, id);
}
