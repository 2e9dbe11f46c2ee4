import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst } from 'workbox-strategies';
import { PHOTO_CACHE, photoKey } from '../src/offline/engine/storage/photoCache.ts';

/** Answers photos from the cache, since the photo of a path never changes. */
export const photos = new CacheFirst({
  cacheName: PHOTO_CACHE,
  plugins: [
    // Without the signature, which changes twice a day.
    { cacheKeyWillBeUsed: ({ request }) => Promise.resolve(photoKey(request.url)) },
    new ExpirationPlugin({ maxEntries: 600, purgeOnQuotaError: true }),
  ],
});
