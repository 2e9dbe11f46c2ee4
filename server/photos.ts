import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routes } from '../contract/routes.ts';
import { fullName, thumbnailName } from './photos/names.ts';
import { Refusal } from './refusal.ts';
import { serve } from './serve.ts';

/** Serves photos by the signed, expiring URLs that lists give, so that an `<img>` needs no token. */
export function photos(app: FastifyInstance): void {
  const { photos: store, photoUrls } = app.house;

  async function show(name: string, request: FastifyRequest, reply: FastifyReply): Promise<Uint8Array> {
    const path = request.url.split('?')[0] ?? '';
    if (!photoUrls.verify(path, request.query, new Date())) {
      throw new Refusal(403, 'This photo’s address has expired. Please load the list again.', {
        code: 'expired',
      });
    }
    const bytes = await store.get(name);
    if (!bytes) throw new Refusal(404, 'There is no such photo.');
    // A photo never changes under its id.
    reply.header('Cache-Control', 'private, max-age=86400, immutable');
    return bytes;
  }

  serve(app, routes.readPhoto, ({ params, request, reply }) => show(fullName(params.id), request, reply));
  serve(app, routes.readThumbnail, ({ params, request, reply }) =>
    show(thumbnailName(params.id), request, reply),
  );
}
