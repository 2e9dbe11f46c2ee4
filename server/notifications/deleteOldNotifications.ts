import type { Sql } from '../database/database.ts';

/** How long an event is kept, in days. */
const DAYS_KEPT = 90;

/** Deletes old events, with what was told of them. */
export async function deleteOldNotifications(sql: Sql): Promise<void> {
  await sql`delete from notification_events where created_at < now() - make_interval(days => ${DAYS_KEPT})`;
}
