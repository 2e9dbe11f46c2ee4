import { randomUUID } from 'node:crypto';
import sharp from 'sharp';

let plain: Promise<Buffer> | undefined;

/** A JPEG like no other, as small as one can be. */
export async function tinyPhoto(): Promise<Uint8Array<ArrayBuffer>> {
  plain ??= sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const bytes = await plain;
  const text = Buffer.from(randomUUID());
  // A comment segment right behind the two bytes that begin a JPEG.
  const comment = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return new Uint8Array(Buffer.concat([bytes.subarray(0, 2), comment, text, bytes.subarray(2)]));
}
