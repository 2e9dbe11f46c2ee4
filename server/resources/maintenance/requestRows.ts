import sqlTag, { type Sql as Part } from 'sql-template-tag';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { API_PREFIX } from '../../../contract/http/route.ts';
import type { User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { wholeList, type ListQuery } from '../../http/lists/listQuery.ts';
import type { PhotoUrls } from '../../photos/signedUrls.ts';

/** Adds the addresses of photos, which alone have a text as their id, to requests as JSON. */
export function withUrls(photoUrls: PhotoUrls, json: string, now = new Date()): string {
  return json.replace(/\{"id" ?: ?"([0-9a-f-]{36})"/g, (opening, id: string) => {
    const photo_url = photoUrls.sign(`${API_PREFIX}/photos/${id}`, now);
    const thumbnail_url = photoUrls.sign(`${API_PREFIX}/photos/${id}/thumbnail`, now);
    return `${opening},${JSON.stringify({ photo_url, thumbnail_url }).slice(1, -1)}`;
  });
}

/** A request that was just written, as management sees it where no `reader` is given. */
export async function readRequest(
  sql: Sql,
  photoUrls: PhotoUrls,
  id: number,
  reader?: User,
): Promise<MaintenanceRequest> {
  const [row] = await sql`${wholeList(requests(sqlTag`request.id = ${id}`, undefined, reader))}`;
  if (!row) throw new Error(`Request ${id} was just written and is not there.`);
  return JSON.parse(withUrls(photoUrls, JSON.stringify(row))) as MaintenanceRequest;
}

/**
 * Of a row of `maintenance_requests as request`: where it stands, as its reader may know it. Residents are told of a vendor, and not which
 * manager it is assigned to; who shares only the home is not told who was to come, and when, before they lived there.
 */
function progressFor(reader: User | undefined): Part {
  if (!reader || reader.is_manager) return sqlTag`request.progress`;
  const saidSince = (kind: 'scheduled' | 'assigned') => sqlTag`(
    select event.received_at >= (select unit_since from users where id = ${reader.id}) from maintenance_events as event
    where event.maintenance_request_id = request.id and event.kind = ${kind} order by event.acted_at desc, event.id desc limit 1)`;
  const unless = (said: Part) => sqlTag`case when ${said} then '{}'::jsonb else `;
  const nobody = sqlTag`'{"assignee": null, "assignee_id": null}'::jsonb`;
  const ofResident = sqlTag`(request.progress || case when request.progress ->> 'assignee_id' is null then '{}'::jsonb else ${nobody} end)`;
  return sqlTag`case when request.progress is null or (request.user_id = ${reader.id} and not request.by_management)
    then ${ofResident}
    else ${ofResident}
      || ${unless(sqlTag`coalesce(${saidSince('scheduled')}, true)`)}jsonb_build_object('visit', null,
        'waiting_for', case request.progress ->> 'waiting_for' when 'visit' then 'management' else request.progress ->> 'waiting_for' end) end
      || ${unless(sqlTag`coalesce(${saidSince('assigned')}, true)`)}${nobody} end
    end`;
}

/**
 * The query of requests (`request`), by default of all `rows`, with their reporter, unit and photos, newest first; as management sees
 * them where no `reader` is given.
 */
export function requests(where: Part, rows = sqlTag`maintenance_requests`, reader?: User): ListQuery {
  const columns = sqlTag`
    request.id, request.user_id, reporter.first_name, reporter.last_name, request.unit_id, units.unit_number,
      properties.property_name, case when request.unit_id is null then reporter.unit_claim end as unit_claim,
      request.information, request.completed, ${isoTimestamp(sqlTag`request.completed_at`)} as completed_at,
      ${isoTimestamp(sqlTag`request.created_at`)} as created_at, ${isoTimestamp(sqlTag`request.updated_at`)} as updated_at,
      request.created_with, coalesce(shown.list, '[]') as photos,
      cardinality(request.awaited_photos) as awaited_photos,
      request.category, request.room, request.urgency, request.may_enter, request.entry_hours, request.pets,
      ${progressFor(reader)} as progress`;
  const from = sqlTag`
    ${rows} as request
    join users as reporter on reporter.id = request.user_id
    left join units on units.id = request.unit_id
    left join property_labels as properties on properties.id = units.property_id
    left join lateral (
      select json_agg(json_build_object('id', id, 'width', width, 'height', height, 'sha256', sha256)
        order by position) as list
      from photos where maintenance_request_id = request.id and removed_at is null
    ) as shown on true`;
  return {
    columns,
    from,
    where,
    order: {
      keys: [
        { sql: sqlTag`request.created_at`, type: 'time' },
        { sql: sqlTag`request.id`, type: 'id' },
      ],
      direction: 'desc',
    },
  };
}
