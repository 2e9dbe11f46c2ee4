import { ExpirationPlugin } from 'workbox-expiration';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { unlessHung } from '../src/offline/engine/unlessHung.ts';
import { lastUser } from '../src/offline/engine/deviceUser.ts';
import { PHOTO_CACHE, photoKey, withPhoto } from '../src/offline/engine/storage/photoCache.ts';

/** Photos come from the cache, since the photo of a path never changes. */
const cacheFirst = new CacheFirst({
  cacheName: PHOTO_CACHE,
  plugins: [
    // Without the signature, which changes twice a day.
    { cacheKeyWillBeUsed: ({ request }) => Promise.resolve(photoKey(request.url)) },
    new ExpirationPlugin({ maxEntries: 900, purgeOnQuotaError: true }),
  ],
});

/** The server forbids the browser's own cache to store them. */
const notStored = new NetworkOnly();

/** How long a photo waits for an earlier request of the same photo, in milliseconds. */
const PATIENCE = 10_000;

/** Answers photos: they are stored on this device only where somebody stays signed in. */
export async function photos(options: { request: Request; event: ExtendableEvent }): Promise<Response> {
  // A browser that refuses IndexedDB, or lets it hang, stores no photos either.
  const user = await unlessHung(lastUser()).catch(() => undefined);
  if (!user) return notStored.handle(options);
  return new Promise((resolve) => {
    let asked = false;
    const fetchOrRead = async () => {
      asked = true;
      const [answer, stored] = cacheFirst.handleAll(options);
      resolve(answer);
      await stored;
    };
    withPhoto(options.request.url, fetchOrRead, AbortSignal.timeout(PATIENCE)).catch((error: unknown) => {
      // Without the lock the photo is shown all the same.
      if (asked) console.warn(error);
      else resolve(notStored.handle(options));
    });
  });
}
