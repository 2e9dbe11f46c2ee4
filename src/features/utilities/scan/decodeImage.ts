import { decodeQR } from 'qr/decode.js';

/** The text of a QR code in an image of RGBA pixels; undefined where none can be read. */
export function decodeImage(image: Pick<ImageData, 'data' | 'width' | 'height'>): string | undefined {
  try {
    return decodeQR(image);
  } catch {
    // It throws for an image without a code, as most images of a camera are.
    return undefined;
  }
}
