import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';

const gzipInThread = promisify(gzip);
/** The shortest answer that is compressed, in bytes. */
const MIN_LENGTH = 2048;
/** From this size on, in bytes, an answer is compressed in another thread. */
const MIN_LENGTH_FOR_THREAD = 64 * 1024;
/** Photos are compressed already. */
const COMPRESSIBLE_TYPES = /^(application\/(manifest\+)?json|text\/)/;

/** Compresses long answers that are no files, which the build has compressed. */
export function registerCompression(app: FastifyInstance): void {
  // A promise, so that an error while compressing becomes this request's error.
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isCompressible(reply, payload)) return payload;
    reply.header('Vary', 'Accept-Encoding, Origin');
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return payload;
    reply.header('Content-Encoding', 'gzip').removeHeader('Content-Length');
    // As a whole and at the lowest level, since streaming costs several times as much.
    const options = { level: 1 };
    return payload.length < MIN_LENGTH_FOR_THREAD
      ? gzipSync(payload, options)
      : gzipInThread(payload, options);
  });
}

function isCompressible(reply: FastifyReply, payload: unknown): payload is string | Buffer {
  if (!(typeof payload === 'string' || Buffer.isBuffer(payload))) return false;
  const type = String(reply.getHeader('content-type'));
  return payload.length >= MIN_LENGTH && COMPRESSIBLE_TYPES.test(type);
}
