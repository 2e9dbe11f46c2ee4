import { expect } from 'vitest';
import { installed, type World } from './world.ts';

const OFFER = 'A new version of Porchlight is ready.';

export async function noOfferOnFirstVisit(world: World): Promise<void> {
  const tab = await world.signIn('resident');
  await installed(tab);
  // The offer came within a second of the first version's installation.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(await tab.count(OFFER)).toBe(0);
}

export async function offersUpdate(world: World): Promise<void> {
  const tab = await world.open('/maintenance');
  await tab.see({ role: 'button', name: 'View / Edit' });
  await tab.evaluate(() => void (document.title = 'not loaded again'));
  world.proxy.respondWith(/^\/sw\.js$/, {
    type: 'text/javascript',
    body: (original) => `${original}\n// The next version.`,
  });
  await tab.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await tab.see(OFFER);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(await tab.evaluate(() => document.title)).toBe('not loaded again');
  await tab.click({ role: 'button', name: 'Update now' });
  await tab.until(() => document.title.startsWith('Maintenance'));
  await tab.see({ role: 'button', name: 'View / Edit' });
  expect(await tab.count(OFFER)).toBe(0);
  expect(await tab.evaluate(async () => (await navigator.serviceWorker.ready).waiting === null)).toBe(true);
}
