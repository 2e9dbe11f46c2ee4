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
  { screen: 'login screen', path: '/login', shows: 'Keep me signed in', aim: 'at most 110 kB' },
  { screen: 'landing page', path: '/', shows: 'Register Now', aim: '' },
  { screen: 'resident’s dashboard', path: '/dashboard/resident', shows: 'PENDING', signedIn: true, aim: '' },
];

/** A screen that asked for no script within this time, in milliseconds, has what it needs. */
const QUIET = 2000;

/** What each of the first screens loads in script, as a first visit does. */
export const measureScript: Measure = (product) =>
  onNewPhone(async (phone) => {
    await phone.open();
    const figures: Figure[] = [];
    for (const { screen, path, shows, signedIn, aim } of screens) {
      // What the service worker fetches for later is not what the screen waits for.
      const page = await phone.another(undefined, { serviceWorkers: 'block' });
      if (signedIn) await signIn(page, product.address, 'resident');
      const found = `${((await scriptOf(page, product.address + path, shows)) / 1000).toFixed(1)} kB`;
      say(`script of the ${screen}: ${found}`);
      figures.push({ what: `Script that the ${screen} loads before it is usable, gzip -9`, aim, found });
      await page.context().close();
    }
    return figures;
  });

/** In bytes: all script that an address loads, each file compressed by gzip -9. */
async function scriptOf(page: Page, address: string, shows: string): Promise<number> {
  // What the page before it still loads is not this one's.
  await page.goto('about:blank');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(address);
  await page.getByText(shows).first().waitFor();
  // The public pages stand there before any script runs, and a signed-in app is never without a request.
  for (let before = -1; before !== sizes.length || sizes.length === 0;) {
    before = sizes.length;
    await page.waitForTimeout(QUIET);
  }
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
