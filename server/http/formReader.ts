import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser';
import { MAX_PHOTO_BYTES, MAX_PHOTO_SIZE, MAX_PHOTOS } from '../../contract/maintenance.ts';
import type { Multipart } from '../../contract/route.ts';
import { quoted, safeFilename } from '../photos/photoRejected.ts';
import { receivedPhoto, type ReceivedPhoto } from '../photos/uploads.ts';
import { ApiError, fieldError } from './apiError.ts';

export interface Parts {
  files: ReceivedPhoto[];
  fields: Record<string, string>;
}

/** In bytes: a text that is longer is none that a form here asks for. */
const LONGEST_FIELD = 64 * 1024;
const MOST_FIELDS = 20;
/** In bytes: all that a part says of itself, its name among it. */
const LONGEST_HEADER = 32 * 1024;
const MOST_PARTS = 100;
/** In bytes: all that is taken of its photos and texts together. */
const LARGEST_FORM = MAX_PHOTOS * MAX_PHOTO_BYTES + MOST_FIELDS * LONGEST_FIELD;
/** In bytes: a photo too large is refused by its name, which is known at its end, and one that is much too large before. */
const LARGEST_PART = 2 * MAX_PHOTO_BYTES;
/**
 * In bytes: how much is parsed at once, and kept in one piece. A sender may cut what they send as small as they like, and
 * each piece costs time and memory of its own.
 */
const AT_ONCE = 16 * 1024;
/** In characters: https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1 */
const LONGEST_BOUNDARY = 70;

/** Makes photos and text fields of a form's bytes. */
export class FormReader {
  readonly #form: Multipart;
  readonly #parser: MultipartParser;
  readonly #parts: Parts = { files: [], fields: {} };
  #waiting: Buffer[] = [];
  #length = 0;

  /** @throws {ApiError} 400 for a type that does not say where its parts end */
  constructor(form: Multipart, contentType = '') {
    const boundary = getMultipartBoundary(contentType)?.trim();
    if (!boundary || boundary.length > LONGEST_BOUNDARY) throw notWhole();
    this.#form = form;
    this.#parser = new MultipartParser(boundary, {
      maxFileSize: LARGEST_PART,
      maxTotalSize: LARGEST_FORM,
      maxHeaderSize: LONGEST_HEADER,
      maxParts: MOST_PARTS,
    });
  }

  /** @throws what `inWords` puts into words */
  write(chunk: Buffer): void {
    this.#waiting.push(chunk);
    this.#length += chunk.length;
    if (this.#length >= AT_ONCE) this.#parse();
  }

  /** @throws what `inWords` puts into words */
  finish(): Parts {
    this.#parse();
    this.#parser.finish();
    return this.#parts;
  }

  #parse(): void {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#length = 0;
    try {
      for (const part of this.#parser.write(bytes)) take(part, this.#form, this.#parts);
    } catch (error) {
      // What comes after the end is ignored: https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1
      if (!isOver(this.#parser)) throw error;
    }
  }
}

function isOver(parser: MultipartParser): boolean {
  try {
    parser.finish();
    return true;
  } catch {
    return false;
  }
}

/** @throws {ApiError} for what this form does not take */
function take(part: MultipartPart, form: Multipart, { files, fields }: Parts): void {
  const { name = '', filename = isBytes(part) ? '' : undefined } = part;
  if (filename !== undefined) {
    refusePhoto(name, filename, form.photos, files.length);
    files.push(receivedPhoto(safeFilename(filename), Buffer.concat(part.content)));
  } else if (name in Object.prototype) {
    throw new ApiError(400, 'This form has a field that is not allowed.');
  } else if (Object.keys(fields).length === MOST_FIELDS) {
    throw new ApiError(400, 'This form has too many fields.');
  } else if (part.size > LONGEST_FIELD) {
    throw fieldError(400, name, 'This is too long.');
  } else {
    fields[name] = part.text;
  }
}

/** What says only that it is bytes is a file as well, without a name. */
function isBytes({ mediaType }: MultipartPart): boolean {
  return mediaType === 'application/octet-stream';
}

/** What the sender is told of what the parser throws. What is nothing of theirs stays as it is. */
export function inWords(error: unknown): Error {
  if (error instanceof MaxPartsExceededError) return new ApiError(400, 'This form has too many parts.');
  if (error instanceof MaxHeaderSizeExceededError)
    return new ApiError(400, 'This form has a name that is too long.');
  if (error instanceof MaxFileSizeExceededError)
    return new ApiError(413, `A photo is larger than ${MAX_PHOTO_SIZE}.`);
  if (error instanceof MaxTotalSizeExceededError) {
    return new ApiError(413, 'These photos are larger than 150 MB together.');
  }
  if (error instanceof MultipartParseError || isNoText(error)) return notWhole();
  return error instanceof Error ? error : new Error('A form could not be read.', { cause: error });
}

/** Whether it says that bytes which should be UTF-8 are not. */
function isNoText(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
}

export function notWhole(): ApiError {
  return new ApiError(400, 'This form did not arrive whole.');
}

/** @throws {ApiError} for a photo in another field, and for one too many */
function refusePhoto(field: string, filename: string, photosField: string, already: number): void {
  if (field !== photosField) throw new ApiError(400, `Photos belong in the field ${photosField}.`);
  if (already < MAX_PHOTOS) return;
  throw fieldError(
    400,
    photosField,
    `Please send at most ${MAX_PHOTOS} photos: ${quoted(filename)} is one too many.`,
  );
}
