import { lastUser } from '../deviceUser.ts';
import { withLock } from '../locks.ts';
import { storageRefused } from './storageRefusal.ts';

/** The cache of photos, for reading offline. */
export const PHOTO_CACHE = 'porchlight-photos';

/** The URL of a photo without its signature, which changes while the photo does not. */
export function photoKey(url: string | URL): string {
  return new URL(url, location.origin).pathname;
}

/**
 * Runs work that reads or stores one photo alone, in all pages and in the service worker: WebKit's network process ends, and
 * every page with it, where a stored response is written a second time while it is read (seen with WebKitGTK 2.50.6).
 * @throws the reason of `signal`, where the work had not started by then
 */
export async function withPhoto<T>(
  url: string | URL,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return withLock(`porchlight-photo ${photoKey(url)}`, signal ? { signal } : {}, work);
}

/**
 * Fetches the thumbnails that are not cached yet, so that a list has its photos offline where it is stored.
 * @param options.mostBytes how much the thumbnails may have together; none is fetched after that
 */
export async function cacheThumbnails(urls: readonly string[], { mostBytes = Infinity } = {}): Promise<void> {
  if (!('caches' in globalThis) || storageRefused() || !(await lastUser())) return;
  const cache = await caches.open(PHOTO_CACHE);
  let bytes = 0;
  for (const url of urls) {
    if (bytes >= mostBytes) return;
    const stored = () => cache.match(photoKey(url));
    const before = await withPhoto(url, stored);
    if (before) {
      bytes += bytesOf(before);
      continue;
    }
    const response = await fetch(url);
    if (!response.ok) return;
    bytes += bytesOf(response);
    // Where a service worker answered, it has stored the photo.
    await withPhoto(url, async () => {
      if (!(await stored())) await cache.put(photoKey(url), response);
    });
  }
}

/** The length that the server said. */
const bytesOf = ({ headers }: Response): number => Number(headers.get('content-length') ?? 0);

export async function forgetPhotos(): Promise<void> {
  if ('caches' in globalThis && !storageRefused()) await caches.delete(PHOTO_CACHE);
}
