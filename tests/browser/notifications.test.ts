import { expect } from 'vitest';
import { installed } from '../support/browser/phone.ts';
import { watchNotifications } from '../support/browser/shownNotifications.ts';
import { product, proxy, signedInDevice, test } from '../support/browser/world.ts';

const message = (tag: string) => ({
  web_push: 8030,
  notification: { title: 'Your request is completed', body: 'The sink drips.', navigate: '/payments', tag },
  app_badge: 1,
});

test('each push shows a notification, in a focused window and without the server', async () => {
  const device = await signedInDevice('resident');
  const page = await device.open();
  await device.context.grantPermissions(['notifications'], { origin: proxy.address });
  await page.goto(`${proxy.address}/dashboard/resident`);
  // A push that comes while the browser is still starting may be lost.
  await installed(page);
  await page.bringToFront();
  const shown = await watchNotifications(device.context, proxy.address);
  await device.dispatchPush(proxy.address, message('notification-1'));
  const shows = (tag: string) => ({ title: 'Your request is completed', body: 'The sink drips.', tag });
  await expect.poll(shown).toEqual([shows('notification-1')]);
  await product.kill();
  await device.dispatchPush(proxy.address, message('notification-2'));
  await expect.poll(shown).toEqual([shows('notification-1'), shows('notification-2')]);
  await product.resume();
});
