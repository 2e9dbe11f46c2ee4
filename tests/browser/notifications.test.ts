import type { Page } from 'playwright';
import { expect } from 'vitest';
import { installed } from '../support/browser/phone.ts';
import { product, proxy, signedInDevice, test } from '../support/browser/world.ts';

const message = (tag: string) => ({
  web_push: 8030,
  notification: { title: 'Your request is completed', body: 'The sink drips.', navigate: '/payments', tag },
  app_badge: 1,
});

/** The tags and titles of the notifications that the browser shows. */
const shownOn = (page: Page) => () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ tag, title }) => ({ tag, title }));
  });

test('each push shows a notification, in a focused window and without the server', async () => {
  const device = await signedInDevice('resident');
  const page = await device.open();
  const shown = shownOn(page);
  await device.context.grantPermissions(['notifications'], { origin: proxy.address });
  await page.goto(`${proxy.address}/dashboard/resident`);
  // A push that comes while the browser is still starting may be lost.
  await installed(page);
  await page.bringToFront();
  await device.dispatchPush(proxy.address, message('notification-1'));
  await expect.poll(shown).toEqual([{ tag: 'notification-1', title: 'Your request is completed' }]);
  await product.kill();
  await device.dispatchPush(proxy.address, message('notification-2'));
  // The browser takes the first away after some seconds.
  await expect.poll(shown).toContainEqual({ tag: 'notification-2', title: 'Your request is completed' });
  await product.resume();
});
