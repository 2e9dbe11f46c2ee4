import * as z from 'zod/mini';
import { lazySchema } from '../values/lazySchema.ts';
import type { Route } from '../http/route.ts';

const photoById = lazySchema(() => z.object({ id: z.uuid('There is no such photo.') }));
const addressPart = lazySchema(() => z.optional(z.string('This photo’s address is not whole.')));
const signature = lazySchema(() => z.object({ expires: addressPart, signature: addressPart }));

/** The calls that answer photos. */
export const photoRoutes = {
  readPhoto: {
    method: 'GET',
    path: '/photos/:id',
    who: 'anyone',
    offline: 'keep',
    summary: 'A photo, by the signed URL that a list gave.',
    params: photoById,
    query: signature,
    produces: 'image/jpeg',
    answer: lazySchema(() => z.any()),
    refuses: [
      '403 `expired` for an address that was altered or has run out',
      '404 for a photo that is not there, was taken off, or whose request was cancelled',
    ],
  },
  readThumbnail: {
    method: 'GET',
    path: '/photos/:id/thumbnail',
    who: 'anyone',
    offline: 'keep',
    summary: 'A photo’s thumbnail, by the signed URL that a list gave.',
    params: photoById,
    query: signature,
    produces: 'image/jpeg',
    answer: lazySchema(() => z.any()),
    refuses: [
      '403 `expired` for an address that was altered or has run out',
      '404 for a photo that is not there, was taken off, or whose request was cancelled',
    ],
  },
} as const satisfies Record<string, Route>;
