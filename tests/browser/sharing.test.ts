import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { signIn } from '../support/browser/phone.ts';
import { photographs } from '../support/photographs.ts';
import { phone, product, proxy, signedInDevice, test } from '../support/browser/world.ts';

/** Posts photos as the system does when they are shared to the app. */
async function share(page: Page, photos: Awaited<ReturnType<typeof photographs>>): Promise<void> {
  const files = photos.map(({ name, mimeType, buffer }) => ({
    name,
    type: mimeType,
    base64: buffer.toString('base64'),
  }));
  await page.evaluate((photos) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
    const input = Object.assign(document.createElement('input'), {
      type: 'file',
      name: 'photos',
      multiple: true,
    });
    const chosen = new DataTransfer();
    for (const { name, type, base64 } of photos) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      chosen.items.add(new File([bytes], name, { type }));
    }
    input.files = chosen.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, files);
}

/** The digests of the photos in the drafts of this device. */
async function draftDigests(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('porchlight');
        opening.onerror = () => reject(new Error('The database could not be opened.'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('draftPhotos').objectStore('draftPhotos').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve((reading.result as { sha256: string }[]).map(({ sha256 }) => sha256));
          };
        };
      }),
  );
}

test('photos shared offline survive a kill and land in a new request, byte for byte', async () => {
  const own = await signedInDevice('resident');
  const before = await own.open();
  proxy.mode = 'cut';
  await before.goto(`${proxy.address}/announcements`);
  const photos = await photographs(2);
  await share(before, photos);
  await before.waitForURL((url) => url.pathname === '/maintenance' || url.pathname === '/share');
  await own.kill();

  const page = await own.open();
  await page.goto(`${proxy.address}/share`);
  const dialog = page.getByRole('dialog', { name: 'New Request' });
  await dialog.getByRole('img', { name: 'Photo 2 of 2' }).waitFor();
  const digests = photos.map(({ buffer }) => createHash('sha256').update(buffer).digest('hex'));
  await expect.poll(async () => (await draftDigests(page)).sort()).toEqual(digests.sort());
  proxy.mode = 'open';
  await page.getByLabel('Issue').fill('Shared from the gallery.');
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect
    .poll(
      async () =>
        (await product.requests()).find(({ information }) => information === 'Shared from the gallery.')
          ?.photos.length,
    )
    .toBe(2);
});

test('the manifest shares images to the path that the service worker takes', async () => {
  const manifest = JSON.parse(await readFile('manifest.webmanifest', 'utf8')) as { share_target: unknown };
  expect(manifest.share_target).toEqual({
    action: '/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'photos', accept: ['image/*'] }] },
  });
});

test('photos shared before the service worker is there are said not to have arrived', async () => {
  const page = await phone.another();
  await page.context().route('**/sw.js', (route) => route.abort());
  await signIn(page, product.address, 'resident');
  await share(page, await photographs(1));
  await page.getByRole('dialog', { name: 'New Request' }).waitFor();
  await page.getByText('Please share them again, or choose them here.').first().waitFor();
});
