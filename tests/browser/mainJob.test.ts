import { expect } from 'vitest';
import sharp from 'sharp';
import { DESK } from '../support/browser/phone.ts';
import { product, proxy, signedIn, signedInDevice, test } from '../support/browser/world.ts';

/** A picture with grain, the size of a phone's screenshot. */
async function picture(name: string, colour: { r: number; g: number; b: number }) {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const grain = await sharp({ create: { width: 900, height: 1200, channels: 3, background: colour, noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer: grain };
}

test('a problem reported without a signal reaches management exactly once, with its photos, and is completed', async () => {
  // A resident has signed in and the app is on the phone. The server is killed, and the app is opened from cold.
  const phone = await signedInDevice('resident');
  await product.kill();
  let page = await phone.open();
  await page.goto(`${proxy.address}/?source=home-screen`);
  await page.goto(`${proxy.address}/maintenance`);
  await page.getByRole('button', { name: 'View / Edit' }).first().waitFor();
  await page.getByText(/^Offline – saved \d{1,2}:\d{2}/).waitFor();

  // A request with two photos is saved on the phone.
  await page.getByRole('button', { name: 'New Request' }).click();
  await page.getByLabel('Issue').fill('Water is coming up through the garage floor.');
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles([
      await picture('floor.jpg', { r: 90, g: 110, b: 120 }),
      await picture('drain.jpg', { r: 120, g: 100, b: 80 }),
    ]);
  await page.getByRole('img', { name: 'Photo 2 of 2' }).waitFor();
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await page.getByText('Saved on this device. It will be sent when you are back online.').waitFor();
  await page.getByRole('article').first().getByText('Unsent').waitFor();
  const queued = await page.evaluate(queuedDigests);
  expect(queued).toHaveLength(2);

  // The browser is killed and the server comes back; no page of the app is open.
  await phone.kill();
  await product.resume();
  page = await phone.open();
  expect(reported(await product.requests())).toHaveLength(0);
  await phone.dispatchSync(proxy.address);
  await expect.poll(async () => reported(await product.requests()).length).toBe(1);

  const [request] = reported(await product.requests());
  expect(request?.unit_number).toBe('2B');
  await expect
    .poll(async () => reported(await product.requests())[0]?.photos.map(({ sha256 }) => sha256))
    .toEqual(queued);

  // A second replay finds nothing to send.
  await phone.dispatchSync(proxy.address);
  await page.goto(`${proxy.address}/outbox`);
  await page.getByText('Everything is sent.').waitFor();
  expect(reported(await product.requests())).toHaveLength(1);
  await phone.kill();

  // A manager sees it, with the unit, and marks it complete.
  const manager = await signedIn('manager', '/admin/maintenance', DESK);
  const card = manager.getByRole('article').filter({ hasText: 'through the garage floor' });
  await card.getByText('Unit 2B').waitFor();
  await card.getByRole('button', { name: 'View / Edit' }).click();
  await manager.getByRole('button', { name: 'Mark Complete' }).click();
  await manager.getByText('Maintenance request completed.').waitFor();

  // The resident sees that.
  page = await phone.open();
  await page.goto(`${proxy.address}/maintenance`);
  const own = page.getByRole('article').filter({ hasText: 'through the garage floor' });
  await own.getByText('Completed', { exact: true }).waitFor();
  expect(await own.getByRole('img').count()).toBe(2);
});

function reported<R extends { information: string }>(requests: R[]): R[] {
  return requests.filter(({ information }) => information === 'Water is coming up through the garage floor.');
}

/** Runs in the page. Returns the digests of the photos in the outbox, read from IndexedDB. */
async function queuedDigests(): Promise<string[]> {
  const opened = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('porchlight');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('IndexedDB did not open.'));
  });
  const rows = await new Promise<{ photos: { sha256: string }[] }[]>((resolve) => {
    const request = opened.transaction('outbox').objectStore('outbox').getAll();
    request.onsuccess = () => resolve(request.result as { photos: { sha256: string }[] }[]);
  });
  opened.close();
  return rows.flatMap(({ photos }) => photos.map(({ sha256 }) => sha256));
}
