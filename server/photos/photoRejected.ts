import { ApiError } from '../http/apiError.ts';

/** The server will not take a photo; the message is for the person who sent it and names the file. */
export class PhotoRefused extends ApiError {
  override name = 'PhotoRefused';

  constructor(status: 400 | 413 | 415, message: string, options?: ErrorOptions) {
    super(status, message);
    if (options) this.cause = options.cause;
  }
}

/** 15 MiB: the most a photo may be as received. */
export const PHOTO_LIMIT_BYTES = 15 * 1024 * 1024;

/** For whoever counts the bytes as they arrive, so that the words are the same. */
export function photoTooLarge(filename: string): PhotoRefused {
  return new PhotoRefused(413, `${quoted(filename)} is larger than 15 MB.`);
}

const LONGEST_NAME = 60;

/**
 * A file's name as it may be shown. Names are the sender's to choose, so folders, control and
 * direction-changing characters go, and the middle of a long one is cut, since its ending tells most.
 */
export function quoted(filename: string): string {
  const base = filename.split(/[/\\]/).at(-1) ?? '';
  const plain = base
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll('"', "'")
    .trim();
  const letters = Array.from(plain || 'unnamed file');
  const shown =
    letters.length > LONGEST_NAME
      ? [...letters.slice(0, LONGEST_NAME - 20), '…', ...letters.slice(-19)]
      : letters;
  return `"${shown.join('')}"`;
}
