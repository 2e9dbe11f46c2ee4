import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { MaintenanceRequest } from '../../../contract/maintenance/maintenance.ts';
import { processPhoto } from '../../../server/photos/process.ts';
import { PhotoRejected } from '../../../server/photos/photoRejected.ts';
import { expectHarmless, tries } from '../../support/server/hostile.ts';
import { photographs } from '../../support/photographs.ts';
import { photo, reportForm, UNLIMITED } from '../../support/server/server.ts';
import { resident, server, testWith } from '../../support/server/world.ts';

const test = testWith(UNLIMITED);

const report = (bytes: Uint8Array, name = 'leak.jpg') =>
  server.call('POST', '/maintenance', {
    as: resident,
    form: reportForm({ information: 'Leak' }, { [name]: bytes }),
  });

/** A chunk of a PNG, with the checksum that belongs to it. */
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  let crc = ~0;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(~crc >>> 0);
  return Buffer.concat([length, body, sum]);
}

/** A PNG that says it is this large, whatever its pixels are. */
function png(width: number, height: number, pixels: Buffer, ...more: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[chunk('IHDR', header), ...more, chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))],
  ]);
}

/** A JPEG with so many segments of EXIF before its picture. */
function withExif(jpeg: Buffer, segments: number): Buffer {
  const segment = Buffer.concat([
    Buffer.from([0xff, 0xe1, 0xff, 0xff]),
    Buffer.from('Exif\0\0<script>alert(1)</script>', 'latin1'),
    Buffer.alloc(0xffff - 2 - 35, 0x41),
  ]);
  return Buffer.concat([jpeg.subarray(0, 2), ...Array<Buffer>(segments).fill(segment), jpeg.subarray(2)]);
}

const frames = (format: 'gif' | 'webp') =>
  sharp({ create: { width: 8, height: 80, channels: 3, background: 'teal', pageHeight: 8 } })
    .toFormat(format)
    .toBuffer();
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const HTML = '<!doctype html><script>alert(document.domain)</script>';

test.each<[string, number, () => Promise<Uint8Array> | Uint8Array]>([
  [
    'an SVG with a script',
    415,
    () =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`,
      ),
  ],
  [
    'an SVG that reads files',
    415,
    () =>
      Buffer.from(
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>`,
      ),
  ],
  ['an HTML page', 415, () => Buffer.from(HTML)],
  [
    'an HTML page after the first bytes of a JPEG',
    415,
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(HTML)]),
  ],
  ['an animated GIF', 415, () => frames('gif')],
  [
    'a TIFF',
    415,
    async () =>
      sharp(await photo())
        .tiff()
        .toBuffer(),
  ],
  ['a PDF', 415, () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
  ['a ZIP archive', 415, () => Buffer.from('504b0304140000000800', 'hex')],
  ['an ELF program', 415, () => Buffer.from('7f454c4602010100', 'hex')],
  ['a PNG that declares 2.5 billion pixels', 413, () => png(50_000, 50_000, Buffer.alloc(100))],
  ['a PNG of 2^31 pixels width', 415, () => png(2 ** 31, 1, Buffer.alloc(100))],
  ['a PNG of 0 × 0 pixels', 415, () => png(0, 0, Buffer.alloc(0))],
  ['a PNG with less data than it declares', 415, () => png(1000, 1000, Buffer.alloc(100))],
  ['half a JPEG', 415, async () => half((await photographs(1, 90, 120))[0]!.buffer)],
  [
    'half a WebP',
    415,
    async () =>
      half(
        await sharp(await photo())
          .webp()
          .toBuffer(),
      ),
  ],
  ['a PNG of one row more than 50 binary megapixels', 413, () => png(8192, 6401, Buffer.alloc(8193 * 6401))],
])('%s sent as a photo is refused with its name', async (_, status, bytes) => {
  const before = await server.storedPhotos();
  const answer = await report(await bytes());
  expectHarmless(answer, 'a photo');
  expect(answer.statusCode).toBe(status);
  expect(answer.json<{ message: string }>().message).toContain('"leak.jpg"');
  expect(await server.storedPhotos()).toEqual(before);
});

test.each<[string, () => Promise<Uint8Array>]>([
  ['13 MB of EXIF', async () => withExif(await photo(), 200)],
  ['a page after the picture', async () => Buffer.concat([await photo(), Buffer.from(HTML)])],
  [
    'an archive after the picture',
    async () => Buffer.concat([await photo(), Buffer.from('504b0304', 'hex'), Buffer.alloc(5000, 1)]),
  ],
  ['several frames', () => frames('webp')],
  [
    '100 MB of compressed text',
    () =>
      Promise.resolve(
        png(
          8,
          8,
          Buffer.alloc(72),
          chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(100_000_000))])),
        ),
      ),
  ],
  [
    'a compressed colour profile of 100 MB',
    () =>
      Promise.resolve(
        png(
          8,
          8,
          Buffer.alloc(72),
          chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), deflateSync(Buffer.alloc(100_000_000))])),
        ),
      ),
  ],
])('of a photo with %s only the picture is stored, or it is refused', async (_, bytes) => {
  const began = performance.now();
  const answer = await report(await bytes());
  expectHarmless(answer, 'a photo');
  // What a decoder finds too strange may be refused instead.
  if (answer.statusCode !== 201) return expect(answer.statusCode).toBe(415);
  const [kept] = answer.json<MaintenanceRequest>().photos;
  const { rawPayload, headers } = await server.app.inject(kept!.photo_url);
  expect(headers['content-type']).toBe('image/jpeg');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(rawPayload.toString('latin1')).not.toMatch(/<script|Exif|ICC_PROFILE/);
  expect(rawPayload.includes(Buffer.from('504b0304', 'hex'))).toBe(false);
  const metadata = await sharp(rawPayload).metadata();
  expect([metadata.format, metadata.pages, metadata.exif]).toEqual(['jpeg', undefined, undefined]);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('a photo damaged at any byte is either decoded or refused', async () => {
  const whole = await photo();
  const kinds = [whole, await sharp(whole).png().toBuffer(), await sharp(whole).webp().toBuffer()];
  const damage = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 6 });
  const cut = fc.option(fc.nat(), { freq: 3 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...kinds), damage, cut, async (kind, places, end) => {
      const bytes = Buffer.from(kind);
      for (const [place, value] of places) bytes[place % bytes.length] = value;
      const sent = end === null ? bytes : bytes.subarray(0, end % bytes.length);
      try {
        const { full, thumbnail } = await processPhoto(sent, 'leak.jpg');
        expect((await sharp(full).metadata()).format).toBe('jpeg');
        expect((await sharp(thumbnail).metadata()).format).toBe('jpeg');
      } catch (error) {
        if (!(error instanceof PhotoRejected)) throw error;
        expect([400, 413, 415]).toContain(error.status);
        expect(error.message).toMatch(/^"leak\.jpg" .+\.$/);
      }
    }),
    tries(600),
  );
});
