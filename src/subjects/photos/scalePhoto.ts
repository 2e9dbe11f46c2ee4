import { MAX_PHOTO_BYTES, MAX_PHOTO_SIZE } from '../../../contract/maintenance/maintenance.ts';
import { cutShort, damaged, isCutShort, photoFormat } from '../../../contract/photos/photoFile.ts';
import { toStoredPhoto } from '../../offline/engine/outbox/outbox.ts';
import type { StoredPhoto } from '../../offline/engine/storedRecords.ts';

/** In pixels, of the longer side: what the server keeps, so that nothing is sent for nothing. */
const LONGEST_SIDE = 2560;
/** In bytes: a photo as small as this travels as it is. */
const SMALL = 1_500_000;

/** A file that cannot be taken as a photo, in words that name it. */
class NotAPhoto extends Error {}

/**
 * Scales a photo down on the phone and copies its bytes, before it is queued.
 * @throws {NotAPhoto} where this device cannot read it as a photo
 */
export async function scalePhoto(file: File): Promise<StoredPhoto> {
  const bytes = await read(file);
  // A browser shows what is left of a photo, and it would be sent as if it were whole.
  if (isCutShort(bytes)) throw new NotAPhoto(cutShort(`"${file.name}"`));
  const bitmap = await decode(file, bytes);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const takenByServer = ['image/jpeg', 'image/png', 'image/webp'].includes(file.type);
  if (scale === 1 && file.size <= SMALL && takenByServer) {
    bitmap.close();
    return toStoredPhoto(file, file.name);
  }
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new NotAPhoto(`"${file.name}" could not be read on this device.`);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const scaled = await encode(canvas);
  if (takenByServer && scaled.size >= file.size && file.size <= MAX_PHOTO_BYTES)
    return toStoredPhoto(file, file.name);
  if (scaled.size > MAX_PHOTO_BYTES) throw new NotAPhoto(`"${file.name}" is larger than ${MAX_PHOTO_SIZE}.`);
  const ending = scaled.type === 'image/webp' ? '.webp' : '.jpg';
  return toStoredPhoto(scaled, file.name.replace(/\.\w+$/, '') + ending);
}

/** As WebP where the browser makes it, which is smaller than a JPEG that looks the same. */
async function encode(canvas: OffscreenCanvas): Promise<Blob> {
  makesWebp ??= canEncodeWebp();
  return (await makesWebp)
    ? canvas.convertToBlob({ type: 'image/webp', quality: 0.85 })
    : canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
}

/** Other browsers make a PNG instead, which would be larger. Asked once, of a picture that costs nothing. */
let makesWebp: Promise<boolean> | undefined;

async function canEncodeWebp(): Promise<boolean> {
  const canvas = new OffscreenCanvas(1, 1);
  // A canvas without a context encodes nothing.
  canvas.getContext('2d');
  try {
    return (await canvas.convertToBlob({ type: 'image/webp' })).type === 'image/webp';
  } catch {
    return false;
  }
}

async function read(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    // Such as one that is not on the phone but in a cloud which cannot be reached.
    throw new NotAPhoto(`"${file.name}" could not be read on this device. Please choose it again.`);
  }
}

async function decode(file: File, bytes: Uint8Array): Promise<ImageBitmap> {
  try {
    // The phone's own decoder also reads HEIC where the phone takes HEIC photos.
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    if (photoFormat(bytes)) throw new NotAPhoto(damaged(`"${file.name}"`));
    const heic = /\.hei[cf]$/i.test(file.name);
    throw new NotAPhoto(
      heic
        ? `"${file.name}" is a HEIC photo, which this device cannot read. Please save it as JPEG.`
        : `"${file.name}" is not a photo. Use JPEG, PNG or WebP.`,
    );
  }
}
