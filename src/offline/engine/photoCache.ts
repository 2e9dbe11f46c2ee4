/** Photos for reading without a connection. */
export const PHOTO_CACHE = 'porchlight-photos';

/** A photo's address without its signature, which changes while the photo does not. */
export function photoKey(url: string | URL): string {
  return new URL(url, location.origin).pathname;
}

/** Caches the thumbnails that are missing on the device, so that a cached list has its pictures. */
export async function cacheThumbnails(urls: readonly string[]): Promise<void> {
  if (!('caches' in globalThis)) return;
  const cache = await caches.open(PHOTO_CACHE);
  for (const url of urls) {
    if (await cache.match(photoKey(url))) continue;
    const response = await fetch(url);
    if (!response.ok) return;
    await cache.put(photoKey(url), response);
  }
}

export async function forgetPhotos(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(PHOTO_CACHE);
}
