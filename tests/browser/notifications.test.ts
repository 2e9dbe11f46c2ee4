import type { Page } from 'playwright';
import { expect } from 'vitest';
import { installed } from '../support/browser/phone.ts';
import { product, proxy, signedInDevice, test } from '../support/browser/world.ts';

const message = (tag: string) => ({
  web_push: 8030,
  notification: { title: 'Your request is completed', body: 'The sink drips.', navigate: '/payments', tag },
  app_badge: 1,
});

/**
 * The tags and titles of the notifications that the browser has shown from now on: it takes one away after some seconds, so the
 * page itself looks, however busy the machine is.
 */
async function watchShown(page: Page): Promise<() => Promise<unknown>> {
  const seen = await page.evaluateHandle(async () => {
    const found = new Map<string, { tag: string; title: string }>();
    const registration = await navigator.serviceWorker.ready;
    setInterval(() => {
      void registration.getNotifications().then((shown) => {
        for (const { tag, title } of shown) found.set(tag, { tag, title });
      });
    }, 50);
    return found;
  });
  return () => seen.evaluate((found) => [...found.values()]);
}

test('each push shows a notification, in a focused window and without the server', async () => {
  const device = await signedInDevice('resident');
  const page = await device.open();
  await device.context.grantPermissions(['notifications'], { origin: proxy.address });
  await page.goto(`${proxy.address}/dashboard/resident`);
  // A push that comes while the browser is still starting may be lost.
  await installed(page);
  await page.bringToFront();
  const shown = await watchShown(page);
  await device.dispatchPush(proxy.address, message('notification-1'));
  await expect.poll(shown).toEqual([{ tag: 'notification-1', title: 'Your request is completed' }]);
  await product.kill();
  await device.dispatchPush(proxy.address, message('notification-2'));
  await expect.poll(shown).toContainEqual({ tag: 'notification-2', title: 'Your request is completed' });
  await product.resume();
});
