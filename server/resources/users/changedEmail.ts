import type { User } from '../../../contract/user.ts';
import type { Sql } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';

/** How many mails go to the addresses that an account had, within `TOLD_HOURS`, so that nobody mails strangers by changing theirs. */
const MOST_TOLD = 3;
const TOLD_HOURS = 72;

/**
 * Tells the address before that it was changed, since a session alone can change it, and begins the time in which the new
 * one gets no link for a new password. Where management changes it, management answers for the new one.
 */
export async function noteChangedEmail(sql: Sql, actor: User, before: User, after: User): Promise<void> {
  if (before.email.toLowerCase() === after.email.toLowerCase()) return;
  const by = actor.id === after.id ? 'oneself' : 'management';
  // Who has no password has no account that could be taken, and the address before may be a stranger's.
  const [owner] = await sql<{ has_password: boolean }>`
    update users set email_changed_at = case when ${by} = 'oneself' then now() end
    where id = ${after.id} returning has_password`;
  if (!owner?.has_password) return;
  const [recent] = await sql<{ told: number }>`
    select count(*)::int as told from notifications join notification_events as event on event.id = event_id
    where user_id = ${after.id} and kind = 'email_changed' and data ->> 'address' <> ''
      and created_at > now() - make_interval(hours => ${TOLD_HOURS})`;
  const address = recent && recent.told < MOST_TOLD ? before.email : '';
  await notify(sql, { kind: 'email_changed', to: [after.id], data: { by, address } });
}
