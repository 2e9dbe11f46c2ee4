import { cacheNames, setCacheNameDetails } from 'workbox-core';
import { addPlugins } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope;

/** Of browsers that have the Static Routing API: https://w3c.github.io/ServiceWorker/#dom-installevent-addroutes. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?: (rule: { condition: { urlPattern: string }; source: { cacheName: string } }) => Promise<void>;
}

/**
 * Has precached files answered from the cache past the service worker, which need not be started for them. Called before anything
 * is precached.
 * @param urlPattern of files whose names have a digest; what the cache does not have of them comes from the network
 */
export function answerFromCache(urlPattern: string): void {
  // Of its own, since Workbox does not fetch again what an earlier version stored as it came.
  setCacheNameDetails({ precache: 'precache-v3' });
  addPlugins([{ fetchDidSucceed: async ({ response }) => withoutVary(response) }]);
  self.addEventListener('install', (event: InstallEvent) => {
    const added = event.addRoutes?.({
      condition: { urlPattern },
      source: { cacheName: cacheNames.precache },
    });
    if (added) event.waitUntil(added);
  });
}

/** A route finds no answer that varies by a header that the request for it had not. */
function withoutVary({ body, status, statusText, headers }: Response): Response {
  const kept = new Headers(headers);
  kept.delete('Vary');
  return new Response(body, { status, statusText, headers: kept });
}
