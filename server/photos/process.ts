import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { LOGO_SIDE } from '../../contract/community.ts';
import { MAX_PHOTO_BYTES, MAX_PHOTO_SIZE } from '../../contract/maintenance.ts';
import { PhotoRejected, quoted } from './photoRejected.ts';

export interface ProcessedPhoto {
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
const MAX_PIXELS = 50 * 1024 * 1024;

/** The time limit of a decode, so that a slow file cannot block the others for ever. */
const TIMEOUT_SECONDS = 60;

// A decode holds up to a few hundred MB for a 50 MP image: memory is bounded by two at a time,
// one thread each, and no cache between them.
const limitDecodes = pLimit(2);
sharp.cache(false);
sharp.concurrency(1);

/**
 * Decodes a photo and encodes it anew, at most two at a time.
 * @throws {PhotoRejected} with 400 (empty), 413 (over 15 MiB or 50 megapixels) or 415 (not a readable photo)
 */
export async function processPhoto(bytes: Uint8Array, filename: string): Promise<ProcessedPhoto> {
  const format = acceptedFormat(bytes, filename);
  return limitDecodes(() => reencode(bytes, format, filename));
}

/**
 * Decodes a logo and encodes it anew as PNG, which may be transparent, at most `LOGO_SIDE` pixels on its long side.
 * @throws {PhotoRejected} as `processPhoto` does
 */
export async function processLogo(bytes: Uint8Array, filename: string): Promise<Buffer> {
  const format = acceptedFormat(bytes, filename);
  const { data } = await limitDecodes(() =>
    decode(bytes, { format, filename }, (picture) =>
      picture
        .resize({ width: LOGO_SIDE, height: LOGO_SIDE, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .png({ palette: true, effort: 10 }),
    ),
  );
  return data;
}

/** The format of a photo that may be decoded. Only JPEG, PNG and WebP: libvips would also open SVG, GIF, TIFF and PDF. */
function acceptedFormat(bytes: Uint8Array, filename: string): string {
  if (bytes.length === 0) throw new PhotoRejected(400, `${quoted(filename)} is empty.`);
  if (bytes.length > MAX_PHOTO_BYTES) {
    throw new PhotoRejected(413, `${quoted(filename)} is larger than ${MAX_PHOTO_SIZE}.`);
  }
  const format = formatOf(bytes);
  if (!format) throw notAPhoto(bytes, filename);
  return format;
}

async function reencode(bytes: Uint8Array, format: string, filename: string): Promise<ProcessedPhoto> {
  const full = await decode(bytes, { format, filename }, (picture) =>
    picture
      .resize({ width: LONG_SIDE, height: LONG_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 82, mozjpeg: true }),
  );
  const thumbnail = await sharp(full.data)
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 72, mozjpeg: true })
    .toBuffer();
  return { full: full.data, thumbnail, width: full.info.width, height: full.info.height };
}

/** Decodes a photo of the expected format, upright, and encodes it. */
async function decode(
  bytes: Uint8Array,
  { format: expectedFormat, filename }: { format: string; filename: string },
  encode: (picture: Sharp) => Sharp,
) {
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== expectedFormat) throw notAPhoto(bytes, filename);
    if (width * height > MAX_PIXELS) {
      throw new PhotoRejected(
        413,
        `${quoted(filename)} has too many pixels (${width} × ${height}). At most 50 megapixels.`,
      );
    }
    // 'error' refuses truncated files, but not the harmless warnings that some phones' JPEGs cause.
    // sharp converts an embedded profile to sRGB and writes no metadata unless asked to.
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient();
    return await encode(picture).toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof PhotoRejected) throw error;
    throw new PhotoRejected(
      415,
      `${quoted(filename)} is damaged or incomplete and could not be read. Try taking the photo again.`,
      { cause: error },
    );
  }
}

const ADVICE = 'Use JPEG, PNG or WebP.';

function notAPhoto(bytes: Uint8Array, filename: string): PhotoRejected {
  const heic = text(bytes, 4, 8) === 'ftyp' && /^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(text(bytes, 8, 12));
  return heic
    ? new PhotoRejected(415, `${quoted(filename)} is a HEIC photo, which can't be read here. ${ADVICE}`)
    : new PhotoRejected(415, `${quoted(filename)} is not a photo. ${ADVICE}`);
}

function formatOf(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | undefined {
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp';
  return undefined;
}

function text(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
