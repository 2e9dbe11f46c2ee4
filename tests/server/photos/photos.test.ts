import sharp from 'sharp';
import { expect, test } from 'vitest';
import { MAX_PHOTO_BYTES } from '../../../contract/maintenance/maintenance.ts';
import { isCutShort } from '../../../contract/photos/photoFile.ts';
import { processPhoto } from '../../../server/photos/process.ts';

const red = { r: 200, g: 30, b: 30 };
const blue = { r: 30, g: 30, b: 200 };

/** Left half red, right half blue. */
function halves(width: number, height: number) {
  const right = sharp({ create: { width: width / 2, height, channels: 3, background: blue } }).png();
  return right
    .toBuffer()
    .then((input) =>
      sharp({ create: { width, height, channels: 3, background: red } }).composite([
        { input, left: width / 2, top: 0 },
      ]),
    );
}

/** The colour at a point of a picture, x and y from 0 to 1. */
async function colourAt(image: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(at, at + 3)];
}

function near([r = 0, g = 0, b = 0]: number[], colour: { r: number; g: number; b: number }): boolean {
  return Math.abs(r - colour.r) < 12 && Math.abs(g - colour.g) < 12 && Math.abs(b - colour.b) < 12;
}

async function noise(width: number, height: number, quality = 90): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: '#888' };
  return sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
    .jpeg({ quality })
    .toBuffer();
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

const refused = (status: number, message: string): unknown => expect.objectContaining({ status, message });

test('a text file renamed to .jpg is refused with its name', async () => {
  await expect(processPhoto(Buffer.from('Buy milk'), 'notes.jpg')).rejects.toEqual(
    refused(415, '"notes.jpg" is not a photo. Use JPEG, PNG or WebP.'),
  );
});

test('SVG, GIF, TIFF, PDF and AVIF are refused without being decoded', async () => {
  const picture = await halves(40, 40);
  const others = {
    'a.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'a.gif': await picture.clone().gif().toBuffer(),
    'a.tif': await picture.clone().tiff().toBuffer(),
    'a.avif': await picture.clone().avif().toBuffer(),
    'a.pdf': Buffer.from('%PDF-1.7\n1 0 obj\n'),
  };
  for (const [name, bytes] of Object.entries(others)) {
    await expect(processPhoto(bytes, name)).rejects.toEqual(
      refused(415, `"${name}" is not a photo. Use JPEG, PNG or WebP.`),
    );
  }
});

test('a HEIC photo is refused with a message that says what to do', async () => {
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  await expect(processPhoto(heic, 'IMG_0001.HEIC')).rejects.toEqual(
    refused(415, `"IMG_0001.HEIC" is a HEIC photo, which can't be read here. Use JPEG, PNG or WebP.`),
  );
});

test('a photo over 15 MB is refused, one of exactly 15 MB is not', async () => {
  const padded = Buffer.alloc(MAX_PHOTO_BYTES + 1);
  (await noise(64, 48)).copy(padded);
  await expect(processPhoto(padded, 'huge.jpg')).rejects.toEqual(
    refused(413, '"huge.jpg" is larger than 15 MB.'),
  );
  expect((await processPhoto(padded.subarray(0, MAX_PHOTO_BYTES), 'just.jpg')).width).toBe(64);
});

test('a small file with too many pixels is refused before it is decoded', async () => {
  const bomb = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: red } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(2_000_000);
  await expect(processPhoto(bomb, 'x.png')).rejects.toEqual(
    refused(413, '"x.png" has too many pixels (8000 × 7000). At most 50 megapixels.'),
  );
});

/** One photo in each format and way of storing it. */
async function photoFiles(): Promise<Record<string, Buffer>> {
  const picture = sharp(await noise(800, 600));
  return {
    'a.jpg': await noise(800, 600),
    'progressive.jpg': await picture.clone().jpeg({ progressive: true }).toBuffer(),
    // With a thumbnail-like picture in its metadata, which has an end of its own.
    'tagged.jpg': await picture
      .clone()
      .withExif({ IFD0: { Copyright: '\u00ff\u00d9 '.repeat(40) } })
      .jpeg()
      .toBuffer(),
    'a.png': await picture.clone().png().toBuffer(),
    'interlaced.png': await picture.clone().png({ progressive: true }).toBuffer(),
    'a.webp': await picture.clone().webp().toBuffer(),
    'lossless.webp': await picture.clone().webp({ lossless: true }).toBuffer(),
  };
}

test('a truncated photo is called that, with its name and what to do, wherever it breaks off', async () => {
  for (const [name, bytes] of Object.entries(await photoFiles())) {
    const ends = [
      bytes.length - 20,
      ...[0.9, 0.5, 0.1, 0.01].map((part) => Math.floor(bytes.length * part)),
      40,
      16,
    ];
    for (const end of ends) {
      await expect(processPhoto(bytes.subarray(0, end), name)).rejects.toEqual(
        refused(
          415,
          `"${name}" is incomplete: the end of the file is missing. Please choose it again, or take the photo again.`,
        ),
      );
    }
  }
});

test('a whole photo is not called truncated, whatever stands behind its end', async () => {
  for (const [name, bytes] of Object.entries(await photoFiles())) {
    expect([name, isCutShort(bytes)]).toEqual([name, false]);
    const film = Buffer.concat([bytes, Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(1000, 0xff)]);
    expect([name, isCutShort(film)]).toEqual([name, false]);
    expect((await processPhoto(film, name)).width).toBe(800);
  }
});

test('a photo that is whole and damaged is called damaged', async () => {
  const bytes = Buffer.from(
    await sharp(await noise(800, 600))
      .png()
      .toBuffer(),
  );
  bytes.fill(0, 60, 200);
  await expect(processPhoto(bytes, 'a.png')).rejects.toEqual(
    refused(415, '"a.png" is damaged and could not be read. Please choose another photo, or take it again.'),
  );
});

test('an empty file is refused', async () => {
  await expect(processPhoto(new Uint8Array(), 'a.jpg')).rejects.toEqual(refused(400, '"a.jpg" is empty.'));
});

test('a hostile file name is shown short, without path and control characters', async () => {
  const hostile = `../../etc/\u202Egpj"\r\nSet-Cookie: a\0${'z'.repeat(500)}.jpg`;
  const error = await processPhoto(Buffer.from('no'), hostile).catch((reason: unknown) => reason as Error);
  expect((error as Error).message).toBe(
    `"gpj'Set-Cookie: a${'z'.repeat(23)}…${'z'.repeat(15)}.jpg" is not a photo. Use JPEG, PNG or WebP.`,
  );
  await expect(processPhoto(Buffer.from('no'), '\u0000')).rejects.toThrow('"unnamed file" is not a photo.');
});
