import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX, CONTRACT_VERSION, VERSION_HEADER } from '../../contract/route.ts';
import { ApiError } from './apiError.ts';

const compress = promisify(gzip);
/** In bytes: a shorter answer gains too little from compression to pay for it. */
const WORTH_COMPRESSING = 2048;
/** In bytes: a longer answer is compressed on a thread of its own, a shorter one sooner than it gets there. */
const WORTH_A_THREAD = 64 * 1024;
/** Types whose answers get shorter: a photo is compressed as it is. */
const WORDS = /^(application\/json|text\/)/;
const READS = new Set(['GET', 'HEAD']);

/** What every answer of the API has: the contract's version, an ETag for a GET, and compression if it is long. */
export function answers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isCall(request.url)) {
      done();
      return;
    }
    reply.header(VERSION_HEADER, String(CONTRACT_VERSION));
    // A list belongs to one person: kept by their browser, asked about each time.
    reply.header('Cache-Control', READS.has(request.method) ? 'private, no-cache' : 'no-store');
    refuseOldApp(request.headers[VERSION_HEADER.toLowerCase()]);
    done();
  });

  // A promise, so that what goes wrong once a long answer is compressed is still this request's.
  app.addHook('onSend', async (request, reply, payload) => {
    if (READS.has(request.method) && reply.statusCode === 200 && isKnown(request, reply, payload)) {
      reply.code(304);
      return null;
    }
    if (!mayBeShorter(request, reply, payload)) return payload;
    reply.header('Vary', 'Accept-Encoding, Origin');
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return payload;
    reply.header('Content-Encoding', 'gzip').removeHeader('Content-Length');
    // In one piece and at the lowest level: measured, streaming costs several times as much here.
    const options = { level: 1 };
    return payload.length < WORTH_A_THREAD ? gzipSync(payload, options) : compress(payload, options);
  });
}

/**
 * Gives what is read an ETag, weak since it is the same however it is compressed, and answers whether whoever asks has it
 * already: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
function isKnown({ headers }: FastifyRequest, reply: FastifyReply, payload: unknown): boolean {
  // A file on its way has been looked at already, and would stay open if it were not sent.
  if (!(typeof payload === 'string' || Buffer.isBuffer(payload))) return false;
  let tag = reply.getHeader('etag');
  if (tag === undefined) {
    tag = `W/"${hash('sha1', payload, 'base64')}"`;
    reply.header('etag', tag);
  }
  const ours = opaque(String(tag));
  return headers['if-none-match']?.split(',').some((theirs) => opaque(theirs) === ours) ?? false;
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

function mayBeShorter(
  { url }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string | Buffer {
  if (!(typeof payload === 'string' || Buffer.isBuffer(payload))) return false;
  return (
    payload.length >= WORTH_COMPRESSING && isCall(url) && WORDS.test(String(reply.getHeader('content-type')))
  );
}

/** Whether a URL is of the API, and not of the app's pages. */
export function isCall(url: string): boolean {
  return url === API_PREFIX || url.startsWith(`${API_PREFIX}/`) || url.startsWith(`${API_PREFIX}?`);
}

/** @throws {ApiError} for a version that this server no longer speaks, or does not speak yet */
export function refuseOldApp(header: string | string[] | undefined, ours = CONTRACT_VERSION): void {
  if (header === undefined) return;
  const version = typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : NaN;
  if (Number.isNaN(version)) throw new ApiError(400, `${VERSION_HEADER} must be a version number.`);
  if (version < ours - 1) {
    throw new ApiError(400, 'This app is out of date. Please reload it.', { code: 'app_outdated' });
  }
  if (version > ours) {
    throw new ApiError(503, 'The server is being updated. Please try again soon.', {
      code: 'server_outdated',
      retryAfter: 30,
    });
  }
}
