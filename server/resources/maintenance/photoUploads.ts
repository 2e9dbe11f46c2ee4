import type { FastifyInstance } from 'fastify';
import { MAX_PHOTOS } from '../../../contract/maintenance/maintenance.ts';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users/user.ts';
import type { Sql } from '../../database/database.ts';
import { fieldError } from '../../http/apiError.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import {
  appendToPhoto,
  attachPhoto,
  beginPhoto,
  discardPrepared,
  preparePhoto,
  type PhotoPolicy,
} from '../../photos/photoUploads.ts';
import type { SentPhoto } from '../../photos/storedParts.ts';
import { completedAlready, ownRequest } from './openRequest.ts';
import { addPhotos, shownPhotos } from './photosOfRequest.ts';
import { readRequest } from './requestRows.ts';

/** The routes by which a photo of a request is sent in parts. */
export function photoUploads(app: FastifyInstance): void {
  const { context } = app;
  const options = { spendsQuota: false };

  registerRoute(
    app,
    routes.beginPhotoUpload,
    ({ sql, user, params, body }) =>
      beginPhoto(context, sql, { policy, photo: photoOf(params, user), file: body }),
    options,
  );

  registerRoute(
    app,
    routes.appendToPhotoUpload,
    ({ sql, user, params, query, files: [part] }) =>
      appendToPhoto(sql, {
        ...{ policy, photo: photoOf(params, user), from: query.from },
        ...(part ? { part } : {}),
      }),
    options,
  );

  registerRoute(
    app,
    routes.attachPhoto,
    {
      prepare: ({ user, params }) => preparePhoto(context, policy, photoOf(params, user)),
      discard: (stored) => discardPrepared(context, stored),
      handle: async ({ sql, user, params, prepared: stored, afterCommit }) => {
        await attachPhoto(context, sql, { policy, photo: photoOf(params, user), stored, afterCommit });
        return readRequest(sql, context.photoUrls, params.id);
      },
    },
    options,
  );
}

function photoOf({ id, sha256 }: { id: number; sha256: string }, user: User): SentPhoto {
  return { kind: 'request', id: String(id), sha256, user };
}

const policy: PhotoPolicy = {
  /**
   * One that was named before is taken also once management has completed the request, which may be faster than the photo.
   * @throws {ApiError} 404 or 403 as for a change of the request, 409 `completed`
   */
  async standing(sql, { id, sha256, user }, { lock = true } = {}) {
    const { completed, awaited_photos } = await ownRequest(sql, user, Number(id), { lock });
    const awaited = awaited_photos.includes(sha256);
    if (completed && !awaited) throw completedAlready();
    const [photo] = await sql<{ live: boolean }>`
      select bool_or(removed_at is null) as live from photos
      where maintenance_request_id = ${Number(id)} and sha256 = ${sha256} having count(*) > 0`;
    return { awaited, attached: photo?.live === true, removed: photo?.live === false };
  },

  async awaitPhoto(sql, { id, sha256 }) {
    const { digests } = await shownPhotos(sql, Number(id));
    const [waiting] = await sql<{ count: number }>`
      select cardinality(awaited_photos) as count from maintenance_requests where id = ${Number(id)}`;
    if (digests.length + (waiting?.count ?? 0) >= MAX_PHOTOS) {
      throw fieldError(400, 'maintenance_photos', `A request can have at most ${MAX_PHOTOS} photos.`);
    }
    await sql`
      update maintenance_requests set awaited_photos = array_append(awaited_photos, ${sha256}) where id = ${Number(id)}`;
  },

  /** Adds the photo to the request, as a version in which nothing else changed. */
  async attach(sql, { id, sha256 }, stored) {
    const { next } = await shownPhotos(sql, Number(id));
    await addPhotos(sql, Number(id), [stored], next);
    const [version] = await sql<{ updated_at: string }>`
      update maintenance_requests set awaited_photos = array_remove(awaited_photos, ${sha256}),
        photos_since = coalesce(photos_since, updated_at), updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where id = ${Number(id)} returning updated_at`;
    // Whoever looks at the version before has not seen it.
    await sql`update photos set created_at = ${version?.updated_at ?? null} where id = ${stored.id}`;
  },

  forget: forgetPhoto,
};

async function forgetPhoto(sql: Sql, { id, sha256 }: SentPhoto): Promise<void> {
  await sql`
    update maintenance_requests set awaited_photos = array_remove(awaited_photos, ${sha256}) where id = ${Number(id)}`;
}
