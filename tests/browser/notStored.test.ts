import { expect } from 'vitest';
import { PHONE, signIn } from '../support/browser/phone.ts';
import { phone, product, test } from '../support/browser/world.ts';

/** As the app reads them. */
const LISTS = ['/api/maintenance', '/api/announcements', '/api/transactions/my-history'];

/** The cached reads, the cached photos, and which of these paths the browser's own cache answers. */
async function readable(paths: string[]) {
  const request = indexedDB.open('porchlight');
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('The database could not be opened.'));
  });
  const reads = await new Promise<string[]>((resolve) => {
    const rows = database.transaction('readParts').objectStore('readParts').getAll();
    rows.onsuccess = () => resolve((rows.result as { key: string }[]).map(({ key }) => key));
  });
  database.close();
  const photos = (await caches.has('porchlight-photos'))
    ? (await (await caches.open('porchlight-photos')).keys()).length
    : 0;
  const answered: string[] = [];
  for (const path of paths) {
    const cached = await fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => undefined);
    if (cached?.ok) answered.push(path);
  }
  return { reads, photos, answered };
}

/** Signs in, looks at several screens and photos, and returns what can be read afterwards. */
async function readableAfter({ keep }: { keep: boolean }) {
  const page = await phone.another(PHONE);
  await page.goto(`${product.address}/login`);
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await page.getByLabel('Username').fill('resident');
  await page.getByLabel('Password').fill('porchlight');
  await page.getByLabel('Keep me signed in on this device').setChecked(keep);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('heading', { name: /^Welcome back/ }).waitFor();
  for (const place of ['Payments', 'Announcements', 'Maintenance']) {
    await page.getByRole('link', { name: place, exact: true }).click();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }
  const photo = page.locator('main article img').first();
  await photo.waitFor();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.context().setOffline(true);

  const found = await page.evaluate(readable, LISTS);
  await page.context().close();
  return found;
}

test('everything read stays readable for who stays signed in, and none of it in the browser’s own cache', async () => {
  const { reads, photos, answered } = await readableAfter({ keep: true });
  expect(reads).toEqual(expect.arrayContaining(['listMaintenance', 'listMyTransactions']));
  expect(photos).toBeGreaterThan(0);
  // Logout could not delete it there.
  expect(answered).toEqual([]);
});

test('nothing read stays on the device without “Keep me signed in”', async () => {
  expect(await readableAfter({ keep: false })).toEqual({ reads: [], photos: 0, answered: [] });
});

test('no photo stays in the browser’s cache that was shown before a service worker runs', async () => {
  const page = await phone.another(PHONE, { serviceWorkers: 'block' });
  await signIn(page, product.address, 'resident');
  const photo = page.locator('main article img').first();
  await photo.waitFor();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const cached = await photo.evaluate(({ currentSrc }: HTMLImageElement) =>
    fetch(currentSrc, { cache: 'only-if-cached', mode: 'same-origin' }).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  expect(cached).toBe(false);
  await page.context().close();
});

test('a photo that is asked for several times at once is fetched and stored once', async () => {
  const page = await phone.another(PHONE);
  await page.goto(`${product.address}/login`);
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await signIn(page, product.address, 'resident');
  const photo = page.locator('main article img').first();
  await photo.waitFor();
  const path = await photo.evaluate(({ src }: HTMLImageElement) => src);
  await page.evaluate(() => caches.delete('porchlight-photos'));
  const fetched: string[] = [];
  page.context().on('request', (request) => {
    if (request.serviceWorker() && request.url() === path) fetched.push(path);
  });
  const statuses = await page.evaluate(
    (url) => Promise.all([url, url, url, url].map(async (each) => (await fetch(each)).status)),
    path,
  );
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(fetched).toHaveLength(1);
  await page.context().close();
});
