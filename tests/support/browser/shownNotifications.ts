import type { BrowserContext } from 'playwright';

export interface ShownNotification {
  title: string;
  body: string | undefined;
  tag: string | undefined;
}

type Watched = typeof globalThis & { shown?: ShownNotification[] };

/**
 * The notifications that the service worker of this address has shown from now on. `getNotifications` is no witness: while a
 * browser without a desktop is busy, it forgets one that it is about to show.
 */
export async function watchNotifications(
  context: BrowserContext,
  address: string,
): Promise<() => Promise<ShownNotification[]>> {
  const started = context.serviceWorkers().find((worker) => worker.url().startsWith(address));
  const worker = started ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const shown: ShownNotification[] = ((globalThis as Watched).shown = []);
    const show = ServiceWorkerRegistration.prototype.showNotification;
    ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
      await show.call(this, title, options);
      shown.push({ title, body: options?.body, tag: options?.tag });
    };
  });
  return () => worker.evaluate(() => (globalThis as Watched).shown ?? []);
}
