import sharp from 'sharp';
import { expect, test } from 'vitest';
import { MAX_PHOTO_BYTES } from '../../../contract/maintenance/maintenance.ts';
import { isCutShort } from '../../../contract/photos/photoFile.ts';
import { processPhoto } from '../../../server/photos/process.ts';
import { red, halves, noise } from '../../support/server/photos/pictures.ts';

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
