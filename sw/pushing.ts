import * as z from 'zod/mini';
import { routes } from '../contract/routes.ts';
import { ApiError, call, Unreachable } from '../src/api/call.ts';
import { showAppBadge } from '../src/browser/appBadge.ts';
import { lastUser } from '../src/offline/engine/deviceUser.ts';
import { itemsOf } from '../src/offline/engine/outbox/unsentItems.ts';
import { wantsPush } from '../src/offline/subjects/push/pushChoice.ts';
import { fetchAndCache } from '../src/offline/engine/reads/refreshCached.ts';
import type { PathOpened } from '../src/offline/engine/workerMessages.ts';
import { readPushKey, subscribePush } from '../src/offline/subjects/push/pushSubscription.ts';
import { callAs } from './replaying.ts';
import { ask } from './tabs.ts';

declare const self: ServiceWorkerGlobalScope;

/** Where a notification leads whose message does not say it. */
const LIST = '/notifications';

/** The server's message, see `server/push/payload.ts`. */
const Message = z.object({
  notification: z.object({
    title: z.string(),
    body: z.optional(z.string()),
    navigate: z.optional(z.string()),
    tag: z.optional(z.string()),
  }),
  app_badge: z.optional(z.number()),
});

/** Shows a message, also one that cannot be read. */
export async function showPushed(data: PushMessageData | null): Promise<void> {
  const message = read(data);
  const { title, body, navigate, tag } = message?.notification ?? { title: 'Something happened' };
  await self.registration.showNotification(title, {
    ...(body ? { body } : {}),
    ...(tag ? { tag } : {}),
    lang: 'en-US',
    icon: '/icons/icon-192.png',
    data: { path: pathOf(navigate) },
  });
  await bringUpToDate(message?.app_badge ?? 0);
}

function read(data: PushMessageData | null): z.infer<typeof Message> | undefined {
  try {
    return Message.parse(data?.json());
  } catch (error) {
    console.warn(error);
    return undefined;
  }
}

/** The path of an address of this app; anything else leads to the list. */
function pathOf(address: string | undefined): string {
  if (address === undefined || !URL.canParse(address, self.location.origin)) return LIST;
  const { origin, pathname, search, hash } = new URL(address, self.location.origin);
  // A path that begins with two slashes is read as the name of another host.
  return origin === self.location.origin && !pathname.startsWith('//') ? pathname + search + hash : LIST;
}

/**
 * Counts on the app's icon, and fetches the list of notifications, so that it can be read without a connection. By that the
 * session is used, and does not expire on a device that only notifies.
 */
async function bringUpToDate(unread: number): Promise<void> {
  const user = await lastUser();
  if (!user) return;
  await showAppBadge((await itemsOf(user.id)).length + unread);
  await fetchAndCache(user.id, 'listNotifications', {}, (send) => callAs(user.id, send)).catch(unlessRefused);
}

/** Shows the screen of a notification that was tapped, in an open window if there is one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  const { path } = notification.data as { path: string };
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const chosen = windows.find(({ focused }) => focused) ?? windows[0];
  if (chosen) {
    await chosen.focus();
    // The page shows it itself, so that nothing typed on it is lost by a reload.
    if (await ask<PathOpened>(chosen, { type: 'open', path })) return;
  }
  await self.clients.openWindow(path);
}

/** Subscribes again after the browser ended the subscription, if its person still wants to be notified. */
export async function renewPush(): Promise<void> {
  const user = await lastUser();
  if (!user || !(await wantsPush(user.id))) return;
  const withToken = <T>(send: (token: string) => Promise<T>) => callAs(user.id, send);
  try {
    const key = await readPushKey(withToken);
    if (!key) return;
    await subscribePush(self.registration.pushManager, key, (body) =>
      withToken((token) => call(routes.subscribePush, { body }, { token })),
    );
  } catch (error) {
    unlessRefused(error);
  }
}

/** The next start of the app does it instead. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
}
