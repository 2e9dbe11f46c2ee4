import type { FastifyInstance } from 'fastify';
import type { PhotoRecordKind } from '../../../contract/photos/recordPhotos.ts';
import { routes } from '../../../contract/routes.ts';
import { registerRoute } from '../../http/registerRoute.ts';
import { namedPhotoPolicy, readPhotosOf, type NamedPhotoKind } from '../../photos/namedPhotos.ts';
import {
  appendToPhoto,
  attachPhoto,
  beginPhoto,
  discardPrepared,
  preparePhoto,
} from '../../photos/photoUploads.ts';

/** The routes by which photos are sent that a record names, for each kind of record. */
export function recordPhotos(
  app: FastifyInstance,
  kinds: Readonly<Record<PhotoRecordKind, NamedPhotoKind>>,
): void {
  const { context } = app;
  const options = { spendsQuota: false };
  const policyOf = (kind: PhotoRecordKind) => namedPhotoPolicy(kinds[kind]);

  registerRoute(
    app,
    routes.beginRecordPhoto,
    ({ sql, user, params, body }) =>
      beginPhoto(context, sql, {
        policy: policyOf(params.kind),
        photo: { ...params, user },
        file: body,
      }),
    options,
  );

  registerRoute(
    app,
    routes.appendToRecordPhoto,
    ({ sql, user, params, query, files: [part] }) =>
      appendToPhoto(sql, {
        policy: policyOf(params.kind),
        photo: { ...params, user },
        from: query.from,
        ...(part ? { part } : {}),
      }),
    options,
  );

  registerRoute(
    app,
    routes.attachRecordPhoto,
    {
      prepare: ({ user, params }) => preparePhoto(context, policyOf(params.kind), { ...params, user }),
      discard: (stored) => discardPrepared(context, stored),
      handle: async ({ sql, user, params: { kind, id, sha256 }, prepared: stored, afterCommit }) => {
        const photo = { kind, id, sha256, user };
        await attachPhoto(context, sql, { policy: policyOf(kind), photo, stored, afterCommit });
        const photosOf = await readPhotosOf(sql, context.photoUrls, { kind, ids: [id] });
        return { kind, id, ...photosOf(id) };
      },
    },
    options,
  );
}
