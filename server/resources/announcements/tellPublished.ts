import { isPublished, type Announcement } from '../../../contract/announcement.ts';
import type { Database, Sql } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';

/** After how many days the news of an announcement that nobody was told of is too old. */
const NEWS_DAYS = 7;

/** By which the event of an announcement is told only once. */
const eventOf = (id: number) => `announcement:${id}`;

type Post = Pick<Announcement, 'id' | 'user_id' | 'announcement' | 'announcement_type'>;

/** Tells everyone but its author and who approved it. */
async function tell(sql: Sql, posts: readonly Post[], approver?: number): Promise<void> {
  await notify(
    sql,
    ...posts.map(({ id, user_id, announcement, announcement_type }) => ({
      kind: 'announcement_published' as const,
      to: 'everyone' as const,
      data: { announcement, announcement_type },
      except: approver === undefined ? [user_id] : [user_id, approver],
      once: eventOf(id),
    })),
  );
}

/** Tells of an announcement if it is published by now; the job tells of one that is published later. */
export async function tellIfPublished(sql: Sql, post: Announcement, approver?: number): Promise<void> {
  if (isPublished(post, new Date())) await tell(sql, [post], approver);
}

/** Tells of announcements whose time has come. */
export async function tellPublished(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction(async (sql) => {
    const posts = await sql<Post>`
      select id, user_id, announcement, announcement_type from announcements as post
      where status = 'approved' and coalesce(publish_at, created_at) <= now()
        and coalesce(publish_at, created_at) > now() - make_interval(days => ${NEWS_DAYS})
        and not exists (select from notification_events where once = 'announcement:' || post.id)
      order by id`;
    await tell(sql, posts);
  });
}

/** Takes back what was not told yet of an announcement that is deleted. */
export async function forgetPublished(sql: Sql, id: number): Promise<void> {
  await sql`delete from notification_events where once = ${eventOf(id)}`;
}
