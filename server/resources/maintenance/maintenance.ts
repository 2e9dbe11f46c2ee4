import type { FastifyInstance } from 'fastify';
import sqlTag, { empty, type Sql as Part } from 'sql-template-tag';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { MAX_PHOTOS } from '../../../contract/maintenance/maintenance.ts';
import { API_PREFIX } from '../../../contract/http/route.ts';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import { reportQuota } from '../../auth/limits/limits.ts';
import { spendQuota } from '../../auth/limits/rateLimits.ts';
import { residentSeesRequest } from '../../auth/visibleRecords.ts';
import type { Sql } from '../../database/database.ts';
import type { StoredPhoto } from '../../photos/uploads.ts';
import { quoted } from '../../photos/photoRejected.ts';
import { isoTimestamp } from '../../database/isoTimestamp.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { scopesOf } from '../../http/lists/notedList.ts';
import { wholeList, type ListQuery } from '../../http/lists/listQuery.ts';
import { registerList } from '../../http/lists/registerList.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { forgetRequest, retellRequest, notifyReporter, notifyOfReport } from './notifyOfRequest.ts';

/** The routes of maintenance requests. */
export function maintenance(app: FastifyInstance): void {
  const { photoUrls } = app.context;

  /** Adds the addresses of photos, which alone have a text as their id, to requests as JSON. */
  function withUrls(json: string, now = new Date()): string {
    return json.replace(/\{"id" ?: ?"([0-9a-f-]{36})"/g, (begun, id: string) => {
      const photo_url = photoUrls.sign(`${API_PREFIX}/photos/${id}`, now);
      const thumbnail_url = photoUrls.sign(`${API_PREFIX}/photos/${id}/thumbnail`, now);
      return `${begun},${JSON.stringify({ photo_url, thumbnail_url }).slice(1, -1)}`;
    });
  }

  async function read(sql: Sql, id: number): Promise<MaintenanceRequest> {
    const [row] = await sql`${wholeList(requests(sqlTag`request.id = ${id}`))}`;
    if (!row) throw new Error(`Request ${id} was just written and is not there.`);
    return JSON.parse(withUrls(JSON.stringify(row))) as MaintenanceRequest;
  }

  registerList(app, routes.listMaintenance, ({ user, query }) => {
    const completed =
      query.completed === undefined ? empty : sqlTag`and request.completed = ${query.completed === 'true'}`;
    const where = sqlTag`${visibleTo(user)} and request.cancelled_at is null ${completed}`;
    const now = new Date();
    return {
      query: requests(where),
      // Addresses of photos change with time, and with the secret that signs them.
      changes: { list: 'maintenance', scopes: scopesOf(user), dependsOn: photoUrls.sign('', now) },
      decide: (json) => withUrls(json, now),
    };
  });

  registerRoute(app, routes.createMaintenance, async ({ sql, user, body, photos, capturedAt, key }) => {
    await spendQuota(sql, user, reportQuota(user));
    const unit = user.is_manager ? await requestedUnit(sql, body) : user.unit;
    const made = sqlTag`(select * from made)`;
    const [created] = await sql<MaintenanceRequest>`
      with made as (
        insert into maintenance_requests (user_id, by_management, unit_id, information, created_at, created_with)
        values (${user.id}, ${user.is_manager}, ${unit}, ${body.information}, ${capturedAt}, ${key ?? null})
        returning *
      ) ${wholeList(requests(sqlTag`true`, made))}`;
    if (!created) throw new Error('The new request was not returned.');
    await addPhotos(sql, created.id, photos, 0);
    const request = photos.length > 0 ? await read(sql, created.id) : created;
    await notifyOfReport(sql, user, request);
    return request;
  });

  registerRoute(app, routes.updateMaintenance, async ({ sql, user, params, body, photos }) => {
    const request = await openRequest(sql, user, params.id);
    if (body.updated_at && Date.parse(body.updated_at) !== Date.parse(request.updated_at)) {
      throw new ApiError(409, 'This request was changed by someone else in the meantime.', {
        code: 'stale',
        detail: await read(sql, params.id),
      });
    }
    const keep = body.keep_photos ?? null;
    await refuseForeignPhotos(sql, params.id, keep);
    await sql`
      update photos set removed_at = now()
      where maintenance_request_id = ${params.id} and removed_at is null
        and ${keep}::uuid[] is not null and not id = any(${keep}::uuid[])`;
    const [existing] = await sql<{ count: number; next: number }>`
      select count(*) filter (where removed_at is null) as count, coalesce(max(position) + 1, 0) as next
      from photos where maintenance_request_id = ${params.id}`;
    if ((existing?.count ?? 0) + photos.length > MAX_PHOTOS) {
      throw fieldError(
        400,
        'maintenance_photos',
        `A request can have at most ${MAX_PHOTOS} photos: ${quoted(photos.at(-1)?.filename ?? '')} is one too many.`,
      );
    }
    await addPhotos(sql, params.id, photos, existing?.next ?? 0);
    await sql`
      update maintenance_requests set information = ${body.information},
        answered_at = case when ${user.is_manager}::boolean then now() else answered_at end,
        -- Two changes within one millisecond still get different timestamps.
        updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where id = ${params.id}`;
    const changed = await read(sql, params.id);
    await retellRequest(sql, changed);
    await notifyReporter(sql, 'request_answered', user, changed);
    return changed;
  });

  registerRoute(app, routes.cancelMaintenance, async ({ sql, user, params }) => {
    await openRequest(sql, user, params.id);
    await sql`
      update maintenance_requests set cancelled_at = now(), updated_at = now() where id = ${params.id}`;
    await forgetRequest(sql, params.id);
    return { message: 'Maintenance request cancelled successfully.' };
  });

  registerRoute(app, routes.completeMaintenance, async ({ sql, user, params }) => {
    await openRequest(sql, user, params.id);
    await sql`
      update maintenance_requests
      set completed = true, completed_at = now(), completed_by = ${user.id},
        updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where id = ${params.id}`;
    const completed = await read(sql, params.id);
    await notifyReporter(sql, 'request_completed', user, completed);
    return completed;
  });
}

/** The query of requests (`request`), by default of all `rows`, with their reporter, unit and photos, newest first. */
function requests(where: Part, rows = sqlTag`maintenance_requests`): ListQuery {
  const columns = sqlTag`
    request.id, request.user_id, reporter.first_name, reporter.last_name, request.unit_id, units.unit_number,
      properties.property_name, case when request.unit_id is null then reporter.unit_claim end as unit_claim,
      request.information, request.completed, ${isoTimestamp(sqlTag`request.completed_at`)} as completed_at,
      ${isoTimestamp(sqlTag`request.created_at`)} as created_at, ${isoTimestamp(sqlTag`request.updated_at`)} as updated_at,
      request.created_with, coalesce(shown.list, '[]') as photos`;
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

function visibleTo(user: User): Part {
  if (user.is_manager) return sqlTag`true`;
  return residentSeesRequest(user);
}

/**
 * Locks an open request until the transaction ends.
 * @throws {ApiError} 404 if the user cannot see it, 403 if they cannot change it, 409 if it is completed
 */
async function openRequest(sql: Sql, user: User, id: number): Promise<{ updated_at: string }> {
  const [request] = await sql<{ user_id: number; completed: boolean; updated_at: string }>`
    select request.user_id, request.completed, request.updated_at
    from maintenance_requests as request
    where request.id = ${id} and request.cancelled_at is null and ${visibleTo(user)}
    for update`;
  if (!request) throw new ApiError(404, 'This request is not there any more.');
  if (!user.is_manager && request.user_id !== user.id) {
    throw new ApiError(403, 'Only management can change this request.');
  }
  if (request.completed) throw new ApiError(409, 'This request is already completed.', { code: 'completed' });
  return request;
}

async function refuseForeignPhotos(sql: Sql, id: number, keep: string[] | null): Promise<void> {
  if (!keep?.length) return;
  const [own] = await sql<{ count: number }>`
    select count(*) as count from photos
    where maintenance_request_id = ${id} and removed_at is null and id = any(${keep}::uuid[])`;
  if (own?.count !== new Set(keep).size) {
    throw fieldError(400, 'keep_photos', 'keep_photos names a photo that this request does not have.');
  }
}

/**
 * The id of the unit that a manager reports for.
 * @throws {ApiError} 400 for an unknown unit, 409 for a number that several properties have
 */
async function requestedUnit(
  sql: Sql,
  body: { unit_id?: number | undefined; unit_number?: string | undefined },
): Promise<number> {
  if (body.unit_id === undefined && body.unit_number === undefined) {
    throw fieldError(400, 'unit_id', 'Please select a unit.');
  }
  const matchingUnits = await sql<{ id: number; property_name: string }>`
    select units.id, properties.property_name from units join property_labels as properties on properties.id = units.property_id
    where ${body.unit_id === undefined ? sqlTag`lower(units.unit_number) = lower(${body.unit_number})` : sqlTag`units.id = ${body.unit_id}`}
    order by properties.id`;
  const [unit, another] = matchingUnits;
  if (!unit) {
    const field = body.unit_id === undefined ? 'unit_number' : 'unit_id';
    throw fieldError(400, field, 'There is no such unit.');
  }
  if (another) {
    const names = matchingUnits.map(({ property_name }) => property_name).join(' and ');
    throw fieldError(
      409,
      'unit_number',
      `There is a unit ${body.unit_number} at ${names}: please say which by unit_id.`,
    );
  }
  return unit.id;
}

/** Inserts the rows of stored photos, in order from the position `first` on. */
async function addPhotos(sql: Sql, id: number, photos: readonly StoredPhoto[], first: number): Promise<void> {
  if (photos.length === 0) return;
  const rows = photos.map((photo, index) => ({ ...photo, position: first + index }));
  await sql`
    insert into photos (id, maintenance_request_id, position, sha256, filename, width, height)
    select id, ${id}::int, position, sha256, filename, width, height
    from jsonb_to_recordset(${rows}::jsonb)
      as photo(id uuid, position int, sha256 text, filename text, width int, height int)`;
}
