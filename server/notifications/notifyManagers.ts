import type { User } from '../../contract/users/user.ts';
import { isNewcomer } from '../auth/newcomers.ts';
import type { Sql } from '../database/database.ts';
import { messageOf } from './messages/messages.ts';
import type { Gathered, GatheredKind } from './messages/notificationData.ts';
import { notify, type NewNotification } from './notify.ts';

/**
 * For how many minutes what newcomers do is gathered. So many at most pass before managers are told of it outside the app; the app
 * lists it at once.
 */
const GATHERED_MINUTES = 10;

type AboutNewcomers = Omit<Extract<NewNotification, { kind: GatheredKind }>, 'to' | 'except' | 'once'>;
type ToManagers = AboutNewcomers & {
  /** The managers whom it concerns; all where left out. */
  to?: readonly number[] | undefined;
};

/**
 * Tells managers of what somebody did. Anybody can register any number of times, so that what newcomers do within some minutes is
 * told of as one: how many there are, and nothing of what they wrote. `others` are told of their own in the same statement.
 */
export async function notifyManagers(
  sql: Sql,
  author: User,
  { to, ...event }: ToManagers,
  ...others: readonly NewNotification[]
): Promise<void> {
  const told = { ...event, to: to ?? 'managers', except: [author.id] } as NewNotification;
  if (!isNewcomer(author)) {
    await notify(sql, ...others, told);
    return;
  }
  await notify(sql, ...others);
  const length = GATHERED_MINUTES * 60_000;
  const number = Math.floor(Date.now() / length);
  // What concerns some is told of as one to them alone.
  const once = `newcomers:${[event.kind, ...(to ?? []), number].join(':')}`;
  const deliverFrom = new Date((number + 1) * length).toISOString();
  // The first one may be stored, or taken back, by another transaction meanwhile.
  while (!(await joined(sql, once)) && !(await notify(sql, { ...told, once, deliverFrom })));
}

/**
 * Counts one more towards what was gathered so far, if anything was: it is unread again, about no single record any more, and keeps
 * nothing of what the first one wrote, which could not be taken back with it.
 */
async function joined(sql: Sql, once: string): Promise<boolean> {
  const [event] = await sql<{ id: number; kind: GatheredKind; data: Gathered }>`
    select id, kind, data from notification_events where once = ${once} for update`;
  if (!event) return false;
  const data: Gathered = { count: (event.data.count ?? 1) + 1 };
  const { title, body, path } = messageOf(event.kind, data as never);
  await sql`
    update notification_events set title = ${title}, body = ${body}, path = ${path}, data = ${data}::jsonb, about = null
    where id = ${event.id}`;
  await sql`update notifications set read_at = null where event_id = ${event.id} and read_at is not null`;
  return true;
}
