/** The formats of photos that are taken. */
export type PhotoFormat = 'jpeg' | 'png' | 'webp';

/** The format by a file's first bytes; undefined for anything that is taken for no photo. */
export function photoFormat(bytes: Uint8Array): PhotoFormat | undefined {
  if (textAt(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP') return 'webp';
  return undefined;
}

/** The bytes of a file from one place to another, each as a character. */
export function textAt(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/**
 * Whether the end of a photo is missing, as after a download or a copy that broke off. Browsers show what is left of such a photo
 * as if it were whole. What stands behind a photo's end, such as the film of a moving photo, is not looked at.
 */
export function isCutShort(bytes: Uint8Array): boolean {
  const format = photoFormat(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === 'jpeg') return jpegEndsEarly(view);
  if (format === 'png') return pngEndsEarly(view);
  return format === 'webp' && view.getUint32(4, true) + 8 > bytes.length;
}

/** What is said of such a photo, given its name in quotation marks. */
export function cutShort(name: string): string {
  return `${name} is incomplete: the end of the file is missing. Please choose it again, or take the photo again.`;
}

/** What is said of a photo that is whole and cannot be read. */
export function damaged(name: string): string {
  return `${name} is damaged and could not be read. Please choose another photo, or take it again.`;
}

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** Markers without a length: padding, restarts and the start of the image (ITU-T T.81, table B.1). */
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** Goes from segment to segment, since a thumbnail within one has an end of its own. */
function jpegEndsEarly(view: DataView): boolean {
  let at = 2;
  while (at + 1 < view.byteLength) {
    // No marker where there must be one: damaged, which its decoder tells.
    if (view.getUint8(at) !== 0xff) return false;
    const marker = view.getUint8(at + 1);
    if (marker === END_OF_IMAGE) return false;
    if (marker === 0xff) at += 1;
    else if (standsAlone(marker)) at += 2;
    else {
      if (at + 3 >= view.byteLength) return true;
      at += 2 + view.getUint16(at + 2);
      if (marker === START_OF_SCAN) at = endOfScan(view, at);
    }
  }
  return true;
}

/** The place of the marker behind a scan's data, in which 0xFF is followed by 0 or a restart. */
function endOfScan(view: DataView, start: number): number {
  for (let at = start; at + 1 < view.byteLength; at += 1) {
    if (view.getUint8(at) !== 0xff) continue;
    const next = view.getUint8(at + 1);
    if (next !== 0 && next !== 0xff && !standsAlone(next)) return at;
  }
  return view.byteLength;
}

const PNG_SIGNATURE = 8;
/** Length, type and checksum of a chunk. */
const PNG_CHUNK = 12;

function pngEndsEarly(view: DataView): boolean {
  let at = PNG_SIGNATURE;
  while (at + PNG_CHUNK <= view.byteLength) {
    const next = at + PNG_CHUNK + view.getUint32(at);
    if (view.getUint32(at + 4) === 0x49454e44) return next > view.byteLength; // IEND
    at = next;
  }
  return true;
}
