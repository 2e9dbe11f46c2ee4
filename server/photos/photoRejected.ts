import { ApiError } from '../http/apiError.ts';

/** The error for a photo that is refused, with a message for the user that names the file. */
export class PhotoRejected extends ApiError {
  override name = 'PhotoRejected';

  constructor(status: 400 | 413 | 415, message: string, options?: ErrorOptions) {
    super(status, message);
    if (options) this.cause = options.cause;
  }
}

/** In characters. */
const MAX_NAME_LENGTH = 60;

/**
 * A file's name as it may be stored and shown. The sender chooses it, so folders, control and direction-changing
 * characters are removed, and the middle of a long name, since its ending tells most.
 */
export function safeFilename(filename: string): string {
  const base = filename.split(/[/\\]/).at(-1) ?? '';
  const plain = base
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll('"', "'")
    .trim();
  const characters = Array.from(plain || 'unnamed file');
  if (characters.length <= MAX_NAME_LENGTH) return characters.join('');
  return [...characters.slice(0, MAX_NAME_LENGTH - 20), '…', ...characters.slice(-19)].join('');
}

/** The same in quotation marks, for messages. */
export function quoted(filename: string): string {
  return `"${safeFilename(filename)}"`;
}
