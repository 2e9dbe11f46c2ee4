import type { Database } from '../database/database.ts';
import { endWaiting } from '../notifications/endWaiting.ts';

/**
 * What is done to a restored database before a server runs on it: what waited to be sent is not sent again, and links that
 * were sent are no longer valid, nor is any session. Some of them were used, withdrawn or ended since the backup, such as the session
 * of a lost phone, and its secrets compute all of them.
 */
export async function finishRestore({ sql }: Pick<Database, 'sql'>): Promise<void> {
  await endWaiting({ sql });
  await sql`update users set invitation = null, invited_at = null where invitation is not null`;
  await sql`delete from password_resets`;
  // With them go the subscriptions of their devices to pushes.
  await sql`delete from sessions`;
}
