import { lastUser } from '../deviceUser.ts';
import { storageRefused } from './storageRefusal.ts';

/** The cache of photos, for reading offline. */
export const PHOTO_CACHE = 'porchlight-photos';

/** The URL of a photo without its signature, which changes while the photo does not. */
export function photoKey(url: string | URL): string {
  return new URL(url, location.origin).pathname;
}

/** Fetches the thumbnails that are not cached yet, so that a list has its photos offline where it is stored. */
export async function cacheThumbnails(urls: readonly string[]): Promise<void> {
  if (!('caches' in globalThis) || storageRefused() || !(await lastUser())) return;
  const cache = await caches.open(PHOTO_CACHE);
  for (const url of urls) {
    if (await cache.match(photoKey(url))) continue;
    const response = await fetch(url);
    if (!response.ok) return;
    await cache.put(photoKey(url), response);
  }
}

export async function forgetPhotos(): Promise<void> {
  if ('caches' in globalThis && !storageRefused()) await caches.delete(PHOTO_CACHE);
}
