import { createHash } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
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

/** In bytes: what all uploads together may hold of this process's memory. */
const ROOM = 512 * 1024 * 1024;
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
  if (!request.isMultipart()) return { files: [], letGo: () => undefined };
  if (!form) throw new Refusal(415, 'This call takes JSON.');
  const upload = begin();
  let mine = 0;
  const letGo = () => {
    held -= mine;
    mine = 0;
    upload.end();
  };
  const hold = (bytes: number) => {
    mine += bytes;
    held += bytes;
    return held <= ROOM;
  };
  try {
    return { ...(await readParts(form, request, hold, upload.refusal)), letGo };
  } catch (error) {
    letGo();
    // The parser's own complaints have no status: a line that broke, or a form without end.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw error instanceof Refusal ? error : new Refusal(400, 'This form did not arrive whole.');
  }
}

type Hold = (bytes: number) => boolean;

async function readParts(form: Multipart, request: FastifyRequest, hold: Hold, refused: Refusal | undefined) {
  const files: ReceivedFile[] = [];
  const fields: Record<string, string> = {};
  let refusal = refused;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    refusal ??= refuse(part.fieldname, part.filename, form.photos, files.length);
    if (refusal) {
      // Read to its end all the same: an answer given before the body is read is lost on many clients.
      part.file.resume();
      continue;
    }
    const file = await readFile(part, hold);
    if (file instanceof Refusal) refusal = file;
    else files.push(file);
  }
  if (refusal) throw refusal;
  return { files, fields };
}

async function readFile(part: MultipartFile, hold: Hold): Promise<ReceivedFile | Refusal> {
  const chunks: Buffer[] = [];
  const hash = createHash('sha256');
  let length = 0;
  let refusal: Refusal | undefined;
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    if (refusal) continue;
    length += chunk.length;
    if (length > LARGEST_PHOTO) refusal = photoTooLarge(part.filename);
    else if (!hold(chunk.length)) refusal = new Refusal(503, BUSY, { retryAfter: 10 });
    chunks.push(chunk);
    hash.update(chunk);
  }
  return (
    refusal ?? { filename: plain(part.filename), bytes: Buffer.concat(chunks), sha256: hash.digest('hex') }
  );
}

const BUSY = 'The server is receiving many photos just now. Please try again in a moment.';

/** A name is the sender's to choose: its letters are kept as shown, for the record only. */
function plain(filename: string): string {
  return quoted(filename).slice(1, -1);
}

function refuse(field: string, filename: string, photosField: string, already: number): Refusal | undefined {
  if (field !== photosField) return new Refusal(400, `Photos belong in the field ${photosField}.`);
  if (already < MOST_PHOTOS) return undefined;
  return refuseField(
    400,
    photosField,
    `Please send at most ${MOST_PHOTOS} photos: ${quoted(filename)} is one too many.`,
  );
}
