import type { Page } from 'playwright';
import { expect } from 'vitest';
import { report, type Person } from '../support/browser/people.ts';
import { photographs } from '../support/photographs.ts';
import { publish } from '../support/browser/screenActions.ts';
import { product, proxy, signedIn, signedInDevice, test } from '../support/browser/world.ts';

const SAVED = 'Saved on this device. It will be sent when you are back online.';

/** Opens maintenance on the resident's device. */
async function enter(): Promise<Person> {
  const page = await signedIn('resident', '/maintenance');
  await page.getByRole('button', { name: 'View / Edit' }).first().waitFor();
  return { page, proxy };
}

/** The server's requests with this text. */
async function arrived(words: string) {
  return (await product.requests()).filter(({ information }) => information === words);
}

async function arrivesOnce(words: string): Promise<void> {
  await expect.poll(async () => (await arrived(words)).length).toBe(1);
}

/** How many rows a table of the device has. */
async function rowsStored(page: Page, table: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('porchlight');
        opening.onerror = () => reject(new Error(String(opening.error)));
        opening.onsuccess = () => {
          const counting = opening.result.transaction(name).objectStore(name).count();
          counting.onsuccess = () => resolve(counting.result);
          opening.result.close();
        };
      }),
    table,
  );
}

/** Resolves to the time, in milliseconds, from the next click to when the page shows these words. */
async function timeFromClick(page: Page, words: string): Promise<number> {
  return page.evaluate(
    (shown) =>
      new Promise<number>((resolve) => {
        const measure = () => {
          const clicked = performance.now();
          new MutationObserver((_, observer) => {
            if (!document.body.innerText.includes(shown)) return;
            observer.disconnect();
            resolve(performance.now() - clicked);
          }).observe(document.body, { subtree: true, childList: true, characterData: true });
        };
        document.addEventListener('click', measure, { capture: true, once: true });
      }),
    words,
  );
}

test('a new version is offered and never forced, and an open form keeps its text through the update', async () => {
  const person = await enter();
  const { page } = person;
  await page.getByRole('button', { name: 'New Request' }).click();
  await page.getByLabel('Issue').fill('The intercom is silent.');
  await page.evaluate(() => (document.title = 'not loaded again'));
  await publish(person);
  await page.waitForTimeout(1000);
  expect(await page.getByLabel('Issue').inputValue()).toBe('The intercom is silent.');
  expect(await page.title()).toBe('not loaded again');

  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Update now' }).click();
  await page.waitForFunction(() => document.title.startsWith('Maintenance'));
  await page.getByRole('button', { name: 'New Request' }).click();
  await page.getByText('We kept what you wrote.').waitFor();
  expect(await page.getByLabel('Issue').inputValue()).toBe('The intercom is silent.');
  expect(await page.getByText('A new version of Porchlight').count()).toBe(0);
});

test('text and photos are there again after the phone killed the app', async () => {
  const own = await signedInDevice('resident');
  let page = await own.open();
  await page.goto(`${proxy.address}/maintenance?new=1`);
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles(await photographs(2));
  // Those of the dialog: the list behind it shows photos too.
  await page.getByRole('dialog').getByRole('img', { name: 'Photo 2 of 2' }).waitFor();
  await expect.poll(() => rowsStored(page, 'draftPhotos')).toBe(2);
  await page.getByLabel('Issue').fill('The stairwell smells of gas.');
  // A second, since storing takes longer beside other browsers; tests/browser/readings.test.ts kills at the last key.
  await page.waitForTimeout(1000);
  await own.kill();

  page = await own.open();
  await page.goto(`${proxy.address}/maintenance?new=1`);
  await page.getByText('We kept what you wrote.').waitFor();
  expect(await page.getByLabel('Issue').inputValue()).toBe('The stairwell smells of gas.');
  await page.getByRole('dialog').getByRole('img', { name: 'Photo 2 of 2' }).waitFor();
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByText('Maintenance request submitted successfully.').waitFor();
  await expect.poll(async () => (await arrived('The stairwell smells of gas.'))[0]?.photos).toHaveLength(2);
});

test('with the app open in two tabs a waiting request is sent once', async () => {
  const words = 'The bike rack came off the wall.';
  const { page } = await enter();
  proxy.mode = 'cut';
  await report(page, proxy.address, words);
  const second = await page.context().newPage();
  await second.goto(`${proxy.address}/maintenance`);
  await second.getByRole('article').getByText('Unsent').first().waitFor();
  proxy.mode = 'open';
  await Promise.all(
    [page, second].map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('online')))),
  );
  await arrivesOnce(words);
  for (const tab of [page, second]) {
    await tab.getByRole('article').getByText('Unsent').waitFor({ state: 'detached' });
  }
  expect(proxy.count('POST /api/maintenance')).toBe(1);
});

test('if the server does not answer, the app says within ten seconds that the request is saved', async () => {
  const words = 'The gate code does nothing.';
  const { page } = await enter();
  await page.getByRole('button', { name: 'New Request' }).click();
  await page.getByLabel('Issue').fill(words);
  proxy.mode = 'silent';
  const told = timeFromClick(page, SAVED);
  await page.getByRole('button', { name: 'Submit Request' }).click();
  expect(await told).toBeLessThan(10_500);
  proxy.mode = 'cut';
  proxy.mode = 'open';
  await arrivesOnce(words);
});
