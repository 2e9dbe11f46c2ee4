import type { FastifyInstance } from 'fastify';
import { routes } from '../../../contract/routes.ts';
import type { PhotoRecordKind } from '../../../contract/photos/recordPhotos.ts';
import { isNamedPhotoShown, type NamedPhotoKind } from '../../photos/namedPhotos.ts';
import { fullName, thumbnailName } from '../../photos/names.ts';
import { ApiError } from '../../http/apiError.ts';
import type { Call } from '../../http/call.ts';
import { registerRoute } from '../../http/registerRoute.ts';

/** The routes of photos. Lists contain signed URLs that expire, so that an `<img>` needs no token. */
export function photos(app: FastifyInstance, kinds: Readonly<Record<PhotoRecordKind, NamedPhotoKind>>): void {
  const { photos: store, photoUrls } = app.context;

  async function sendPhoto(name: string, { params, sql, request }: PhotoCall): Promise<Uint8Array> {
    const path = request.url.split('?')[0] ?? '';
    if (!(await photoUrls.verify(path, request.query, new Date()))) {
      throw new ApiError(403, 'This photo’s address has expired. Please load the list again.', {
        code: 'expired',
      });
    }
    // A URL is valid for a day or more, but a removed photo is not served.
    const [ofRequest] = await sql`
      select 1 from photos join maintenance_requests as request on request.id = photos.maintenance_request_id
      where photos.id = ${params.id} and photos.removed_at is null and request.cancelled_at is null`;
    const listed = ofRequest ?? (await isNamedPhotoShown(sql, kinds, params.id));
    const bytes = listed ? await store.get(name) : undefined;
    if (!bytes) throw new ApiError(404, 'There is no such photo.');
    return bytes;
  }

  registerRoute(app, routes.readPhoto, (call) => sendPhoto(fullName(call.params.id), call));
  registerRoute(app, routes.readThumbnail, (call) => sendPhoto(thumbnailName(call.params.id), call));
}

type PhotoCall = Pick<Call<typeof routes.readPhoto>, 'params' | 'sql' | 'request'>;
