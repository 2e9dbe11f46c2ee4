import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Multipart } from '../../contract/route.ts';
import type { ReceivedPhoto } from '../photos/uploads.ts';
import type { Upload } from './concurrentUploads.ts';
import { FormReader, inWords, notWhole, type Parts } from './formReader.ts';
import { ApiError } from './apiError.ts';

export interface Received {
  files: ReceivedPhoto[];
  /** Absent where the body is JSON. */
  fields?: Record<string, string>;
  /** Says that the files are not needed any more. */
  letGo: () => void;
}

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
let held = 0;

/**
 * Reads a multipart body whole: its text fields and its photos. Whoever calls it lets them go again.
 * @throws {ApiError} 415 for another type, 400 for too many photos, an unknown file field or a broken form, 413
 * for a large photo, 429 for too many uploads of one person, 503 while other uploads hold the memory
 */
export async function readMultipart(
  form: Multipart | undefined,
  request: FastifyRequest,
  begin: () => Upload,
): Promise<Received> {
  if (!request.isForm) return { files: [], letGo: () => undefined };
  if (!form) throw new ApiError(415, 'This call takes JSON.');
  const upload = begin();
  let mine = 0;
  const drop = () => {
    held -= mine;
    mine = 0;
  };
  const letGo = () => {
    drop();
    upload.end();
  };
  const hold = (bytes: number) => {
    mine += bytes;
    held += bytes;
    return held <= ROOM;
  };
  try {
    return { ...(await readParts(form, request, { hold, drop }, upload.refusal)), letGo };
  } catch (error) {
    letGo();
    throw error;
  }
}

interface Memory {
  /** Counts bytes that were received; answers whether there is room for them. */
  hold: (bytes: number) => boolean;
  /** Says that none of them is needed any more. */
  drop: () => void;
}

function readParts(
  form: Multipart,
  { raw, headers }: FastifyRequest,
  { hold, drop }: Memory,
  refused: ApiError | undefined,
): Promise<Parts> {
  let reader: FormReader | undefined;
  // What is refused is read to its end all the same: an answer given before the body is read is lost on many clients.
  let wrong: Error | undefined = refused;
  const read = (work: (reader: FormReader) => void) => {
    if (wrong) return;
    try {
      work((reader ??= new FormReader(form, headers['content-type'])));
    } catch (error) {
      wrong = inWords(error);
      reader = undefined;
      drop();
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
        read((whole) => {
          if (!hold(chunk.length)) throw new ApiError(503, BUSY, { retryAfter: 10 });
          whole.write(chunk);
        });
      })
      .on('end', () => {
        read((whole) => {
          resolve(whole.finish());
        });
        // Its pieces must not outlive what was made of them.
        reader = undefined;
        if (wrong) reject(wrong);
      });
  });
}

const BUSY = 'The server is receiving many photos just now. Please try again in a moment.';
