import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/* global FILES, self -- FILES are those of the app, which the build names */
precacheAndRoute(FILES.map((url) => ({ url, revision: null })));
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html')));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
