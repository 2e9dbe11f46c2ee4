import type { FastifyInstance } from 'fastify';
import sqlTag, { type Sql as Part } from 'sql-template-tag';
import {
  type EntryNotice,
  type EntryNoticeAnswer,
  MOST_ANSWERS,
  MOST_ENTRY_NOTICES,
  MOST_OF_HOME,
  type NewEntryNotice,
} from '../../../contract/entryNotices/entryNotice.ts';
import { LEAD_HOURS, leadTimeRefusal } from '../../../contract/entryNotices/leadTime.ts';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import { zoneOf } from '../../../contract/values/timeZone.ts';
import type * as z from 'zod/mini';
import { residentSeesNotice } from '../../auth/visibleRecords.ts';
import { readSettings } from '../../community/settings.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { notifyOfAnswer, notifyOfNotice } from './notifyOfNotice.ts';

/** The routes of notices that management enters a home. */
export function entryNotices(app: FastifyInstance): void {
  const { zone } = app.context;

  registerRoute(app, routes.listEntryNotices, ({ sql, user }) => {
    const sees = user.is_manager ? sqlTag`true` : residentSeesNotice(user);
    return readNotices(sql, user, sees, user.is_manager ? MOST_ENTRY_NOTICES : MOST_OF_HOME);
  });

  registerRoute(app, routes.giveEntryNotice, async ({ sql, user, body, capturedAt, key }) => {
    const [home] = await sql<{ time_zone: string | null }>`
      select properties.time_zone from units join properties on properties.id = units.property_id where units.id = ${body.unit_id}`;
    if (!home) throw new ApiError(404, 'There is no such unit.');
    if (body.request_id !== undefined) await refuseOtherUnit(sql, body.request_id, body.unit_id);
    const hours = (await readSettings(sql)).entry_notice_hours ?? LEAD_HOURS;
    // Nobody was told before the server heard of it.
    const lead = { hours, zone: zoneOf(home.time_zone, zone.current()), now: Date.now() };
    const refusal = leadTimeRefusal(body, lead);
    if (refusal) throw fieldError(400, 'entry_on', refusal);
    const id = await storeNotice(sql, { user, body, hours, capturedAt, key });
    const [notice] = await readNotices(sql, user, sqlTag`notice.id = ${id}`, 1);
    if (!notice) throw new Error('The new notice was not returned.');
    await notifyOfNotice(sql, user, notice);
    return notice;
  });

  registerRoute(app, routes.answerEntryNotice, async ({ sql, user, params, body, capturedAt, key }) => {
    if (user.is_manager) throw new ApiError(403, 'Only a resident answers a notice of entry.');
    // Locked, so that no more are added than a person may add.
    const [notice] = await sql<
      Pick<EntryNotice, 'id' | 'unit_id' | 'unit_number' | 'entry_on' | 'entry_from' | 'entry_to'>
    >`
      select notice.id, notice.unit_id, units.unit_number, ${moments}
      from entry_notices as notice join units on units.id = notice.unit_id
      where notice.id = ${params.id} and ${residentSeesNotice(user)} for update of notice`;
    if (!notice) throw new ApiError(404, 'There is no such notice.');
    const [own] = await sql<{ answers: number }>`
      select count(*)::int as answers from entry_notice_answers where notice_id = ${params.id} and user_id = ${user.id}`;
    if (own && own.answers >= MOST_ANSWERS) {
      throw new ApiError(409, `A notice can be answered at most ${MOST_ANSWERS} times.`);
    }
    const [answer] = await sql<EntryNoticeAnswer>`
      insert into entry_notice_answers (notice_id, user_id, answer, text, answered_at, created_with)
      values (${params.id}, ${user.id}, ${body.answer}, ${body.text ?? null}, ${capturedAt}, ${key ?? null}::uuid)
      returning id, notice_id, answer, text, ${isoTimestamp(sqlTag`answered_at`)} as answered_at,
        null as first_name, null as last_name, null as author_id, created_with`;
    if (!answer) throw new Error('The new answer was not returned.');
    await notifyOfAnswer(sql, user, notice, answer);
    return answer;
  });
}

const moments = sqlTag`notice.entry_on::text as entry_on, to_char(notice.entry_from, 'HH24:MI') as entry_from,
  to_char(notice.entry_to, 'HH24:MI') as entry_to`;

/** Notices with the answers that their reader sees, the latest entry first. */
function readNotices(sql: Sql, { id, is_manager }: User, which: Part, most: number): Promise<EntryNotice[]> {
  const name = (column: Part) => sqlTag`case when ${is_manager}::boolean then ${column} end`;
  return sql<EntryNotice>`
    select notice.id, notice.unit_id, units.unit_number, properties.property_name,
      notice.maintenance_request_id as request_id, notice.purpose, notice.text, ${moments}, notice.short_notice, notice.lead_hours,
      ${isoTimestamp(sqlTag`notice.given_at`)} as given_at, ${isoTimestamp(sqlTag`notice.received_at`)} as received_at,
      ${name(sqlTag`giver.first_name`)} as first_name, ${name(sqlTag`giver.last_name`)} as last_name,
      ${name(sqlTag`giver.id`)} as author_id,
      coalesce(given.answers, '[]') as answers, notice.created_with
    from entry_notices as notice
    join units on units.id = notice.unit_id join property_labels as properties on properties.id = units.property_id
    left join users as giver on giver.id = notice.given_by
    left join lateral (
      select json_agg(json_build_object('id', answer.id, 'notice_id', answer.notice_id, 'answer', answer.answer,
        'text', answer.text, 'answered_at', ${isoTimestamp(sqlTag`answer.answered_at`)},
        'first_name', ${name(sqlTag`person.first_name`)}, 'last_name', ${name(sqlTag`person.last_name`)},
        'author_id', ${name(sqlTag`person.id`)},
        'created_with', answer.created_with) order by answer.answered_at, answer.id) as answers
      from entry_notice_answers as answer left join users as person on person.id = answer.user_id
      where answer.notice_id = notice.id and (${is_manager}::boolean or answer.user_id = ${id})
    ) as given on true
    where ${which}
    order by notice.entry_on desc, notice.entry_from desc, notice.id desc limit ${most}`;
}

interface StoredNotice {
  user: User;
  body: z.output<typeof NewEntryNotice>;
  /** The lead time that holds. */
  hours: number;
  capturedAt: Part;
  key: string | undefined;
}

async function storeNotice(sql: Sql, { user, body, hours, capturedAt, key }: StoredNotice): Promise<number> {
  const { unit_id, request_id = null, purpose, text = null, entry_on, entry_from, entry_to } = body;
  const [stored] = await sql<{ id: number }>`
    insert into entry_notices (unit_id, maintenance_request_id, purpose, text, entry_on, entry_from, entry_to, short_notice,
      lead_hours, given_by, given_at, created_with)
    values (${unit_id}, ${request_id}::integer, ${purpose}, ${text}, ${entry_on}::date, ${entry_from}::time, ${entry_to}::time,
      ${body.short_notice ?? null}, ${hours}, ${user.id}, ${capturedAt}, ${key ?? null}::uuid)
    returning id`;
  if (!stored) throw new Error('The new notice was not returned.');
  return stored.id;
}

/** @throws {ApiError} 404 for a request that is not there, 400 for one of another unit */
async function refuseOtherUnit(sql: Sql, request: number, unit: number): Promise<void> {
  const [found] = await sql<{ unit_id: number | null }>`
    select unit_id from maintenance_requests where id = ${request} and cancelled_at is null`;
  if (!found) throw new ApiError(404, 'This request is not there any more.');
  if (found.unit_id !== unit) throw fieldError(400, 'unit_id', 'The request is of another unit.');
}
