import type { NotificationChannel } from '../../contract/notifications/notification.ts';
import type { Warning } from '../../contract/warnings/warning.ts';
import type { Sql } from '../database/database.ts';

/** For how many days a message that was given up is said. */
const DAYS_SAID = 7;
/** After how many failed tries it is said that messages wait: more than half an hour. */
const TRIES_SAID = 3;

const BY: Record<NotificationChannel, string> = { email: 'email', push: 'push' };

/** What management should know of messages that do not arrive. */
export async function deliveryWarnings(sql: Sql): Promise<Warning[]> {
  const rows = await sql<{
    channel: NotificationChannel;
    given_up: boolean;
    count: number;
    reason: string | null;
  }>`
    select channel, state = 'given_up' as given_up, count(*) as count,
      (array_agg(reason order by coalesce(ended_at, due_at) desc))[1] as reason
    from deliveries
    where (state = 'given_up' and ended_at > now() - make_interval(days => ${DAYS_SAID}))
      or (state in ('waiting', 'sending') and attempts >= ${TRIES_SAID})
    group by channel, state = 'given_up' order by channel, given_up`;
  return rows.map(({ channel, given_up, count, reason }) => {
    const messages = count === 1 ? '1 message' : `${count} messages`;
    const why = reason ? ` The last reason: ${reason}` : '';
    return given_up
      ? {
          code: `${channel}_given_up`,
          message: `${messages} by ${BY[channel]} could not be delivered in the last ${DAYS_SAID} days.${why}`,
        }
      : {
          code: `${channel}_waiting`,
          message: `${messages} by ${BY[channel]} cannot be delivered at the moment; the server tries again.${why}`,
        };
  });
}
