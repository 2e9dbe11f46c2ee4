import type * as z from 'zod/mini';
import {
  MOST_EVENTS,
  MOST_EVENTS_OF_RESIDENT,
  type NewRequestEvent,
  type RequestEvent,
} from '../../../contract/maintenance/requestEvents.ts';
import {
  ANSWER_DAYS,
  lastCompletedAt,
  mayAnswerDone,
  type RequestStanding,
} from '../../../contract/maintenance/requestProgress.ts';
import { fullNameOf, type User } from '../../../contract/users/user.ts';
import type { Sql as Part } from 'sql-template-tag';
import { requestEventLimit } from '../../auth/limits/limits.ts';
import { spendLimit } from '../../auth/limits/rateLimits.ts';
import type { Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import type { PhotoUrls } from '../../photos/signedUrls.ts';
import { addEvent, eventsOfRequest, type EventDetails } from './addEvent.ts';
import { notifyOfEvent } from './notifyOfEvent.ts';
import type { OwnRequest } from './openRequest.ts';
import { readRequest } from './requestRows.ts';

type GivenEvent = z.output<typeof NewRequestEvent>;

interface RecordedEvent {
  /** The id of a request that is locked. */
  request: number;
  /** As it was locked. */
  before: Pick<OwnRequest, 'completed'>;
  user: User;
  body: GivenEvent;
  /** When the person acted, as SQL. */
  actedAt: Part;
  key: string | undefined;
}

/**
 * Appends what somebody says or does about a request, and tells whom it concerns: the one way in which an event is made, by
 * whichever call. What completes an open request is neither counted nor refused, so that no limit leaves it open.
 * @throws {ApiError} 429 for one more within an hour than are taken, 409 `full`, `not_done` or `too_late`, 400 for a manager who is none
 */
export async function recordEvent(
  sql: Sql,
  photoUrls: PhotoUrls,
  { request, before, user, body, actedAt, key }: RecordedEvent,
): Promise<RequestEvent & RequestStanding> {
  const { kind } = body;
  const completes = kind === 'done' && !before.completed;
  if (!completes) {
    await spendLimit(sql, requestEventLimit(user));
    await refuseFull(sql, request, user);
  }
  const event = await detailsOfEvent(sql, body);
  const added = await addEvent(sql, { request, user, event, actedAt, key });
  if (kind === 'confirmed' || kind === 'reopened') await refuseUnlessDone(sql, request, added.acted_at);
  // Who is not the first to complete it tells nobody once more.
  if (kind !== 'done' || completes) {
    const assignee = added.progress.assignee_id;
    await notifyOfEvent(sql, user, await readRequest(sql, photoUrls, request), added, assignee);
  }
  return added;
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
async function refuseFull(sql: Sql, request: number, user: User): Promise<void> {
  const [kept] = await sql<{ events: number; own: number }>`
    select count(*)::int as events, count(*) filter (where author_id = ${user.id})::int as own
    from maintenance_events where maintenance_request_id = ${request}`;
  const { events = 0, own = 0 } = kept ?? {};
  if (!user.is_manager && own >= MOST_EVENTS_OF_RESIDENT) {
    throw full(`You can add at most ${MOST_EVENTS_OF_RESIDENT} entries to a request.`);
  }
  if (events >= MOST_EVENTS) throw full(`A request can have at most ${MOST_EVENTS} entries.`);
}

function full(message: string): ApiError {
  return new ApiError(409, `${message} Please make a new request.`, { code: 'full' });
}

/**
 * Refuses a confirmation or a reopening of what was not done before the person acted, or too long ago.
 * @throws {ApiError} 409
 */
async function refuseUnlessDone(sql: Sql, request: number, actedAt: string): Promise<void> {
  const doneAt = lastCompletedAt(await eventsOfRequest(sql, request), actedAt);
  if (doneAt === null)
    throw new ApiError(409, 'This request was not marked complete yet.', { code: 'not_done' });
  if (!mayAnswerDone(doneAt, Date.parse(actedAt))) {
    throw new ApiError(
      409,
      `This can be said within ${ANSWER_DAYS} days after a request is completed. Please make a new request.`,
      { code: 'too_late' },
    );
  }
}
