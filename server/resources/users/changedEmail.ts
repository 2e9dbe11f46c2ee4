import type { User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';
import { sendConfirmation } from './confirmEmail.ts';

/** How many mails go to the address that an account had, within `TOLD_HOURS`. */
const MOST_TOLD = 3;
const TOLD_HOURS = 72;

/**
 * Tells the address that was confirmed before that it was changed, since a session alone can change it, begins the time in which
 * the new one gets no link for a new password, and asks it to be confirmed. Where management changes it, management answers for
 * the new one.
 */
export async function noteChangedEmail(sql: Sql, actor: User, before: User, after: User): Promise<void> {
  if (before.email.toLowerCase() === after.email.toLowerCase()) return;
  const by = actor.id === after.id ? 'oneself' : 'management';
  const [owner] = await sql<{ has_password: boolean; confirmed_email: string | null }>`
    select has_password, confirmed_email from users where id = ${after.id}`;
  if (!owner) throw new Error(`User ${after.id} was locked and is not there.`);
  await sql`
    update users set email_changed_at = case when ${by} = 'oneself' then now() end,
      confirmed_email = case when ${by} = 'oneself' then confirmed_email else email end
    where id = ${after.id}`;
  // Who has no password has no account that could be taken, and the address before may be a stranger's.
  if (!owner.has_password) return;
  const [recent] = await sql<{ told: number }>`
    select count(*)::int as told from notifications join notification_events as event on event.id = event_id
    where user_id = ${after.id} and kind = 'email_changed' and data ->> 'address' <> ''
      and created_at > now() - make_interval(hours => ${TOLD_HOURS})`;
  // Nobody says whose an address is that was never confirmed.
  const address = recent && recent.told < MOST_TOLD ? (owner.confirmed_email ?? '') : '';
  await notify(sql, { kind: 'email_changed', to: [after.id], data: { by, address } });
  const isKnown = owner.confirmed_email?.toLowerCase() === after.email.toLowerCase();
  if (by === 'oneself' && !isKnown) await sendConfirmation(sql, after.id);
}
