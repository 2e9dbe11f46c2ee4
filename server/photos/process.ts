import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { PHOTO_LIMIT_BYTES, PhotoRefused, photoTooLarge, quoted } from './photoRejected.ts';
import { turns } from './concurrency.ts';

export interface ProcessedPhoto {
  /** Hex, of the bytes as received, so that the sender can compare. */
  sha256: string;
  /** JPEG, upright, sRGB, at most 2560 px on its long side, without any metadata. */
  full: Buffer;
  /** The same at most 480 px. */
  thumbnail: Buffer;
  /** Of `full`, in pixels. */
  width: number;
  height: number;
}

const LONG_SIDE = 2560;
const THUMBNAIL_SIDE = 480;

/** 50 binary megapixels, since a phone's "50 MP" is 8192 × 6144. */
const PIXEL_LIMIT = 50 * 1024 * 1024;

/** What a decode may take, once begun: a file made to be slow must not hold a place for ever. */
const SECONDS = 60;

// Each decode holds up to a few hundred MB for a 50 MP image: memory is bounded by two at a time,
// one thread each, and nothing kept between them.
const decode = turns(2);
sharp.cache(false);
sharp.concurrency(1);

/**
 * Makes what a person sent into what we keep: decoded for real, whatever its name says, and encoded anew.
 * Throws `PhotoRefused` with 400 (empty), 413 (over 15 MiB or 50 megapixels) or 415 (not a readable photo).
 */
export async function processPhoto(bytes: Uint8Array, filename: string): Promise<ProcessedPhoto> {
  if (bytes.length === 0) throw new PhotoRefused(400, `${quoted(filename)} is empty.`);
  if (bytes.length > PHOTO_LIMIT_BYTES) throw photoTooLarge(filename);
  // Only these three may reach the decoder: libvips would also open SVG, GIF, TIFF and PDF.
  const kind = kindOf(bytes);
  if (!kind) throw notAPhoto(bytes, filename);

  const made = await decode(() => reencode(bytes, kind, filename));
  return { sha256: createHash('sha256').update(bytes).digest('hex'), ...made };
}

async function reencode(bytes: Uint8Array, kind: string, filename: string) {
  const full = await upright(bytes, kind, filename);
  const thumbnail = await sharp(full.data)
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 72, mozjpeg: true })
    .toBuffer();
  return { full: full.data, thumbnail, width: full.info.width, height: full.info.height };
}

async function upright(bytes: Uint8Array, kind: string, filename: string) {
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== kind) throw notAPhoto(bytes, filename);
    if (width * height > PIXEL_LIMIT) {
      throw new PhotoRefused(
        413,
        `${quoted(filename)} has too many pixels (${width} × ${height}). At most 50 megapixels.`,
      );
    }
    // 'error' refuses what is cut short, but not the harmless warnings that some phones' JPEGs cause.
    // sharp converts an embedded profile to sRGB and writes no metadata unless asked to.
    return await sharp(bytes, { failOn: 'error', limitInputPixels: PIXEL_LIMIT })
      .timeout({ seconds: SECONDS })
      .autoOrient()
      .resize({ width: LONG_SIDE, height: LONG_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof PhotoRefused) throw error;
    throw new PhotoRefused(
      415,
      `${quoted(filename)} is damaged or incomplete and could not be read. Try taking the photo again.`,
      { cause: error },
    );
  }
}

const USE = 'Use JPEG, PNG or WebP.';

function notAPhoto(bytes: Uint8Array, filename: string): PhotoRefused {
  const heic = text(bytes, 4, 8) === 'ftyp' && /^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(text(bytes, 8, 12));
  return heic
    ? new PhotoRefused(415, `${quoted(filename)} is a HEIC photo, which can't be read here. ${USE}`)
    : new PhotoRefused(415, `${quoted(filename)} is not a photo. ${USE}`);
}

function kindOf(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | undefined {
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp';
  return undefined;
}

function text(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
