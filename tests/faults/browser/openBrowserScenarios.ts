import { FaultProxy } from '../../support/browser/faultProxy.ts';
import { installed, PhoneBrowser, signIn } from '../../support/browser/phone.ts';
import { photographs } from '../../support/photographs.ts';
import { Product } from '../../support/browser/product.ts';
import type { BrowserStep } from './browserSchedule.ts';
import type { RunSchedule } from '../runSeed.ts';
import { BrowserScenario } from './browserScenario.ts';

/** The built product, a browser and the network between them, for any number of schedules. */
export async function openBrowserScenarios(): Promise<{
  runSchedule: RunSchedule<BrowserStep[]>;
  close: () => Promise<void>;
}> {
  const product = await Product.start();
  const proxy = await FaultProxy.inFrontOf(product);
  const phone = await PhoneBrowser.create();
  const page = await phone.open();
  await signIn(page, proxy.address, 'resident');
  await page.getByRole('button', { name: 'New Request' }).waitFor();
  await installed(page);
  // Chromium may take half a minute to write the cookie of a sign-in; closing does it at once.
  await phone.close();
  const pictures = await photographs(2, 300, 400);
  return {
    runSchedule: (steps, tag) => new BrowserScenario({ product, proxy, phone, pictures }, tag).run(steps),
    async close() {
      await phone.destroy();
      await proxy.close();
      await product.close();
    },
  };
}
