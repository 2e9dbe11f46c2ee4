import { UNCONFIRMED_DAYS, unconfirmedRow } from '../../auth/newcomers.ts';
import type { Database } from '../../database/database.ts';
import { forgetAnnouncement } from './notifyOfPublished.ts';

const BATCH_SIZE = 100;

/**
 * Deletes the suggestions of people who registered themselves and whom management has not confirmed in time, with what was told
 * of them. One that management approved is an announcement, and stays.
 */
export async function deleteUnconfirmedSuggestions(database: Database, stopping: AbortSignal): Promise<void> {
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE && !stopping.aborted;) {
    deleted = await database.transaction(async (sql) => {
      // By `updated_at`, since a phone says itself when somebody wrote it. The people are locked too, so that nobody is confirmed
      // meanwhile.
      const suggestions = await sql<{ id: number }>`
        select post.id from announcements as post join users on users.id = post.user_id
        where post.updated_at < now() - make_interval(days => ${UNCONFIRMED_DAYS})
          and post.status <> 'approved' and ${unconfirmedRow}
        order by post.id limit ${BATCH_SIZE} for update of post, users skip locked`;
      const ids = suggestions.map(({ id }) => id);
      await sql`delete from announcements where id = any(${ids}::int[])`;
      for (const id of ids) await forgetAnnouncement(sql, id);
      return ids.length;
    });
  }
}
