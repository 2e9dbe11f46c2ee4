import type { Database } from '../database/database.ts';
import { endWaiting } from '../notifications/endWaiting.ts';

/**
 * What is done to a restored database before a server runs on it: what waited to be sent is not sent again, and links that
 * were sent hold no more. Some of them were used or withdrawn since the backup, and its secrets compute all of them.
 */
export async function finishRestore({ sql }: Pick<Database, 'sql'>): Promise<void> {
  await endWaiting({ sql });
  await sql`update users set invitation = null, invited_at = null where invitation is not null`;
  await sql`delete from password_resets`;
}
