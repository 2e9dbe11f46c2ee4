import sharp from 'sharp';
import { expect } from 'vitest';
import { signedIn, test } from '../support/browser/world.ts';

const WIDTH = 4032;
const HEIGHT = 3024;

/** What a phone's camera shows of a room: flat and shaded walls, fine lines, text and colours, upright by its EXIF alone. */
async function cameraPhoto(): Promise<Buffer> {
  const lines = Array.from(
    { length: 40 },
    (_, line) =>
      `<path d="M${String(200 + line * 24)} 300 l${String(line * 9)} 900" stroke="#222" stroke-width="5"/>`,
  );
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH)}" height="${String(HEIGHT)}">
    <defs><linearGradient id="wall" x2="1" y2="1"><stop stop-color="#e8dcc8"/><stop offset="1" stop-color="#6b5b4a"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#wall)"/>
    ${lines.join('')}
    <circle cx="2600" cy="900" r="500" fill="#b8312a"/><circle cx="2900" cy="1500" r="420" fill="#2a62b8" opacity="0.7"/>
    <rect x="300" y="1900" width="1300" height="800" fill="#3f8f4f"/>
    <text x="1800" y="2500" font-size="260" font-family="sans-serif" fill="#111">Boiler 4711</text></svg>`;
  const SIDEWAYS = 6;
  return sharp(Buffer.from(scene)).jpeg({ quality: 95 }).withMetadata({ orientation: SIDEWAYS }).toBuffer();
}

/** The pixels of a photo, upright, at a size. */
async function pixelsOf(photo: Buffer, size: { width: number; height: number }): Promise<Buffer> {
  return sharp(photo)
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** The peak signal-to-noise ratio of two pictures of one size, in decibels. */
function likeness(one: Buffer, other: Buffer): number {
  let squares = 0;
  for (let at = 0; at < one.length; at += 1) squares += (one[at]! - other[at]!) ** 2;
  return 10 * Math.log10(255 ** 2 / (squares / one.length));
}

/** The first photo of the drafts on this device. */
async function draftedPhoto(): Promise<number[] | undefined> {
  const opening = indexedDB.open('porchlight');
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('The database could not be opened.'));
  });
  const rows = await new Promise<{ bytes: ArrayBuffer }[]>((resolve) => {
    const all = database.transaction('draftPhotos').objectStore('draftPhotos').getAll();
    all.onsuccess = () => resolve(all.result as { bytes: ArrayBuffer }[]);
  });
  database.close();
  const bytes = rows[0]?.bytes;
  return bytes && Array.from(new Uint8Array(bytes));
}

test('a photo that the phone makes smaller stands upright and looks like the photo', async () => {
  const page = await signedIn('resident', '/maintenance?new=1');
  const photo = await cameraPhoto();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'boiler.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByRole('dialog').getByRole('img', { name: 'Photo 1 of 1' }).waitFor();
  await expect.poll(() => page.evaluate(draftedPhoto).then((bytes) => bytes?.length ?? 0)).toBeGreaterThan(0);
  const scaled = Buffer.from((await page.evaluate(draftedPhoto))!);
  expect(scaled.length).toBeLessThan(photo.length / 2);
  const { width, height, format } = await sharp(scaled).metadata();
  expect({ width, height, format }).toEqual({ width: 1920, height: 2560, format: 'webp' });
  const [asSent, asTaken] = await Promise.all(
    [scaled, photo].map((each) => pixelsOf(each, { width, height })),
  );
  // Above 35 dB few people see a difference; a photo on its side has some 10.
  expect(likeness(asSent!, asTaken!)).toBeGreaterThan(35);
});
