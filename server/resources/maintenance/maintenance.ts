import type { FastifyInstance } from 'fastify';
import sqlTag, { empty } from 'sql-template-tag';
import { MAX_PHOTOS, type MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { detailsOf } from '../../../contract/maintenance/requestDetails.ts';
import { routes } from '../../../contract/routes.ts';
import { reportQuota } from '../../auth/limits/limits.ts';
import { spendQuota } from '../../auth/limits/rateLimits.ts';
import type { Sql } from '../../database/database.ts';
import { quoted } from '../../photos/photoRejected.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { scopesOf } from '../../http/lists/notedList.ts';
import { wholeList } from '../../http/lists/listQuery.ts';
import { registerList } from '../../http/lists/registerList.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { forgetRequest, retellRequest, notifyReporter, notifyOfReport } from './notifyOfRequest.ts';
import { isStale, openRequest, visibleTo } from './openRequest.ts';
import { addPhotos, awaitedPhotos, dropPhotos, shownPhotos } from './photosOfRequest.ts';
import { recordEvent } from './recordEvent.ts';
import { readRequest, requests, withUrls } from './requestRows.ts';

/** The routes of maintenance requests. */
export function maintenance(app: FastifyInstance): void {
  const { photoUrls } = app.context;

  registerList(app, routes.listMaintenance, ({ user, query }) => {
    const completed =
      query.completed === undefined ? empty : sqlTag`and request.completed = ${query.completed === 'true'}`;
    const where = sqlTag`${visibleTo(user)} and request.cancelled_at is null ${completed}`;
    const now = new Date();
    return {
      query: requests(where, undefined, user),
      // Addresses of photos change with time, and with the secret that signs them.
      changes: { list: 'maintenance', scopes: scopesOf(user), dependsOn: photoUrls.sign('', now) },
      decide: (json) => withUrls(photoUrls, json, now),
    };
  });

  registerRoute(app, routes.createMaintenance, async ({ sql, user, body, photos, capturedAt, key }) => {
    await spendQuota(sql, user, reportQuota(user));
    const unit = user.is_manager ? await requestedUnit(sql, body) : user.unit;
    const awaited = awaitedPhotos(
      body.following_photos ?? [],
      photos.map(({ sha256 }) => sha256),
    );
    if (awaited.length + photos.length > MAX_PHOTOS)
      throw fieldError(400, 'maintenance_photos', `A request can have at most ${MAX_PHOTOS} photos.`);
    const made = sqlTag`(select * from made)`;
    const [created] = await sql<MaintenanceRequest>`
      with made as (
        insert into maintenance_requests
          (user_id, by_management, unit_id, information, created_at, created_with, awaited_photos,
            category, room, urgency, may_enter, entry_hours, pets)
        select ${user.id}, ${user.is_manager}, ${unit}::integer, ${body.information}, ${capturedAt}, ${key ?? null}::uuid,
          ${awaited}::text[], category, room, urgency, coalesce(may_enter, false), entry_hours, pets
        from jsonb_populate_record(null::maintenance_requests, ${detailsOf(body)}::jsonb)
        returning *
      ) ${wholeList(requests(sqlTag`true`, made))}`;
    if (!created) throw new Error('The new request was not returned.');
    await addPhotos(sql, created.id, photos, 0);
    const request = photos.length > 0 ? await readRequest(sql, photoUrls, created.id) : created;
    await notifyOfReport(sql, user, request);
    return request;
  });

  registerRoute(app, routes.updateMaintenance, async ({ sql, user, params, body, photos }) => {
    const request = await openRequest(sql, user, params.id);
    if (body.updated_at && isStale(request, body.updated_at)) {
      throw new ApiError(409, 'This request was changed by someone else in the meantime.', {
        code: 'stale',
        detail: await readRequest(sql, photoUrls, params.id),
      });
    }
    const keep = body.keep_photos ?? null;
    await refuseForeignPhotos(sql, params.id, keep);
    await sql`
      update photos set removed_at = now()
      where maintenance_request_id = ${params.id} and removed_at is null
        and ${keep}::uuid[] is not null and not id = any(${keep}::uuid[])
        -- Nobody takes off a photo that was not there yet when they looked.
        and created_at <= coalesce(${body.updated_at ?? null}::timestamptz, now())`;
    const dropped = body.dropped_photos ?? [];
    await dropPhotos(sql, { id: params.id, user, digests: dropped });
    const there = await shownPhotos(sql, params.id);
    const still = request.awaited_photos.filter((digest) => !dropped.includes(digest));
    const awaited = awaitedPhotos([...still, ...(body.following_photos ?? [])], there.digests);
    if (there.digests.length + awaited.length + photos.length > MAX_PHOTOS) {
      const last = photos.at(-1)?.filename;
      const which = last === undefined ? '' : `: ${quoted(last)} is one too many`;
      throw fieldError(400, 'maintenance_photos', `A request can have at most ${MAX_PHOTOS} photos${which}.`);
    }
    await addPhotos(sql, params.id, photos, there.next);
    await sql`
      update maintenance_requests as request set information = ${body.information}, awaited_photos = ${awaited},
        (category, room, urgency, may_enter, entry_hours, pets) = (
          select category, room, urgency, may_enter, entry_hours, pets
          from jsonb_populate_record(request, ${detailsOf(body)}::jsonb)),
        answered_at = case when ${user.is_manager}::boolean then now() else answered_at end,
        -- Two changes within one millisecond still get different timestamps.
        updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where id = ${params.id}`;
    const changed = await readRequest(sql, photoUrls, params.id);
    await retellRequest(sql, changed);
    await notifyReporter(sql, 'request_answered', user, changed);
    return changed;
  });

  registerRoute(app, routes.cancelMaintenance, async ({ sql, user, params }) => {
    await openRequest(sql, user, params.id);
    await sql`
      update maintenance_requests set cancelled_at = now(), updated_at = now() where id = ${params.id}`;
    await sql`delete from photo_uploads where maintenance_request_id = ${params.id}`;
    await forgetRequest(sql, params.id);
    return { message: 'Maintenance request cancelled successfully.' };
  });

  registerRoute(app, routes.completeMaintenance, async ({ sql, user, params, capturedAt, key }) => {
    const before = await openRequest(sql, user, params.id);
    await recordEvent(sql, photoUrls, {
      ...{ request: params.id, before, user, body: { kind: 'done' }, actedAt: capturedAt, key },
    });
    return readRequest(sql, photoUrls, params.id);
  });
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
