import { LOGO_SIDE, MAX_LOGO_LENGTH } from '../../../contract/community/community.ts';
import { cutShort, isCutShort } from '../../../contract/photos/photoFile.ts';

/** A file that cannot be taken as a logo, in words that name it. */
export class NotALogo extends Error {}

/**
 * A picture as a small PNG in a data URL, which may be transparent. Twice as large as the server keeps it, so that the
 * server does the last step from more than it needs.
 * @throws {NotALogo} where this device cannot read it
 */
export async function scaleLogo(file: File): Promise<string> {
  const isCut = await file.arrayBuffer().then(
    (bytes) => isCutShort(new Uint8Array(bytes)),
    () => false,
  );
  if (isCut) throw new NotALogo(cutShort(`"${file.name}"`));
  const bitmap = await createImageBitmap(file).catch((cause: unknown) => {
    throw new NotALogo(`"${file.name}" is not a picture. Use JPEG, PNG or WebP.`, { cause });
  });
  const scale = Math.min(1, (2 * LOGO_SIDE) / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const png = canvas.toDataURL('image/png');
  const url = png.length <= MAX_LOGO_LENGTH ? png : canvas.toDataURL('image/jpeg', 0.85);
  if (url.length > MAX_LOGO_LENGTH) throw new NotALogo(`"${file.name}" is too large for a logo.`);
  return url;
}
