import { UNCONFIRMED_DAYS, unconfirmedRow } from '../../auth/newcomers.ts';
import type { Database } from '../../database/database.ts';
import { forget } from '../../notifications/follow.ts';

const BATCH_SIZE = 100;

/**
 * Deletes the conversations of people who registered themselves and whom management has not confirmed in time, with what was told of
 * them. One in which management wrote stays.
 */
export async function deleteUnconfirmedThreads(database: Database, stopping: AbortSignal): Promise<void> {
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE && !stopping.aborted;) {
    deleted = await database.transaction(async (sql) => {
      // By when the server heard of it, since a phone says itself when somebody wrote it. The people are locked too, so that nobody
      // is confirmed meanwhile.
      const threads = await sql<{ id: number }>`
        select thread.id from message_threads as thread join users on users.id = thread.user_id
        where ${unconfirmedRow} and not exists (
          select from messages as message where message.thread_id = thread.id
            and (message.by_management and message.kind = 'message'
              or message.received_at >= now() - make_interval(days => ${UNCONFIRMED_DAYS})))
        order by thread.id limit ${BATCH_SIZE} for update of thread, users skip locked`;
      const ids = threads.map(({ id }) => id);
      const messages = await sql<{
        id: number;
      }>`select id from messages where thread_id = any(${ids}::int[])`;
      await sql`delete from message_threads where id = any(${ids}::int[])`;
      for (const { id } of messages) await forget(sql, `message:${id}`);
      return ids.length;
    });
  }
}
