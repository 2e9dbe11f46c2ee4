/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { API_PREFIX } from '../contract/http/route.ts';
import { SHARE_PATH } from '../contract/photos/sharing.ts';
import type { FromWorker } from '../src/offline/engine/workerMessages.ts';
import { asCameraPage, CAMERA_PAGE } from './cameraPage.ts';
import { fetchSideBySide } from './fetchSideBySide.ts';
import { loadTasks } from './loadTasks.ts';
import { answerFromCache } from './staticRoutes.ts';

declare const self: ServiceWorkerGlobalScope;

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const files = self.__WB_MANIFEST;

// install: have the browser answer files with a digest in their name by itself, where it can.
answerFromCache('/assets/*');

// install: precache everything that the app needs to open offline.
self.addEventListener('install', (event) => event.waitUntil(fetchSideBySide(files)));
precacheAndRoute(files);
cleanupOutdatedCaches();

// install: have the browser keep the script of the tasks.
// Where it cannot be had just then, the installation fails, and the browser tries again.
self.addEventListener('install', (event) => event.waitUntil(Promise.resolve().then(loadTasks)));

// activate: control open pages without a reload.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// fetch: navigations get the precached page, photos come from the cache, all else goes to the server.
const page = createHandlerBoundToURL('/index.html');
registerRoute(
  new NavigationRoute(async (options) => asCameraPage(await page(options)), { allowlist: [CAMERA_PAGE] }),
);
registerRoute(new NavigationRoute(page, { denylist: [new RegExp(`^${API_PREFIX}/`)] }));
registerRoute(
  ({ url }) => url.pathname.startsWith(`${API_PREFIX}/photos/`),
  (options) => loadTasks().photos(options),
);

// fetch: photos shared to the app are stored here, since the server may be out of reach.
registerRoute(
  ({ url }) => url.pathname === SHARE_PATH,
  (options) => loadTasks().takeShare(options),
  'POST',
);

// sync: replay the outbox; a failure rejects the event, so that the browser repeats it.
self.addEventListener('sync', (event) => {
  (event as SyncEvent).waitUntil(loadTasks().replayOrFail());
});

// push: show a notification for every message; browsers take the permission away where one shows none.
self.addEventListener('push', (event) => event.waitUntil(loadTasks().showPushed(event.data)));

// notificationclick: show the screen that the notification leads to.
self.addEventListener('notificationclick', (event) =>
  event.waitUntil(loadTasks().openNotification(event.notification)),
);

// pushsubscriptionchange: the browser ended the subscription, so make another one.
self.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(loadTasks().renewPush());
});

// message: a page asks to be controlled or for a replay, or activates the new version.
self.addEventListener('message', (event) => {
  const message = event.data as { type: string; eager?: boolean };
  if (message.type === 'SKIP_WAITING') void self.skipWaiting();
  if (message.type === 'claim') event.waitUntil(self.clients.claim());
  if (message.type === 'replay') {
    const reply = (answer: FromWorker) => event.ports[0]?.postMessage(answer);
    reply('begun');
    // The page repeats the replay itself, so a failure is no error here.
    const replayed = loadTasks().replayWith({ eager: message.eager ?? false });
    event.waitUntil(
      replayed.then(reply, (error: unknown) => {
        reply({ sent: 0, left: 'later' });
        throw error;
      }),
    );
  }
});
