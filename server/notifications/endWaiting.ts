import type { Database } from '../database/database.ts';

/** Ends what a restored backup was about to send: the server that made the backup has sent it since. */
export async function endWaiting({ sql }: Pick<Database, 'sql'>): Promise<void> {
  await sql`update notification_events set queued_at = now() where queued_at is null`;
  await sql`
    update deliveries set state = 'gone', ended_at = now(), reason = 'It waited in a backup.'
    where state in ('waiting', 'sending')`;
}
