import sqlTag from 'sql-template-tag';
import { isPublished, publishedAt, type Announcement } from '../../../contract/announcements/announcement.ts';
import { isPostFor } from '../../auth/visibleRecords.ts';
import type { Database, Sql } from '../../database/database.ts';
import { forget, retell } from '../../notifications/follow.ts';
import { notify } from '../../notifications/notify.ts';

/** After how many days the news of an announcement that nobody was told of is too old. */
const NEWS_DAYS = 7;

/** Names an announcement among what is told: that it is published is told only once. */
export const announcementName = (id: number) => `announcement:${id}` as const;

type Post = Pick<Announcement, 'id' | 'user_id' | 'announcement' | 'announcement_type' | 'property_ids'>;

/** Tells all who read it but its author and who approved it. */
async function notifyOthers(sql: Sql, posts: readonly Post[], approver?: number): Promise<void> {
  await notify(
    sql,
    ...posts.map(({ id, user_id, announcement, announcement_type, property_ids }) => ({
      kind: 'announcement_published' as const,
      to: property_ids ? { properties: property_ids } : ('everyone' as const),
      data: { announcement, announcement_type },
      except: approver === undefined ? [user_id] : [user_id, approver],
      once: announcementName(id),
      about: announcementName(id),
    })),
  );
}

/** Tells of an announcement if it is published by now; the job tells of one that is published later. */
export async function notifyIfPublished(sql: Sql, post: Announcement, approver?: number): Promise<void> {
  if (isPublished(post, new Date())) await notifyOthers(sql, [post], approver);
}

/**
 * Tells those residents of a published announcement whom it was not for before, as far as it is news. Deliveries are made of an event
 * once, so that they are told by one of their own.
 */
export async function notifyAdded(sql: Sql, post: Announcement): Promise<void> {
  const { id, announcement, announcement_type } = post;
  const age = Date.now() - Date.parse(publishedAt(post));
  if (!isPublished(post, new Date()) || age > NEWS_DAYS * 24 * 60 * 60_000) return;
  const added = await sql<{ id: number }>`
    select users.id from users cross join announcements as post
    where post.id = ${id} and users.is_current_user and not users.is_manager and users.id <> post.user_id
      and ${isPostFor(sqlTag`users.unit`)}
      and not exists (
        select from notifications join notification_events as event on event.id = notifications.event_id
        where event.about = ${announcementName(id)} and notifications.user_id = users.id)
    order by users.id`;
  await notify(sql, {
    ...{ kind: 'announcement_published', to: added.map((person) => person.id), about: announcementName(id) },
    data: { announcement, announcement_type },
  });
}

/** Tells of announcements whose time has come. */
export async function notifyOfPublished(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction(async (sql) => {
    const posts = await sql<Post>`
      select id, user_id, announcement, announcement_type, property_ids from announcements as post
      where status = 'approved' and coalesce(publish_at, created_at) <= now()
        and coalesce(publish_at, created_at) > now() - make_interval(days => ${NEWS_DAYS})
        and not exists (select from notification_events where once = 'announcement:' || post.id)
      order by id`;
    await notifyOthers(sql, posts);
  });
}

/** Has what was told of an announcement say what it says now; of one that is published later, it is told again then. */
export async function retellAnnouncement(sql: Sql, post: Announcement): Promise<void> {
  const { id, announcement, announcement_type } = post;
  if (!isPublished(post, new Date())) {
    await sql`
      delete from notification_events where about = ${announcementName(id)} and kind = 'announcement_published'`;
  }
  await retell(sql, announcementName(id), { announcement, announcement_type });
}

/** Takes back what was told of an announcement or a suggestion that is deleted. */
export async function forgetAnnouncement(sql: Sql, id: number): Promise<void> {
  await forget(sql, announcementName(id));
}
