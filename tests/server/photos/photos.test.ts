import sharp from 'sharp';
import { expect, test } from 'vitest';
import { processPhoto } from '../../../server/photos/process.ts';
import { red, blue, halves, noise } from '../../support/server/photos/pictures.ts';

/** The colour at a point of a picture, x and y from 0 to 1. */
async function colourAt(image: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(at, at + 3)];
}

function near([r = 0, g = 0, b = 0]: number[], colour: { r: number; g: number; b: number }): boolean {
  return Math.abs(r - colour.r) < 12 && Math.abs(g - colour.g) < 12 && Math.abs(b - colour.b) < 12;
}

test('a photo with an EXIF orientation is stored upright', async () => {
  const sideways = await (await halves(400, 200)).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const photo = await processPhoto(sideways, 'leak.jpg');
  expect([photo.width, photo.height]).toEqual([200, 400]);
  expect(near(await colourAt(photo.full, 0.5, 0.1), red)).toBe(true);
  expect(near(await colourAt(photo.full, 0.5, 0.9), blue)).toBe(true);
  expect((await sharp(photo.full).metadata()).orientation).toBeUndefined();
  expect(await sharp(photo.thumbnail).metadata()).toMatchObject({ width: 200, height: 400 });
});

test('location and camera are removed from a photo and its thumbnail', async () => {
  const tagged = await (
    await halves(300, 200)
  )
    .withExif({
      IFD0: { Make: 'SecretPhone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 36/1 0/1', GPSLongitude: '122/1 19/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>SecretXmp</a></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
  const before = await sharp(tagged).metadata();
  expect(before.exif?.includes('SecretPhone')).toBe(true);
  expect(before.xmp && before.icc).toBeTruthy();

  const photo = await processPhoto(tagged, 'home.jpg');
  for (const kept of [photo.full, photo.thumbnail]) {
    const { exif, xmp, icc, iptc } = await sharp(kept).metadata();
    expect({ exif, xmp, icc, iptc }).toEqual({});
    expect(kept.includes('Secret')).toBe(false);
  }
  // The same red, though the file told it in Display P3.
  expect(near(await colourAt(photo.full, 0.2, 0.5), red)).toBe(true);
});

test('transparent parts of a PNG become white', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const png = await sharp({ create: { width: 40, height: 30, channels: 4, background: clear } })
    .png()
    .toBuffer();
  const photo = await processPhoto(png, 'screenshot.png');
  expect((await sharp(photo.full).metadata()).format).toBe('jpeg');
  expect(await colourAt(photo.full, 0.5, 0.5)).toEqual([255, 255, 255]);
});

test('a WebP is accepted, and an animated one is stored as its first frame', async () => {
  const still = await processPhoto(await (await halves(300, 200)).webp().toBuffer(), 'tap.webp');
  expect([still.width, still.height]).toEqual([300, 200]);

  const frames = Buffer.concat([Buffer.alloc(40 * 40 * 3, 250), Buffer.alloc(40 * 40 * 3, 5)]);
  const moving = await sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
  expect((await sharp(moving).metadata()).pages).toBe(2);
  const photo = await processPhoto(moving, 'moving.webp');
  expect([photo.width, photo.height]).toEqual([40, 40]);
  expect((await colourAt(photo.full, 0.5, 0.5))[0]).toBeGreaterThan(240);
});

test('a CMYK photo is accepted and converted to sRGB', async () => {
  const cmyk = await (await halves(300, 200)).toColourspace('cmyk').jpeg().toBuffer();
  const photo = await processPhoto(cmyk, 'scan.jpg');
  expect((await sharp(photo.full).metadata()).channels).toBe(3);
});

test('a large photo is scaled to 2560 px and 480 px, and a small one is not enlarged', async () => {
  const large = await processPhoto(await noise(2800, 2100, 50), 'large.jpg');
  expect([large.width, large.height]).toEqual([2560, 1920]);
  expect(await sharp(large.full).metadata()).toMatchObject({ width: 2560, height: 1920 });
  expect(await sharp(large.thumbnail).metadata()).toMatchObject({ width: 480, height: 360 });

  const small = await processPhoto(await noise(100, 60), 'small.jpg');
  expect([small.width, small.height]).toEqual([100, 60]);
  expect(await sharp(small.thumbnail).metadata()).toMatchObject({ width: 100, height: 60 });
});

test('many photos at once are decoded two at a time, and all are stored', async () => {
  const photos = await Promise.all(Array.from({ length: 12 }, (_, i) => noise(900 + i, 700, 60)));
  let most = 0;
  const underWay = () => {
    const { queue, process } = sharp.counters();
    return queue + process;
  };
  // Looked at twice, since one that begins between the reading of the two counters is counted in both.
  const watch = setInterval(() => (most = Math.max(most, Math.min(underWay(), underWay()))), 1);
  const done = await Promise.all(photos.map((bytes, i) => processPhoto(bytes, `${i}.jpg`)));
  clearInterval(watch);
  expect(done.map((photo) => photo.width)).toEqual(photos.map((_, i) => 900 + i));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(2);
});
