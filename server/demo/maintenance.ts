import type { Sql } from '../database/database.ts';
import type { StoredPhoto } from '../photos/uploads.ts';
import type { Calendar } from './calendar.ts';
import type { DemoIds } from './places.ts';
import { requests } from './requests.ts';
import { residents } from './residents.ts';

/** Of the files in `photos/`. */
export const photoNames = requests.flatMap(({ photos = [] }) => photos);

/** Inserts the requests, oldest first, with their stored photos by name. */
export async function insertMaintenance(
  sql: Sql,
  calendar: Calendar,
  { unitIds, userIds, manager }: DemoIds,
  stored: ReadonlyMap<string, StoredPhoto>,
): Promise<void> {
  const rows = requests
    .map(({ by, unit, text, details = {}, reported, completed, photos = [] }) => ({
      user_id: userIds.get(by),
      unit_id: unitIds.get(unit ?? residents.find(({ username }) => username === by)?.unit ?? '') ?? null,
      text,
      details,
      at: calendar.daysAgo(...reported),
      done: completed ? calendar.daysAgo(...completed) : null,
      photos,
    }))
    .sort((a, b) => a.at.localeCompare(b.at));
  await sql`
    insert into maintenance_requests (user_id, by_management, unit_id, information, completed, completed_at, completed_by,
      created_at, received_at, updated_at, category, room, urgency, may_enter, entry_hours, pets)
    select user_id, user_id = ${manager}::int, unit_id, text, done is not null, done at time zone ${calendar.zone},
      case when done is not null then ${manager}::int end, at at time zone ${calendar.zone},
      at at time zone ${calendar.zone}, coalesce(done, at) at time zone ${calendar.zone},
      category, room, urgency, coalesce(may_enter, false), entry_hours, pets
    from jsonb_to_recordset(${rows}::jsonb)
      as row(user_id int, unit_id int, text text, at timestamp, done timestamp, details jsonb),
      jsonb_to_record(details) as said(category text, room text, urgency text, may_enter boolean, entry_hours text, pets text)`;

  const photos = rows.flatMap(({ user_id, text, photos }) =>
    photos.map((name, position) => ({ user_id, text, position, ...stored.get(name) })),
  );
  await sql`
    insert into photos (id, maintenance_request_id, position, sha256, filename, width, height, created_at)
    select row.id, request.id, row.position, row.sha256, row.filename, row.width, row.height, request.created_at
    from jsonb_to_recordset(${photos}::jsonb) as row(user_id int, text text, position int, id uuid, sha256 text,
      filename text, width int, height int)
    join maintenance_requests as request
      on request.user_id = row.user_id and request.information = row.text`;
}
