import { createHash } from 'node:crypto';
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
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LARGEST_PHOTO, MOST_PHOTOS } from '../contract/maintenance.ts';
import type { Multipart } from '../contract/route.ts';
import type { Upload } from './allowances.ts';
import { photoTooLarge, quoted } from './photos/refused.ts';
import { Refusal, refuseField } from './refusal.ts';

export interface ReceivedFile {
  filename: string;
  bytes: Buffer;
  /** Hex, of the bytes as received. */
  sha256: string;
}

export interface Received {
  files: ReceivedFile[];
  /** Absent where the body is JSON. */
  fields?: Record<string, string>;
  /** Says that the files are not needed any more. */
  letGo: () => void;
}

/** In bytes: a text that is longer is none that a form here asks for. */
const LONGEST_FIELD = 64 * 1024;
const MOST_FIELDS = 20;
/** In bytes: all that a part says of itself, its name among it. */
const LONGEST_HEADER = 32 * 1024;
const MOST_PARTS = 100;
/** In bytes: all of its photos and some room for its texts. */
const LARGEST_FORM = MOST_PHOTOS * LARGEST_PHOTO + 1024 * 1024;
/** In characters: https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1 */
const LONGEST_BOUNDARY = 70;

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether its body is a form in parts, which `readMultipart` reads. */
    isForm: boolean;
  }
}

/** Lets requests bring a form in parts. Its body stays unread until someone asks for it. */
export function forms(app: FastifyInstance): void {
  app.decorateRequest('isForm', false);
  app.addContentTypeParser('multipart/form-data', (request, _payload, done) => {
    request.isForm = true;
    done(null);
  });
}

/** In bytes: what all uploads together may hold of this process's memory. */
const ROOM = 512 * 1024 * 1024;
/** In bytes: what a chunk costs beside its content, since a sender may cut theirs as small as they like. */
const CHUNK = 512;
let held = 0;

/**
 * Reads a multipart body whole: its text fields and its photos. Whoever calls it lets them go again.
 * @throws {Refusal} 415 for another type, 400 for too many photos, an unknown file field or a broken form, 413
 * for a large photo, 429 for too many uploads of one person, 503 while other uploads hold the memory
 */
export async function readMultipart(
  form: Multipart | undefined,
  request: FastifyRequest,
  begin: () => Upload,
): Promise<Received> {
  if (!request.isForm) return { files: [], letGo: () => undefined };
  if (!form) throw new Refusal(415, 'This call takes JSON.');
  const upload = begin();
  let mine = 0;
  let over = false;
  const letGo = () => {
    over = true;
    held -= mine;
    mine = 0;
    upload.end();
  };
  const hold = (bytes: number) => {
    if (over) return false;
    mine += bytes;
    held += bytes;
    return held <= ROOM;
  };
  try {
    return { ...(await readParts(form, request, hold, upload.refusal)), letGo };
  } catch (error) {
    letGo();
    throw error;
  }
}

type Hold = (bytes: number) => boolean;
type Parts = Pick<Received, 'files'> & { fields: Record<string, string> };

function readParts(
  form: Multipart,
  { raw, headers }: FastifyRequest,
  hold: Hold,
  refused: Refusal | undefined,
): Promise<Parts> {
  const boundary = getMultipartBoundary(headers['content-type'] ?? '');
  const parts: Parts = { files: [], fields: {} };
  let reading: MultipartParser | undefined;
  // What is refused is read to its end all the same: an answer given before the body is read is lost on many clients.
  let wrong: Error | undefined = refused;
  const read = (work: (parser: MultipartParser) => void) => {
    if (wrong) return;
    try {
      if (!boundary || boundary.length > LONGEST_BOUNDARY) throw notWhole();
      reading ??= new MultipartParser(boundary, {
        maxFileSize: LARGEST_FORM,
        maxTotalSize: LARGEST_FORM,
        maxHeaderSize: LONGEST_HEADER,
        maxParts: MOST_PARTS,
      });
      work(reading);
    } catch (error) {
      wrong = inWords(error);
      // Nobody needs what has arrived of it.
      reading = undefined;
      parts.files = [];
    }
  };
  return new Promise((resolve, reject) => {
    const leave = () => {
      // A request closes once it was read, too.
      if (!raw.readableEnded) reject(notWhole());
    };
    // Whoever left while it was looked up who they are is not waited for.
    if (raw.destroyed) leave();
    raw
      .on('close', leave)
      .on('data', (chunk: Buffer) => {
        read((parser) => {
          if (!hold(chunk.length + CHUNK)) throw new Refusal(503, BUSY, { retryAfter: 10 });
          try {
            for (const part of parser.write(chunk)) take(part, form, parts);
          } catch (error) {
            // What comes after the end is ignored: https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1
            if (!isOver(parser)) throw error;
          }
        });
      })
      .on('end', () => {
        read((parser) => {
          parser.finish();
        });
        if (wrong) reject(wrong);
        else resolve(parts);
      });
  });
}

function isOver(parser: MultipartParser): boolean {
  try {
    parser.finish();
    return true;
  } catch {
    return false;
  }
}

/** @throws {Refusal} for what this form does not take */
function take(part: MultipartPart, form: Multipart, { files, fields }: Parts): void {
  const { name = '', filename = isBytes(part) ? '' : undefined } = part;
  if (filename !== undefined) {
    refusePhoto(name, filename, form.photos, files.length);
    if (part.size > LARGEST_PHOTO) throw photoTooLarge(filename);
    const bytes = Buffer.concat(part.content);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    files.push({ filename: plain(filename), bytes, sha256 });
  } else if (name in Object.prototype) {
    throw new Refusal(400, 'This form has a field that is not allowed.');
  } else if (Object.keys(fields).length === MOST_FIELDS) {
    throw new Refusal(400, 'This form has too many fields.');
  } else if (part.size > LONGEST_FIELD) {
    throw refuseField(400, name, 'This is too long.');
  } else {
    fields[name] = part.text;
  }
}

/** What says only that it is bytes is a file as well, without a name. */
function isBytes({ mediaType }: MultipartPart): boolean {
  return mediaType === 'application/octet-stream';
}

/** What the sender is told of what the parser throws. What is nothing of theirs stays as it is. */
function inWords(error: unknown): Error {
  if (error instanceof MaxPartsExceededError) return new Refusal(400, 'This form has too many parts.');
  if (error instanceof MaxHeaderSizeExceededError)
    return new Refusal(400, 'This form has a name that is too long.');
  if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError) {
    return new Refusal(413, 'These photos are larger than 150 MB together.');
  }
  if (error instanceof MultipartParseError || isNoText(error)) return notWhole();
  return error instanceof Error ? error : new Error('A form could not be read.', { cause: error });
}

/** Whether it says that bytes which should be UTF-8 are not. */
function isNoText(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
}

function notWhole(): Refusal {
  return new Refusal(400, 'This form did not arrive whole.');
}

const BUSY = 'The server is receiving many photos just now. Please try again in a moment.';

/** A name is the sender's to choose: its letters are kept as shown, for the record only. */
function plain(filename: string): string {
  return quoted(filename).slice(1, -1);
}

/** @throws {Refusal} for a photo in another field, and for one too many */
function refusePhoto(field: string, filename: string, photosField: string, already: number): void {
  if (field !== photosField) throw new Refusal(400, `Photos belong in the field ${photosField}.`);
  if (already < MOST_PHOTOS) return;
  throw refuseField(
    400,
    photosField,
    `Please send at most ${MOST_PHOTOS} photos: ${quoted(filename)} is one too many.`,
  );
}
