import sharp, { type Sharp } from 'sharp';
import { LOGO_SIDE } from '../../contract/community/community.ts';
import { MAX_PHOTO_BYTES, MAX_PHOTO_SIZE } from '../../contract/maintenance/maintenance.ts';
import { cutShort, damaged, isCutShort, photoFormat, textAt } from '../../contract/photos/photoFile.ts';
import { decodeQueue, type Turn } from './decodeQueue.ts';
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

/**
 * A photo with more pixels costs seconds and hundreds of MB, unless it is a JPEG in one scan, which is scaled down as it is read. The
 * app sends smaller ones.
 */
const USUAL_PIXELS = 16 * 1024 * 1024;

/** The time limit of a decode, so that a slow file cannot block the others for ever. */
const TIMEOUT_SECONDS = 60;

// A decode holds up to a few hundred MB for a 50 MP image: memory is bounded by two at a time,
// one thread each, and no cache between them.
export const decodeInTurn = decodeQueue(2);
sharp.cache(false);
sharp.concurrency(1);

/**
 * Decodes a photo and encodes it again, at most two at a time. Of strangers, and at a cost beyond the usual, it waits behind
 * those of residents.
 * @throws {PhotoRejected} with 400 (empty), 413 (over 15 MiB or 50 megapixels) or 415 (not a readable photo)
 */
export async function processPhoto(
  bytes: Uint8Array,
  filename: string,
  { turn = 'usual' }: { turn?: Turn } = {},
): Promise<ProcessedPhoto> {
  const format = acceptedFormat(bytes, filename);
  const isCostly = await decodeInTurn(turn, () => checkHeader(bytes, { format, filename }));
  return decodeInTurn(isCostly ? 'last' : turn, () => reencode(bytes, filename));
}

/**
 * Decodes a logo and encodes it again as PNG, which may be transparent, at most `LOGO_SIDE` pixels on its long side.
 * @throws {PhotoRejected} as `processPhoto` does
 */
export async function processLogo(bytes: Uint8Array, filename: string): Promise<Buffer> {
  const format = acceptedFormat(bytes, filename);
  const isCostly = await decodeInTurn('usual', () => checkHeader(bytes, { format, filename }));
  const { data } = await decodeInTurn(isCostly ? 'last' : 'usual', () =>
    decode(bytes, filename, (picture) =>
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
  const format = photoFormat(bytes);
  if (!format) throw notAPhoto(bytes, filename);
  return format;
}

async function reencode(bytes: Uint8Array, filename: string): Promise<ProcessedPhoto> {
  const full = await decode(bytes, filename, (picture) =>
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

/**
 * Looks at what a photo says of itself, of which no pixel is decoded.
 * @returns whether decoding it costs more than usual
 * @throws {PhotoRejected} 413 for too many pixels, 415 for another format than expected
 */
async function checkHeader(
  bytes: Uint8Array,
  { format: expectedFormat, filename }: { format: string; filename: string },
): Promise<boolean> {
  const { format, width, height, isProgressive } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw unreadable(bytes, filename, error);
    });
  if (format !== expectedFormat) throw notAPhoto(bytes, filename);
  const pixels = width * height;
  if (pixels > MAX_PIXELS) {
    throw new PhotoRejected(
      413,
      `${quoted(filename)} has too many pixels (${width} × ${height}). At most 50 megapixels.`,
    );
  }
  return pixels > USUAL_PIXELS && (format !== 'jpeg' || isProgressive);
}

/** Decodes a photo upright, and encodes it. */
async function decode(bytes: Uint8Array, filename: string, encode: (picture: Sharp) => Sharp) {
  try {
    // 'error' refuses truncated files, but not the harmless warnings that some phones' JPEGs cause.
    // sharp converts an embedded profile to sRGB and writes no metadata unless asked to.
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient();
    return await encode(picture).toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw unreadable(bytes, filename, error);
  }
}

function unreadable(bytes: Uint8Array, filename: string, cause: unknown): PhotoRejected {
  const words = isCutShort(bytes) ? cutShort(quoted(filename)) : damaged(quoted(filename));
  return new PhotoRejected(415, words, { cause });
}

const ADVICE = 'Use JPEG, PNG or WebP.';

function notAPhoto(bytes: Uint8Array, filename: string): PhotoRejected {
  const heic =
    textAt(bytes, 4, 8) === 'ftyp' && /^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(textAt(bytes, 8, 12));
  return heic
    ? new PhotoRejected(415, `${quoted(filename)} is a HEIC photo, which can't be read here. ${ADVICE}`)
    : new PhotoRejected(415, `${quoted(filename)} is not a photo. ${ADVICE}`);
}
