import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import { MOST_NOTIFICATIONS, type Notification } from '../../../contract/notifications/notification.ts';
import { routes } from '../../../contract/routes.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { isListed } from '../../notifications/listed.ts';

/** The most characters of a text in the list; its screen has all of it. */
const LONGEST_BODY = 500;

/** The routes of what somebody was told of. */
export function notifications(app: FastifyInstance): void {
  registerRoute(
    app,
    routes.listNotifications,
    ({ sql, user }) => sql<Notification>`
    select event.id, event.kind, event.title,
      case when length(event.body) > ${LONGEST_BODY} then left(event.body, ${LONGEST_BODY}) || '…' else event.body end as body,
      event.path, event.urgent, ${isoTimestamp(sqlTag`event.created_at`)} as created_at,
      ${isoTimestamp(sqlTag`told.read_at`)} as read_at
    from notifications as told join notification_events as event on event.id = told.event_id
    join users on users.id = told.user_id
    where told.user_id = ${user.id} and ${isListed}
    order by event.created_at desc, event.id desc limit ${MOST_NOTIFICATIONS}`,
  );

  registerRoute(app, routes.markNotificationsRead, async ({ sql, user, body }) => {
    await sql`
      update notifications as told set read_at = now()
      from notification_events as event, notification_events as last
      where told.user_id = ${user.id} and told.read_at is null and event.id = told.event_id and last.id = ${body.up_to}
        and (event.created_at, event.id) <= (last.created_at, last.id)`;
    return { message: 'Marked as read.' };
  });
}
