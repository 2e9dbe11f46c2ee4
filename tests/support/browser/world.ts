import type { Page } from 'playwright';
import { onTestFinished, test as base } from 'vitest';
import { FaultProxy } from './faultProxy.ts';
import { PHONE, PhoneBrowser } from './phone.ts';
import { Product } from './product.ts';
import { profileOf, type Prepared } from './signedInDevices.ts';

/** The product of the current test file. */
export let product: Product;
/** The network between the product and the signed-in devices, which is open and at full speed when a test begins. */
export let proxy: FaultProxy;
/** An open browser with nothing stored; `phone.another()` is another device without a network of its own. */
export let phone: PhoneBrowser;

interface Lifetime {
  onCleanup: (close: () => Promise<void>) => void;
}

async function begin({ devicesPort }: { devicesPort: number }, { onCleanup }: Lifetime) {
  product = await Product.start();
  proxy = await FaultProxy.inFrontOf(product, devicesPort);
  phone = await PhoneBrowser.create();
  await phone.open();
  onCleanup(async () => {
    await phone.destroy();
    await proxy.close();
    await product.close();
  });
  return { product, proxy, phone };
}

/** `test` whose file has a product, a network and a browser, from before its first test until after its last. */
export const test = base
  .extend('devicesPort', { scope: 'file' }, () => Number(process.env.DEVICES_PORT))
  .extend('world', { scope: 'file', auto: true }, begin)
  .extend('network', { auto: true }, ({ world }) => world.proxy.reset());

/**
 * A device of the demo's resident or manager in a browser of its own, destroyed after the test: signed in behind the
 * proxy, with the service worker and the first reads. All are of one session, so a test that signs out or changes the
 * password signs in by itself.
 */
export async function signedInDevice(who: Prepared): Promise<PhoneBrowser> {
  const device = await PhoneBrowser.copyOf(process.env[profileOf(who)] ?? '');
  onTestFinished(() => device.destroy());
  return device;
}

/** A page of such a device, at this path. */
export async function signedIn(who: Prepared, path: string, size = PHONE): Promise<Page> {
  const device = await signedInDevice(who);
  const page = await device.open(size);
  await page.goto(proxy.address + path);
  return page;
}
