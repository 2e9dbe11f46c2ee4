import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApiUrl } from './apiUrl.ts';

const READS = new Set(['GET', 'HEAD']);

/**
 * Adds an ETag to the answers to reads, and answers 304 if the client has it. Answers of the API may be cached by the
 * user's browser only, which revalidates them each time. Not cached are answers to changes, and what is read in a
 * session that does not stay on the device.
 */
export function registerEtag(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isApiUrl(request.url)) {
      reply.header('Cache-Control', READS.has(request.method) ? 'private, no-cache' : 'no-store');
    }
    done();
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const mayBeStored = !String(reply.getHeader('cache-control')).startsWith('no-store');
    if (request.storesNothing && mayBeStored) reply.header('Cache-Control', 'no-store');
    if (READS.has(request.method) && reply.statusCode === 200 && isNotModified(request, reply, payload)) {
      reply.code(304);
      done(null, null);
      return;
    }
    done(null, payload);
  });
}

/** The ETag is weak, since it is the same however the answer is compressed: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
function isNotModified({ headers }: FastifyRequest, reply: FastifyReply, payload: unknown): boolean {
  // The route of a stream compares the ETag itself; a stream that is not sent would stay open.
  if (!(typeof payload === 'string' || Buffer.isBuffer(payload))) return false;
  let etag = reply.getHeader('etag');
  if (etag === undefined) {
    // A page's rows stay the same when a next page comes or goes.
    const link = reply.getHeader('link');
    const tagged = link === undefined ? payload : `${String(link)}\n${String(payload)}`;
    etag = `W/"${hash('sha1', tagged, 'base64')}"`;
    reply.header('etag', etag);
  }
  const ours = withoutWeakPrefix(String(etag));
  return headers['if-none-match']?.split(',').some((theirs) => withoutWeakPrefix(theirs) === ours) ?? false;
}

function withoutWeakPrefix(etag: string): string {
  return etag.trim().replace(/^W\//, '');
}
