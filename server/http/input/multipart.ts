import { finished } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileField, filesOfForm, type Multipart } from '../../../contract/http/route.ts';
import { quoted, safeFilename } from '../../photos/photoRejected.ts';
import { receivedFile, type ReceivedFile } from './receivedFile.ts';
import { ApiError, fieldError } from '../apiError.ts';
import type { Turns } from './turns.ts';
import type { Upload } from './concurrentUploads.ts';
import { LIMITS, MAX_FIELD_BYTES, MAX_FIELDS, MAX_PART_BYTES, type FileLimits } from './formLimits.ts';
import { RESTARTING } from '../shutdown.ts';

const MAX_PARTS = 100;
/** The longest name of a field or a file, in characters. */
const MAX_NAME_LENGTH = 32 * 1024;
/** The memory counted for each chunk, since a sender may use very small ones. */
const CHUNK_OVERHEAD_BYTES = 256;
/** The memory counted for the boundary and headers of each part. */
const MAX_PART_OVERHEAD_BYTES = MAX_NAME_LENGTH + 1024;
/**
 * The fewest bytes that a form brings within `STALL_TIME` milliseconds until its end; one that brings less is refused.
 * Photos on a bad line arrive at a few kilobytes a second and in bursts. A form as slow as this brings 320 KB in the ten
 * minutes that a request may take, which is less than most photos, so that waiting for it would not help its sender.
 */
const MIN_BYTES = 16 * 1024;
const STALL_TIME = 30_000;
/** A boundary of at most 70 characters (RFC 2046), since the parser is slow with long ones. */
const CONTENT_TYPE =
  /^multipart\/form-data\s*(;\s*charset=[\w-]+\s*)?;\s*boundary=("?)[^";]{1,70}\2\s*(;\s*charset=[\w-]+\s*)?$/i;

export interface ReceivedForm {
  files: ReceivedFile[];
  /** Undefined for a JSON body. */
  fields?: Record<string, string>;
  /** Frees the memory of the files, the sender's upload slot and the form's turn. */
  release: () => void;
}

/** Accepts `multipart/form-data`. The body stays unread until `readMultipart`. */
export async function acceptMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    // Text fields are read as files as well, since the parser would replace bytes that are not UTF-8.
    isPartAFile: () => true,
    throwFileSizeLimit: false,
    limits: { parts: MAX_PARTS, fileSize: MAX_PART_BYTES },
  });
}

/**
 * Reads a multipart body to its end, once it is its turn: its text fields and its photos. The caller must call `release`.
 * @throws {ApiError} 415 where the route takes JSON, 400 for too many photos, an unknown file field or a broken form,
 * 413 for too many bytes, 429 for too many uploads of one person, 503 while other uploads use the memory, and as `receive` does
 */
export async function readMultipart(
  form: Multipart | undefined,
  request: FastifyRequest,
  { beginUpload, receive }: { beginUpload: () => Upload; receive: Turns['receive'] | undefined },
): Promise<ReceivedForm> {
  if (!request.isMultipart()) return { files: [], release: () => undefined };
  if (!form) throw new ApiError(415, 'This call takes JSON.');
  const upload = beginUpload();
  let endTurn: (() => void) | undefined;
  try {
    if (upload.refusal) throw upload.refusal;
    endTurn = await receive?.();
    const received = await rejectIfStalled(request, readParts(form, request, upload));
    const release = () => {
      upload.end();
      endTurn?.();
    };
    return { ...received, release };
  } catch (error) {
    upload.free();
    endTurn?.();
    // Many clients lose an answer that is sent before they have sent their whole body.
    if (!isStall(error)) await discardBody(request);
    upload.end();
    throw describeError(error);
  }
}

/**
 * Rejects if a form stalls: it brings hardly anything, the connection is lost, or the parser waits for ever, as @fastify/busboy 3.2.6 does behind
 * some parts that are not form data. Also rejects if the server stops meanwhile.
 */
async function rejectIfStalled<T>({ raw, server }: FastifyRequest, reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let bytes = 0;
  const refresh = () => {
    bytes = 0;
    timer?.refresh();
  };
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes >= MIN_BYTES) refresh();
  };
  const stopping = server.uploadsEnd.signal;
  let stop: () => void = () => undefined;
  const stall = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ApiError(408, 'This form did not arrive whole.')), STALL_TIME);
    stop = () => reject(RESTARTING);
  });
  if (stopping.aborted) stop();
  stopping.addEventListener('abort', stop);
  raw.on('data', count).on('end', refresh);
  try {
    return await Promise.race([reading, stall]);
  } finally {
    clearTimeout(timer);
    raw.off('data', count).off('end', refresh);
    stopping.removeEventListener('abort', stop);
  }
}

async function readParts(
  form: Multipart,
  request: FastifyRequest,
  upload: Upload,
): Promise<{ files: ReceivedFile[]; fields: Record<string, string> }> {
  // The sender may have disconnected during authentication, or sent no boundary.
  if (request.raw.destroyed || !CONTENT_TYPE.test(request.headers['content-type'] ?? '')) throw incomplete();
  const limits = LIMITS[filesOfForm(form)];
  const files: ReceivedFile[] = [];
  const fields: Record<string, string> = {};
  let formBytes = 0;
  let parts = 0;
  let receivedBytes = 0;
  request.raw.on('data', (chunk: Buffer) => (receivedBytes += chunk.length));
  for await (const part of request.files()) {
    parts += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      formBytes += chunk.length;
      if (formBytes > limits.formBytes) throw formTooLarge(limits);
      upload.receive(chunk.length + CHUNK_OVERHEAD_BYTES);
      chunks.push(chunk);
    }
    // May be undefined despite the types, if the sender left it out.
    const { fieldname = '', filename, mimetype } = part as Partial<MultipartFile>;
    if (fieldname.length + (filename?.length ?? 0) > MAX_NAME_LENGTH) {
      throw new ApiError(400, 'This form has a name that is too long.');
    }
    const bytes = Buffer.concat(chunks);
    if (filename !== undefined || mimetype === 'application/octet-stream') {
      if (part.file.truncated || bytes.length > limits.fileBytes) {
        throw new ApiError(413, `A ${limits.one} is larger than ${limits.size}.`);
      }
      checkFile(form, limits, { fieldname, filename: filename ?? '', count: files.length });
      files.push(receivedFile(safeFilename(filename ?? ''), bytes));
    } else {
      if (Object.keys(fields).length === MAX_FIELDS) {
        throw new ApiError(400, 'This form has too many fields.');
      }
      if (bytes.length > MAX_FIELD_BYTES) throw fieldError(400, fieldname, 'This is too long.');
      fields[fieldname] = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    }
  }
  // The parser silently skips parts that are not form data.
  if (receivedBytes - formBytes > (parts + 1) * MAX_PART_OVERHEAD_BYTES) throw incomplete();
  // The plugin accepts an empty body; a form without parts still has its last boundary.
  if (receivedBytes === 0) throw incomplete();
  return { files, fields };
}

/** @throws {ApiError} for a file in another field, and for one too many */
function checkFile(
  form: Multipart,
  { several, most }: FileLimits,
  { fieldname, filename, count }: { fieldname: string; filename: string; count: number },
): void {
  const field = fileField(form);
  const Several = { photos: 'Photos', files: 'Files', parts: 'Parts' }[several];
  if (fieldname !== field) throw new ApiError(400, `${Several} belong in the field ${field}.`);
  if (count < most) return;
  throw fieldError(
    400,
    field,
    `Please send at most ${most} ${several}: ${quoted(filename)} is one too many.`,
  );
}

async function discardBody(request: FastifyRequest): Promise<void> {
  const { raw } = request;
  if (raw.destroyed || raw.readableEnded) return;
  raw.unpipe();
  raw.resume();
  // A sender who disconnects gets no answer, and one who stalls is answered at once.
  await rejectIfStalled(request, finished(raw)).catch(() => undefined);
}

function isStall(error: unknown): boolean {
  return error instanceof ApiError && error.status === 408;
}

/** Errors of the plugin, the parser and the decoder, by their codes. */
const ERRORS: Record<string, ApiError> = {
  FST_PARTS_LIMIT: new ApiError(400, 'This form has too many parts.'),
  FST_PROTO_VIOLATION: new ApiError(400, 'This form has a field that is not allowed.'),
  FST_MP_PREMATURE_CLOSE: incomplete(),
  ERR_STREAM_PREMATURE_CLOSE: incomplete(),
  ERR_ENCODING_INVALID_ENCODED_DATA: incomplete(),
};

/** The ApiError for an error of the sender; any other error is returned unchanged. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // The parser's own errors have no code.
  if (error.message.endsWith('end of multipart data')) return incomplete();
  return ('code' in error && ERRORS[String(error.code)]) || error;
}

function incomplete(): ApiError {
  return new ApiError(400, 'This form did not arrive whole.');
}

function formTooLarge({ several, formBytes }: FileLimits): ApiError {
  const size = `${Math.floor((formBytes - MAX_FIELDS * MAX_FIELD_BYTES) / 1024 / 1024)} MB`;
  return new ApiError(413, `These ${several} are larger than ${size} together.`);
}
