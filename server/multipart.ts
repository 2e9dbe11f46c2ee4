import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
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

const LIMITS = {
  fileSize: LARGEST_PHOTO + 1,
  files: 5 * MOST_PHOTOS,
  fields: 20,
  fieldSize: 64 * 1024,
  headerPairs: 100,
  parts: 1000,
};

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
    // The parser does not take a form that does not say where its parts end.
    throw error instanceof Refusal ? error : new Refusal(400, 'This form did not arrive whole.');
  }
}

type Hold = (bytes: number) => boolean;

function readParts(
  form: Multipart,
  { raw }: FastifyRequest,
  hold: Hold,
  refused: Refusal | undefined,
): Promise<Pick<Received, 'files' | 'fields'>> {
  const files: ReceivedFile[] = [];
  const fields: Record<string, string> = {};
  let begun = 0;
  // What is refused is read to its end all the same: an answer given before the body is read is lost on many clients.
  let refusal = refused;
  return new Promise((resolve, reject) => {
    const parser = new Busboy({ headers: raw.headers as BusboyHeaders, limits: LIMITS });
    const end = (settle: () => void) => {
      raw.unpipe(parser).off('close', closed);
      settle();
    };
    const fail = () => {
      end(() => reject(new Refusal(400, 'This form did not arrive whole.')));
    };
    const closed = () => {
      // A request closes once it was read, too.
      if (!raw.readableEnded) fail();
    };
    const refuse = (why: Refusal) => {
      refusal ??= why;
    };
    parser
      .on('field', (name, value) => {
        if (name in Object.prototype) refuse(new Refusal(400, 'This form has a field that is not allowed.'));
        else fields[name] = value;
      })
      .on('file', (name, stream, given: string | undefined) => {
        // What says only that it is bytes is a file as well, without a name.
        const filename = given ?? '';
        refusal ??= refusalOf(name, filename, form.photos, begun);
        begun += 1;
        // A file that breaks off is told by the parser as well.
        stream.on('error', fail);
        if (refusal) stream.resume();
        else readFile(stream, filename, hold, refuse, (file) => files.push(file));
      })
      .on('partsLimit', () => refuse(new Refusal(400, 'This form has too many parts.')))
      .on('fieldsLimit', () => refuse(new Refusal(400, 'This form has too many fields.')))
      .on('error', fail)
      .on('finish', () => {
        end(() => (refusal ? reject(refusal) : resolve({ files, fields })));
      });
    // Whoever left while it was looked up who they are is not waited for.
    if (raw.destroyed && !raw.readableEnded) fail();
    else raw.on('close', closed).pipe(parser);
  });
}

function readFile(
  stream: Readable,
  filename: string,
  hold: Hold,
  refuse: (why: Refusal) => void,
  keep: (file: ReceivedFile) => void,
): void {
  const hash = createHash('sha256');
  let chunks: Buffer[] = [];
  let length = 0;
  let refused = false;
  const giveUp = (why: Refusal) => {
    refused = true;
    chunks = [];
    refuse(why);
  };
  stream.on('data', (chunk: Buffer) => {
    if (refused) return;
    length += chunk.length;
    if (length > LARGEST_PHOTO) giveUp(photoTooLarge(filename));
    else if (!hold(chunk.length + CHUNK)) giveUp(new Refusal(503, BUSY, { retryAfter: 10 }));
    chunks.push(chunk);
    hash.update(chunk);
  });
  stream.on('end', () => {
    if (refused) return;
    keep({ filename: plain(filename), bytes: Buffer.concat(chunks), sha256: hash.digest('hex') });
  });
}

const BUSY = 'The server is receiving many photos just now. Please try again in a moment.';

/** A name is the sender's to choose: its letters are kept as shown, for the record only. */
function plain(filename: string): string {
  return quoted(filename).slice(1, -1);
}

function refusalOf(
  field: string,
  filename: string,
  photosField: string,
  already: number,
): Refusal | undefined {
  if (field !== photosField) return new Refusal(400, `Photos belong in the field ${photosField}.`);
  if (already < MOST_PHOTOS) return undefined;
  return refuseField(
    400,
    photosField,
    `Please send at most ${MOST_PHOTOS} photos: ${quoted(filename)} is one too many.`,
  );
}
