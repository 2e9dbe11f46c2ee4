// `npm run screenshots`: takes the pictures of the manifest (public/screenshots) and of the README (docs/images).
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { readArguments } from '../../scripts/arguments.mjs';
import { personAs } from '../support/browser/people.ts';
import { DESK, PhoneBrowser, PHONE } from '../support/browser/phone.ts';
import { Product } from '../support/browser/product.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Writes what the page shows, so many times as fine as its pixels, with as few colours as it needs. */
async function take(page: Page, file: string, fine = 2): Promise<void> {
  const toast = page.getByRole('button', { name: 'Close notification' });
  if (await toast.isVisible()) await toast.click();
  await toast.waitFor({ state: 'detached' });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  // Those further down are not fetched before they are scrolled to.
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  );
  await page.evaluate(async () => document.fonts.ready);
  const size = page.viewportSize() ?? PHONE;
  const target = path.join(ROOT, file);
  await mkdir(path.dirname(target), { recursive: true });
  const { size: bytes } = await sharp(await page.screenshot())
    .resize(size.width * fine, size.height * fine)
    .png({ palette: true, colours: 128, effort: 10, compressionLevel: 9 })
    .toFile(target);
  process.stdout.write(`${file} ${(bytes / 1000).toFixed(0)} kB\n`);
}

/** The bytes of a photo of a thing, as the demo has them. */
async function photoOf(product: Product, words: RegExp): Promise<Buffer> {
  const request = (await product.requests()).find(({ information }) => words.test(information));
  const address = request?.photos[0]?.photo_url;
  if (!address) throw new Error(`No demo photo of ${words.source}.`);
  const answer = await fetch(product.address + address);
  return Buffer.from(await answer.arrayBuffer());
}

readArguments('npm run screenshots\n  Takes the pictures of the manifest and of the README.', {});
const product = await Product.start();
const phone = await PhoneBrowser.create();
await phone.open();

const resident = await personAs('resident', { phone, product, size: PHONE, look: { deviceScaleFactor: 2 } });
await resident.page.getByRole('button', { name: 'View / Edit' }).first().waitFor();
await take(resident.page, 'public/screenshots/narrow.png');

const buffer = await photoOf(product, /parking space/);
resident.proxy.mode = 'cut';
await resident.page.goto(`${resident.proxy.address}/maintenance?new=1`);
await resident.page
  .getByLabel('Issue')
  .fill('Water drips onto the stairs to the garage again. The third step is slippery.');
await resident.page
  .locator('input[type=file]')
  .last()
  .setInputFiles({ name: 'stairs.webp', mimeType: 'image/webp', buffer });
await resident.page.getByRole('dialog').getByRole('img', { name: 'Photo 1 of 1' }).waitFor();
await resident.page.getByRole('button', { name: 'Submit Request' }).click();
await resident.page.getByText('Saved on this device.').waitFor();
await take(resident.page, 'docs/images/phone-offline.png');

const manager = await personAs('manager', { phone, product, size: DESK, look: { deviceScaleFactor: 2 } });
await manager.page.getByRole('button', { name: 'View / Edit' }).first().waitFor();
await take(manager.page, 'public/screenshots/wide.png');
await manager.page
  .getByRole('article')
  .filter({ hasText: 'parking space' })
  .getByRole('button', { name: 'View / Edit' })
  .click();
await manager.page.getByRole('button', { name: 'Mark Complete' }).waitFor();
await take(manager.page, 'docs/images/managers-desk.png', 1.25);

await phone.destroy();
await product.close();
process.exit(0);
