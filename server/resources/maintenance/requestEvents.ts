import type { FastifyInstance } from 'fastify';
import sqlTag from 'sql-template-tag';
import {
  MANAGEMENTS_EVENTS,
  MOST_EVENTS,
  type NewRequestEvent,
  type RequestEvent,
  RESIDENTS_EVENTS,
} from '../../../contract/maintenance/requestEvents.ts';
import { ANSWER_DAYS, mayAnswerDone } from '../../../contract/maintenance/requestProgress.ts';
import { routes } from '../../../contract/routes.ts';
import { fullNameOf, type User } from '../../../contract/users/user.ts';
import type * as z from 'zod/mini';
import { requestEventLimit } from '../../auth/limits/limits.ts';
import { countAttempt, refuseOverLimit } from '../../auth/limits/rateLimits.ts';
import { residentSeesEvent } from '../../auth/visibleRecords.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { namePhotos, readPhotosOf } from '../../photos/namedPhotos.ts';
import { addEvent, eventColumns, type EventDetails } from './addEvent.ts';
import { notifyOfEvent } from './notifyOfEvent.ts';
import { seenRequest } from './openRequest.ts';
import { readRequest } from './requestRows.ts';

type GivenEvent = z.output<typeof NewRequestEvent>;

/** The routes of what happens with a request. */
export function requestEvents(app: FastifyInstance): void {
  const { photoUrls } = app.context;

  registerRoute(app, routes.listRequestEvents, async ({ sql, user, params }) => {
    await seenRequest(sql, user, params.id, { lock: false });
    const sees = user.is_manager ? sqlTag`true` : residentSeesEvent(user);
    const events = await sql<RequestEvent>`
      select * from (
        select 0 as id, 'reported' as kind, ${isoTimestamp(sqlTag`request.created_at`)} as acted_at,
          ${isoTimestamp(sqlTag`request.received_at`)} as received_at, request.by_management,
          case when ${user.is_manager}::boolean or not request.by_management then author.first_name end as first_name,
          case when ${user.is_manager}::boolean or not request.by_management then author.last_name end as last_name,
          request.information as text, null as assignee, null as vendor_phone, null as visit_on, null as visit_from,
          null as visit_to, null as visitor, null::uuid as created_with
        from maintenance_requests as request join users as author on author.id = request.user_id where request.id = ${params.id}
        union all
        select ${eventColumns(user.is_manager)}
        from maintenance_events as event join maintenance_requests as request on request.id = event.maintenance_request_id
        left join users as author on author.id = event.author_id
        where request.id = ${params.id} and ${sees}
      ) as told order by id = 0 desc, acted_at, id`;
    const photosOf = await readPhotosOf(sql, photoUrls, {
      kind: 'event',
      ids: events.map(({ id }) => String(id)),
    });
    return events.map((event) => ({ ...event, ...photosOf(String(event.id)) }));
  });

  registerRoute(app, routes.addRequestEvent, async ({ sql, user, params, body, capturedAt, key }) => {
    const allowed = user.is_manager ? MANAGEMENTS_EVENTS : RESIDENTS_EVENTS;
    if (!allowed.includes(body.kind)) {
      throw new ApiError(
        403,
        user.is_manager ? 'Only a resident confirms that it is fixed.' : 'Only management can do this.',
      );
    }
    const { completed } = await seenRequest(sql, user, params.id);
    const limit = requestEventLimit(user);
    await refuseOverLimit(sql, [limit]);
    await countAttempt(sql, [limit]);
    await refuseFull(sql, params.id, body.kind === 'done' && !completed);
    const event = await detailsOfEvent(sql, body);
    const { completed_at, progress, ...added } = await addEvent(sql, {
      request: params.id,
      user,
      event,
      actedAt: capturedAt,
      key,
    });
    const photos = { kind: 'event', id: String(added.id) } as const;
    await namePhotos(sql, photos, { user, digests: body.following_photos ?? [] });
    const photosOf = await readPhotosOf(sql, photoUrls, { kind: 'event', ids: [photos.id] });
    if (body.kind === 'confirmed' || body.kind === 'reopened') {
      await refuseUnlessDone(sql, params.id, added.acted_at);
    }
    await notifyOfEvent(sql, user, await readRequest(sql, photoUrls, params.id), added, progress.assignee_id);
    return {
      ...added,
      ...photosOf(photos.id),
      request_id: params.id,
      completes: body.kind === 'done',
      completed_at,
      progress,
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

/** @throws {ApiError} 400 where the manager who was chosen is none */
async function detailsOfEvent(sql: Sql, body: GivenEvent): Promise<EventDetails> {
  const { kind, text } = body;
  switch (kind) {
    case 'assigned': {
      const { assignee_id, vendor = null, vendor_phone = null } = body;
      if (assignee_id === undefined) return { kind, text, assignee: vendor, vendor_phone };
      const [manager] = await sql<Pick<User, 'first_name' | 'last_name'>>`
        select first_name, last_name from users where id = ${assignee_id} and is_manager and is_current_user`;
      if (!manager) throw fieldError(400, 'assignee_id', 'Please choose a manager.');
      return { kind, text, assignee: fullNameOf(manager), assignee_id };
    }
    case 'scheduled': {
      const { visit_on, visit_from, visit_to, visitor } = body;
      return { kind, text, visit_on, visit_from, visit_to, visitor };
    }
    default:
      return { kind, text };
  }
}

/** @throws {ApiError} 409 where a request has as many events as it may have */
async function refuseFull(sql: Sql, request: number, completes: boolean): Promise<void> {
  if (completes) return;
  const [kept] = await sql<{ events: number }>`
    select count(*)::int as events from maintenance_events where maintenance_request_id = ${request}`;
  if (kept && kept.events >= MOST_EVENTS) {
    throw new ApiError(409, `A request can have at most ${MOST_EVENTS} entries. Please make a new request.`, {
      code: 'full',
    });
  }
}

/**
 * Refuses a confirmation or a reopening of what was not done before the person acted, or too long ago.
 * @throws {ApiError} 409
 */
async function refuseUnlessDone(sql: Sql, request: number, actedAt: string): Promise<void> {
  const [done] = await sql<{ at: string }>`
    select max(acted_at) as at from maintenance_events
    where maintenance_request_id = ${request} and kind = 'done' and acted_at <= ${actedAt}::timestamptz having count(*) > 0`;
  if (!done) throw new ApiError(409, 'This request was not marked complete yet.', { code: 'not_done' });
  if (!mayAnswerDone(done.at, Date.parse(actedAt))) {
    throw new ApiError(
      409,
      `This can be said within ${ANSWER_DAYS} days after a request is completed. Please make a new request.`,
      { code: 'too_late' },
    );
  }
}
