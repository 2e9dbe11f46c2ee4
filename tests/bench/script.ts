import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { signIn } from '../support/browser/phone.ts';
import { onNewPhone, say, type Figure, type Measure } from './figure.ts';

interface Loaded {
  screen: string;
  path: string;
  /** Stands there once the screen can be used. */
  shows: string;
  signedIn?: boolean;
  aim: string;
}

const screens: Loaded[] = [
  { screen: 'login screen', path: '/login', shows: 'Keep me signed in', aim: 'at most 100 kB' },
  { screen: 'landing page', path: '/', shows: 'Register Now', aim: '' },
  {
    screen: 'resident’s dashboard',
    path: '/dashboard/resident',
    shows: 'PENDING',
    signedIn: true,
    aim: 'at most 190 kB',
  },
];

/** A screen that asked for no script within this time, in milliseconds, has what it needs. */
const QUIET = 2000;

/** The line of Lighthouse's phone, in milliseconds and bytes a second: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md. */
const SLOW_4G = {
  ...{ offline: false, latency: 150 },
  ...{ downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 },
};

/** What each of the first screens loads in script, as a first visit does: nothing is stored, so what reads the device is among it. */
export const measureScript: Measure = (product) =>
  onNewPhone(async (phone) => {
    await phone.open();
    const figures: Figure[] = [];
    for (const { screen, path, shows, signedIn, aim } of screens) {
      // What the service worker fetches for later is not what the screen waits for.
      const page = await phone.another(undefined, { serviceWorkers: 'block' });
      if (signedIn) await signIn(page, product.address, 'resident');
      const { before, took, inAll } = await scriptOf(page, product.address + path, shows);
      const found = `${(before / 1000).toFixed(1)} kB in ${(took / 1000).toFixed(1)} s; ${(inAll / 1000).toFixed(1)} kB with what it loads afterwards`;
      say(`script of the ${screen}: ${found}`);
      figures.push({
        what: `Script that the ${screen} loads before it is usable, and how long that takes on a slow line, without a service worker, gzip -9`,
        aim,
        found,
      });
      await page.context().close();
    }
    return figures;
  });

/**
 * In bytes: the script that an address loads until it shows this, and in all, each file compressed by gzip -9. In milliseconds:
 * how long it takes until then.
 */
async function scriptOf(
  page: Page,
  address: string,
  shows: string,
): Promise<{ before: number; took: number; inAll: number }> {
  // What the page before it still loads is not this one's.
  await page.goto('about:blank');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  const began = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByText(shows).first().waitFor();
  const took = performance.now() - began;
  // The public pages stand there before any script runs, and a signed-in app is never without a request.
  const before = sum(await Promise.all(sizes));
  for (let known = -1; known !== sizes.length || sizes.length === 0;) {
    known = sizes.length;
    await page.waitForTimeout(QUIET);
  }
  return { before, took, inAll: sum(await Promise.all(sizes)) };
}

const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0);
