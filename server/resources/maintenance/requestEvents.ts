import type { FastifyInstance } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import {
  type ListedRequestEvent,
  MANAGEMENTS_EVENTS,
  MOST_WAITING_EVENTS,
  RESIDENTS_EVENTS,
} from '../../../contract/maintenance/requestEvents.ts';
import { ANSWER_DAYS, NO_PROGRESS } from '../../../contract/maintenance/requestProgress.ts';
import { routes } from '../../../contract/routes.ts';
import { residentSeesEvent } from '../../auth/visibleRecords.ts';
import type { User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { namePhotos, readPhotosOf } from '../../photos/namedPhotos.ts';
import type { PhotoUrls } from '../../photos/signedUrls.ts';
import { addEvent, eventColumns } from './addEvent.ts';
import { seenRequest, visibleTo } from './openRequest.ts';
import { recordEvent } from './recordEvent.ts';
import { readRequest } from './requestRows.ts';

/** The routes of what happens with a request. */
export function requestEvents(app: FastifyInstance): void {
  const { photoUrls } = app.context;

  registerRoute(app, routes.listWaitingEvents, ({ sql, user }) => {
    const waiting = sqlTag`request.cancelled_at is null
      and (not request.completed or request.completed_at > now() - make_interval(days => ${ANSWER_DAYS}))`;
    const newest = sqlTag`request.id in (
      select id from (
        select request.id, sum(1 + (select count(*) from maintenance_events where maintenance_request_id = request.id))
          over (order by request.created_at desc, request.id desc) as events
        from maintenance_requests as request where ${waiting} and ${visibleTo(user)}
      ) as counted where events <= ${MOST_WAITING_EVENTS})`;
    return readEvents(sql, photoUrls, user, newest);
  });

  registerRoute(app, routes.listRequestEvents, async ({ sql, user, params }) => {
    await seenRequest(sql, user, params.id, { lock: false });
    const events = await readEvents(sql, photoUrls, user, sqlTag`request.id = ${params.id}`);
    return events.map(({ request_id: _, ...event }) => event);
  });

  registerRoute(app, routes.addRequestEvent, async ({ sql, user, params, body, capturedAt, key }) => {
    const allowed = user.is_manager ? MANAGEMENTS_EVENTS : RESIDENTS_EVENTS;
    if (!allowed.includes(body.kind)) {
      throw new ApiError(
        403,
        user.is_manager ? 'Only a resident confirms that it is fixed.' : 'Only management can do this.',
      );
    }
    const before = await seenRequest(sql, user, params.id);
    const added = await recordEvent(sql, photoUrls, {
      ...{ request: params.id, before, user, body, actedAt: capturedAt, key },
    });
    const photos = { kind: 'event', id: String(added.id) } as const;
    await namePhotos(sql, photos, { user, digests: body.following_photos ?? [] });
    const photosOf = await readPhotosOf(sql, photoUrls, { kind: 'event', ids: [photos.id] });
    const {
      id: request_id,
      completed,
      completed_at,
      progress,
    } = await readRequest(sql, photoUrls, params.id, user);
    return {
      ...{
        ...added,
        ...photosOf(photos.id),
        request_id,
        completes: body.kind === 'done',
        completed,
        completed_at,
      },
      progress: progress ?? NO_PROGRESS,
    };
  });

  registerRoute(app, routes.markRequestSeen, async ({ sql, user, params, capturedAt }) => {
    await seenRequest(sql, user, params.id);
    const [before] = await sql`
      select 1 from maintenance_events where maintenance_request_id = ${params.id} and kind = 'seen'`;
    if (!before) {
      const event = { kind: 'seen' } as const;
      await addEvent(sql, { request: params.id, user, event, actedAt: capturedAt, key: undefined });
    }
    return { message: 'Seen.' };
  });
}

/** What happened with requests (`request`), as their reader sees it: each with its report first, in the order of when people acted. */
async function readEvents(
  sql: Sql,
  photoUrls: PhotoUrls,
  user: User,
  which: Part,
): Promise<ListedRequestEvent[]> {
  const sees = user.is_manager ? sqlTag`true` : residentSeesEvent(user);
  const events = await sql<ListedRequestEvent>`
    select * from (
      select 0 as id, 'reported' as kind, ${isoTimestamp(sqlTag`request.created_at`)} as acted_at,
        ${isoTimestamp(sqlTag`request.received_at`)} as received_at, request.by_management,
        case when ${user.is_manager}::boolean or not request.by_management then author.first_name end as first_name,
        case when ${user.is_manager}::boolean or not request.by_management then author.last_name end as last_name,
        case when ${user.is_manager}::boolean then author.id end as author_id,
        request.information as text, null as assignee, null::integer as assignee_id, null as vendor_phone, null as visit_on, null as visit_from,
        null as visit_to, null as visitor, null::uuid as created_with, request.id as request_id
      from maintenance_requests as request join users as author on author.id = request.user_id where ${which}
      union all
      select ${eventColumns(user.is_manager)}, request.id as request_id
      from maintenance_events as event join maintenance_requests as request on request.id = event.maintenance_request_id
      left join users as author on author.id = event.author_id
      where ${which} and ${sees}
    ) as told order by request_id desc, id = 0 desc, acted_at, id`;
  const photosOf = await readPhotosOf(sql, photoUrls, {
    kind: 'event',
    ids: events.map(({ id }) => String(id)),
  });
  return events.map((event) => ({ ...event, ...photosOf(String(event.id)) }));
}
