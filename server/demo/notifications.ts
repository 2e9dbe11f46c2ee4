import type { Sql } from '../database/database.ts';
import { notifyOfPublished } from '../resources/announcements/notifyOfPublished.ts';

/** How many days back the demo's notifications go, and how many of them are unread. */
const DAYS = 14;
const UNREAD_DAYS = 3;

/**
 * Turns what the demo's history has told people of into what they would find today: the last two weeks, dated when they
 * happened, the last days unread, and nothing sent.
 */
export async function ageNotifications(sql: Sql, now: Date): Promise<void> {
  await notifyOfPublished({ transaction: (work) => work(sql) });
  // What each was about has the date.
  await sql`
    update notification_events as event set queued_at = ${now}, created_at = coalesce(
      (select created_at from transactions
        where id = coalesce((data ->> 'entry_id')::int, (data -> 'charges' -> 0 ->> 'entry_id')::int)),
      (select coalesce(publish_at, created_at) from announcements where once = 'announcement:' || id),
      ${now})`;
  await sql`delete from notification_events where created_at < ${now}::timestamptz - make_interval(days => ${DAYS})`;
  await sql`
    update notifications as told set read_at = event.created_at from notification_events as event
    where event.id = told.event_id and event.created_at < ${now}::timestamptz - make_interval(days => ${UNREAD_DAYS})`;
}
