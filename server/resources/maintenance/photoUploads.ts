import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { MAX_PHOTOS } from '../../../contract/maintenance/maintenance.ts';
import type { PhotoUpload } from '../../../contract/photos/photoUpload.ts';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import { photoQuota } from '../../auth/limits/limits.ts';
import { spendQuota, tooManyRequests } from '../../auth/limits/rateLimits.ts';
import { countUnconfirmedPhotos } from '../../auth/newcomers.ts';
import type { Database, Sql } from '../../database/database.ts';
import { ApiError, fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { confirmUploads } from '../../photos/pendingUploads.ts';
import { safeFilename } from '../../photos/photoRejected.ts';
import { discardPhotos } from '../../photos/uploads.ts';
import { completedAlready, ownRequest, type OwnRequest } from './openRequest.ts';
import { addPhotos, shownPhotos } from './photosOfRequest.ts';
import { readRequest } from './requestRows.ts';
import { appendPart, findUpload, receivedPhoto, uploadGone, type PhotoOfRequest } from './storedParts.ts';

/**
 * The routes by which a photo of a request is sent in parts. They spend no quota of changes: a photo counts once, when it
 * begins.
 */
export function photoUploads(app: FastifyInstance): void {
  const { context } = app;
  const { configuration, photoUrls } = context;
  const options = { spendsQuota: false };

  registerRoute(
    app,
    routes.beginPhotoUpload,
    async ({ sql, user, params, body }) => {
      const photo = { ...params, user };
      const request = await requestFor(sql, photo);
      const { live, removed } = await attached(sql, photo);
      const awaited = request.awaited_photos.includes(params.sha256);
      // One that was taken off comes back only where somebody adds it again.
      if (live || (removed && !awaited)) return { received: 0, attached: true };
      const upload = await findUpload(sql, photo);
      if (!awaited) await awaitPhoto(sql, params, request);
      if (upload) return { received: upload.received, attached: false };
      await spendQuota(sql, user, photoQuota(configuration, user, 1));
      const byNewcomer = await countUnconfirmedPhotos(sql, user, 1);
      await refuseUnfinished(sql, user, byNewcomer);
      await sql`
        insert into photo_uploads (id, maintenance_request_id, user_id, sha256, filename, bytes, by_newcomer)
        values (${randomUUID()}, ${params.id}, ${user.id}, ${params.sha256}, ${safeFilename(body.filename)},
          ${body.bytes}, ${byNewcomer})`;
      return { received: 0, attached: false };
    },
    options,
  );

  registerRoute(
    app,
    routes.appendToPhotoUpload,
    async ({ sql, user, params, query, files: [part] }): Promise<PhotoUpload> => {
      const photo = { ...params, user };
      await requestFor(sql, photo, { lock: false });
      if (!part) throw new ApiError(400, 'This call takes a part of a photo.');
      return {
        received: await appendPart(sql, photo, { from: query.from, bytes: part.bytes }),
        attached: false,
      };
    },
    options,
  );

  registerRoute(
    app,
    routes.attachPhoto,
    {
      prepare: async ({ user, params }) => {
        const photo = { ...params, user };
        const { sql } = context.database;
        await requestFor(sql, photo, { lock: false });
        if ((await attached(sql, photo)).live) return undefined;
        return receivedPhoto(context, photo, { refused: () => forgetPhoto(context.database, photo) });
      },
      discard: async (stored) => {
        if (stored) await discardPhotos(context, [stored.id]);
      },
      handle: async ({ sql, user, params, prepared: stored, afterCommit }) => {
        const photo = { ...params, user };
        const request = await requestFor(sql, photo);
        if ((await attached(sql, photo)).live) {
          // Two asked at once.
          if (stored) afterCommit(() => discardPhotos(context, [stored.id]));
          return readRequest(sql, photoUrls, params.id);
        }
        // While it was decoded an edit may have dropped it.
        const isAwaited = request.awaited_photos.includes(params.sha256);
        if (!stored || !isAwaited || !(await findUpload(sql, photo))) throw uploadGone();
        await confirmUploads(sql, [stored.id]);
        await attach(sql, photo, stored);
        return readRequest(sql, photoUrls, params.id);
      },
    },
    options,
  );
}

/**
 * The request that a photo is of, for somebody who may change it. One that was named before is taken also once management has
 * completed the request, which may be faster than the photo.
 * @throws {ApiError} 404 or 403 as for a change of the request, 409 `completed`
 */
async function requestFor(
  sql: Sql,
  { id, sha256, user }: PhotoOfRequest,
  { lock = true } = {},
): Promise<OwnRequest> {
  const request = await ownRequest(sql, user, id, { lock });
  if (request.completed && !request.awaited_photos.includes(sha256)) throw completedAlready();
  return request;
}

/**
 * Photos whose upload was started and not finished, of one person and of all strangers together: their parts are as large as they were
 * sent. A phone sends one after the other.
 */
const MAX_UNFINISHED = 20;
/** Few, so that no two of them keep all others from sending photos. */
const MAX_UNFINISHED_OF_STRANGER = 4;
const MAX_UNFINISHED_OF_STRANGERS = 40;

/** @throws {ApiError} 429 with Retry-After */
async function refuseUnfinished(sql: Sql, user: User, byStranger: boolean): Promise<void> {
  const [unfinished] = await sql<{ own: number; strangers: number }>`
    select (select count(*) from photo_uploads where user_id = ${user.id}) as own,
      (select count(*) from photo_uploads where by_newcomer) as strangers`;
  const { own = 0, strangers = 0 } = unfinished ?? {};
  const most = byStranger ? MAX_UNFINISHED_OF_STRANGER : MAX_UNFINISHED;
  if (own < most && (!byStranger || strangers < MAX_UNFINISHED_OF_STRANGERS)) return;
  throw tooManyRequests('Many uploads of photos were started and not finished.', 60 * 60);
}

/** Whether the request shows this photo, and whether it did. */
async function attached(
  sql: Sql,
  { id, sha256 }: PhotoOfRequest,
): Promise<{ live: boolean; removed: boolean }> {
  const [photo] = await sql<{ live: boolean }>`
    select bool_or(removed_at is null) as live from photos
    where maintenance_request_id = ${id} and sha256 = ${sha256} having count(*) > 0`;
  return { live: photo?.live === true, removed: photo?.live === false };
}

async function awaitPhoto(
  sql: Sql,
  { id, sha256 }: { id: number; sha256: string },
  { awaited_photos }: OwnRequest,
): Promise<void> {
  const { digests } = await shownPhotos(sql, id);
  if (digests.length + awaited_photos.length >= MAX_PHOTOS) {
    throw fieldError(400, 'maintenance_photos', `A request can have at most ${MAX_PHOTOS} photos.`);
  }
  await sql`
    update maintenance_requests set awaited_photos = array_append(awaited_photos, ${sha256}) where id = ${id}`;
}

/** Adds the photo to the request, as a version in which nothing else changed. */
async function attach(
  sql: Sql,
  photo: PhotoOfRequest,
  stored: Parameters<typeof addPhotos>[2][number],
): Promise<void> {
  const { id, sha256 } = photo;
  const { next } = await shownPhotos(sql, id);
  await addPhotos(sql, id, [stored], next);
  await sql`
    delete from photo_uploads where maintenance_request_id = ${id} and sha256 = ${sha256}`;
  const [version] = await sql<{ updated_at: string }>`
    update maintenance_requests set awaited_photos = array_remove(awaited_photos, ${sha256}),
      photos_since = coalesce(photos_since, updated_at), updated_at = greatest(now(), updated_at + interval '1 millisecond')
    where id = ${id} returning updated_at`;
  // Whoever looks at the version before has not seen it.
  await sql`update photos set created_at = ${version?.updated_at ?? null} where id = ${stored.id}`;
}

/** A photo that is refused is not waited for any more. */
async function forgetPhoto(database: Database, { id, sha256, user }: PhotoOfRequest): Promise<void> {
  await database.transaction(async (sql) => {
    await sql`
      delete from photo_uploads
      where maintenance_request_id = ${id} and sha256 = ${sha256} and user_id = ${user.id}`;
    await sql`
      update maintenance_requests set awaited_photos = array_remove(awaited_photos, ${sha256}) where id = ${id}`;
  });
}
