import { notificationRules, type NotificationKind } from '../../contract/notifications/notification.ts';
import type { Sql } from '../database/database.ts';
import { maySee } from './listed.ts';
import { messageOf } from './messages/messages.ts';

/**
 * Has what was told about a record say what it says now, in lists and in what is not sent yet. Whoever may not see the record any
 * more loses what they were told of it before that, so that nothing of what is written now reaches them.
 */
export async function retell(sql: Sql, about: string, changed: Record<string, unknown>): Promise<void> {
  const events = await sql<{ id: number; kind: string; data: Record<string, unknown> }>`
    select id, kind, data from notification_events where about = ${about}`;
  const rows = events
    .filter(({ kind }) => notificationRules(kind))
    .map(({ id, kind, data: before }) => {
      const data = { ...before, ...changed };
      return { id, ...messageOf(kind as NotificationKind, data as never), data };
    });
  if (rows.length === 0) return;
  await sql`
    delete from notifications as told using notification_events as event, users
    where event.about = ${about} and told.event_id = event.id and users.id = told.user_id and not ${maySee}`;
  await sql`
    update notification_events as event set title = row.title, body = row.body, urgent = row.urgent, data = row.data
    from jsonb_to_recordset(${rows}::jsonb) as row(id int, title text, body text, urgent boolean, data jsonb)
    where event.id = row.id`;
}

/** Takes back all that was told about a record which is deleted or cancelled, from lists and from what is not sent yet. */
export async function forget(sql: Sql, about: string): Promise<void> {
  await sql`delete from notification_events where about = ${about}`;
}
