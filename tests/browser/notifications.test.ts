import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installed, PhoneBrowser, signIn } from '../support/browser/phone.ts';
import { Product } from '../support/browser/product.ts';

let product: Product;
let phone: PhoneBrowser;
let page: Page;

beforeAll(async () => {
  product = await Product.start();
  phone = await PhoneBrowser.create();
  page = await phone.open();
  await phone.context.grantPermissions(['notifications'], { origin: product.address });
  await signIn(page, product.address, 'resident');
  await installed(page);
});

afterAll(async () => {
  await phone.destroy();
  await product.close();
});

const message = (tag: string) => ({
  web_push: 8030,
  notification: { title: 'Your request is completed', body: 'The sink drips.', navigate: '/payments', tag },
  app_badge: 1,
});

/** The tags and titles of the notifications that the browser shows. */
const shown = () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ tag, title }) => ({ tag, title }));
  });

test('each push shows a notification, in a focused window and without the server', async () => {
  await page.bringToFront();
  await phone.dispatchPush(product.address, message('notification-1'));
  await expect.poll(shown).toEqual([{ tag: 'notification-1', title: 'Your request is completed' }]);
  await product.kill();
  await phone.dispatchPush(product.address, message('notification-2'));
  await expect.poll(shown).toHaveLength(2);
  await product.resume();
});
