import { FaultProxy } from './faultProxy.ts';
import { installed, PhoneBrowser, signIn } from './phone.ts';
import { Product } from './product.ts';

/** Whose devices are prepared, and what their first screen shows once its reads are stored. */
const PREPARED = { resident: 'View / Edit', manager: 'View / Edit' };

export type Prepared = keyof typeof PREPARED;

/** The environment variable with the browser profile of a prepared device. */
export const profileOf = (who: Prepared): string => `PROFILE_OF_${who.toUpperCase()}`;

/**
 * Prepares a device for each role once for all tests of a run: signed in, with the service worker and the first reads.
 * A browser's data belong to an address, so the proxy of each test listens at the same port.
 */
export default async function signInDevices(): Promise<() => Promise<void>> {
  const product = await Product.start();
  const proxy = await FaultProxy.inFrontOf(product);
  const phones: PhoneBrowser[] = [];
  for (const [who, shows] of Object.entries(PREPARED) as [Prepared, string][]) {
    const phone = await PhoneBrowser.create();
    phones.push(phone);
    const page = await phone.open();
    await signIn(page, proxy.address, who);
    await page.getByRole('button', { name: shows }).first().waitFor();
    await installed(page);
    // Chromium may take half a minute to write the cookie of a sign-in; closing does it at once.
    await phone.close();
    process.env[profileOf(who)] = phone.profile;
  }
  process.env.DEVICES_PORT = new URL(proxy.address).port;
  await proxy.close();
  await product.kill('SIGTERM');
  // With the sessions of these devices.
  process.env.DEMO_DATA = product.directory;
  return async () => {
    for (const phone of phones) await phone.destroy();
    await product.close();
  };
}
