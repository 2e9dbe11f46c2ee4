import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst } from 'workbox-strategies';
import { PHOTO_CACHE, photoKey } from '../src/offline/engine/photoCache.ts';

/** Photos never change under their path, so one that was seen is shown from the device. */
export const photos = new CacheFirst({
  cacheName: PHOTO_CACHE,
  plugins: [
    // The signature in the address changes twice a day; the photo does not.
    { cacheKeyWillBeUsed: ({ request }) => Promise.resolve(photoKey(request.url)) },
    new ExpirationPlugin({ maxEntries: 600, purgeOnQuotaError: true }),
  ],
});
