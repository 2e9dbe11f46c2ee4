import { hash } from 'node:crypto';
import { PAGE_LIMIT_HEADER } from '../../../contract/http/paging.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const READS = new Set(['GET', 'HEAD']);

/**
 * Adds an ETag to the answers to reads, and answers 304 if the client has it: the app, which stores what somebody reads with its
 * ETag, and no browser's cache.
 */
export function registerEtag(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
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
    // The app of a version before takes the ETag of a first page for that of the whole list.
    if (reply.hasHeader('link') && PAGE_LIMIT_HEADER.toLowerCase() in headers) return false;
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
