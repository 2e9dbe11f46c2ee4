import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { EventKind, RequestEvent } from '../../../contract/maintenance/requestEvents.ts';
import {
  afterEvent,
  NO_PROGRESS,
  type ProgressEvent,
  REPORTED,
  type RequestStanding,
} from '../../../contract/maintenance/requestProgress.ts';
import type { User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';

/** What of an event is stored beside who did it and when. */
export interface EventDetails {
  kind: Exclude<EventKind, 'reported'>;
  text?: string | null | undefined;
  assignee?: string | null;
  assignee_id?: number | null;
  vendor_phone?: string | null;
  visit_on?: string | undefined;
  visit_from?: string | null | undefined;
  visit_to?: string | null | undefined;
  visitor?: string | null | undefined;
}

interface NewEvent {
  /** The id of a request that is locked. */
  request: number;
  user: User;
  event: EventDetails;
  /** When the person acted, as SQL. */
  actedAt: Part;
  key: string | undefined;
}

/** The columns of `maintenance_events as event` that its readers see, with its `author`. */
export const eventColumns = (forManagement: boolean): Part => sqlTag`
  event.id, event.kind, ${isoTimestamp(sqlTag`event.acted_at`)} as acted_at,
  ${isoTimestamp(sqlTag`event.received_at`)} as received_at, event.by_management,
  case when ${forManagement}::boolean or not event.by_management then author.first_name end as first_name,
  case when ${forManagement}::boolean or not event.by_management then author.last_name end as last_name,
  case when ${forManagement}::boolean then author.id end as author_id,
  event.text, case when ${forManagement}::boolean or event.assignee_id is null then event.assignee end as assignee,
  case when ${forManagement}::boolean then event.assignee_id end as assignee_id, case when ${forManagement}::boolean then event.vendor_phone end as vendor_phone,
  event.visit_on::text as visit_on, to_char(event.visit_from, 'HH24:MI') as visit_from,
  to_char(event.visit_to, 'HH24:MI') as visit_to, event.visitor, event.created_with`;

/** Appends an event, has the request stand where its events have come to, and returns both. */
export async function addEvent(
  sql: Sql,
  { request, user, event, actedAt, key }: NewEvent,
): Promise<RequestEvent & RequestStanding> {
  const [added] = await sql<RequestEvent>`
    with event as (
      insert into maintenance_events (maintenance_request_id, kind, author_id, by_management, acted_at, text, assignee,
        assignee_id, vendor_phone, visit_on, visit_from, visit_to, visitor, created_with)
      -- Nobody answers what was not reported yet.
      select ${request}, ${event.kind}, ${user.id}, ${user.is_manager}, greatest(${actedAt}, created_at), ${event.text ?? null},
        ${event.assignee ?? null}, ${event.assignee_id ?? null}::integer, ${event.vendor_phone ?? null},
        ${event.visit_on ?? null}::date, ${event.visit_from ?? null}::time, ${event.visit_to ?? null}::time,
        ${event.visitor ?? null}, ${key ?? null}::uuid
      from maintenance_requests where id = ${request}
      returning *
    )
    select ${eventColumns(user.is_manager)} from event join users as author on author.id = event.author_id`;
  if (!added) throw new Error(`Request ${request} was just locked and is not there.`);
  return { ...added, ...(await standAfterEvents(sql, request)) };
}

/** What of a request’s events changes where it stands, in the order of when people acted. */
export function eventsOfRequest(
  sql: Sql,
  request: number,
): Promise<(ProgressEvent & { author_id: number | null })[]> {
  return sql`
    select kind, by_management, ${isoTimestamp(sqlTag`acted_at`)} as acted_at, author_id, assignee, assignee_id,
      visit_on::text as visit_on, to_char(visit_from, 'HH24:MI') as visit_from, to_char(visit_to, 'HH24:MI') as visit_to, visitor
    from maintenance_events as event where maintenance_request_id = ${request} order by event.acted_at, event.id`;
}

/** Has a request stand where its events have come to, each in the order of when people acted. */
async function standAfterEvents(sql: Sql, request: number): Promise<RequestStanding> {
  const events = await eventsOfRequest(sql, request);
  const standing = events.reduce(afterEvent, REPORTED);
  const { completed, completed_at, progress } = standing;
  const first = events.find(({ kind, acted_at }) => kind === 'done' && acted_at === completed_at);
  await sql`
    update maintenance_requests set completed = ${completed}, completed_at = ${completed_at}::timestamptz,
      completed_by = ${first?.author_id ?? null}::integer, progress = ${progress}::jsonb
    where id = ${request}
      -- What changes nothing that a list shows is told to nobody.
      and (completed, completed_at, coalesce(progress, ${NO_PROGRESS}::jsonb))
        is distinct from (${completed}::boolean, ${completed_at}::timestamptz, ${progress}::jsonb)`;
  return standing;
}
