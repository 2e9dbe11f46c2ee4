import type { FastifyInstance } from 'fastify';
import { ApiError } from './apiError.ts';

// All in milliseconds, and together less than the 10 seconds that container runtimes grant.

/** When uploads that are still arriving are told to be sent again. */
const UPLOADS_END = 4000;
/** When all connections are closed. */
const CONNECTIONS_END = 6000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when uploads that are still arriving must end. */
    uploadsEnd: AbortController;
  }
}

export const RESTARTING = new ApiError(503, 'The server is being restarted. Please try again in a moment.', {
  retryAfter: 5,
});

/** Before the routes are registered, which read forms. What arrives on an open connection meanwhile is put off. */
export function prepareShutdown(app: FastifyInstance): void {
  app.decorate('uploadsEnd', new AbortController());
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => done(closing ? RESTARTING : undefined));
}

/**
 * Returns the function that stops the server gracefully: it accepts no new requests, answers the running ones and closes
 * every connection. An upload that is still arriving after 4 seconds is answered 503, and what is left after 6 seconds is
 * aborted; its sender sends it again.
 */
export function gracefulShutdown(app: FastifyInstance): () => Promise<void> {
  let running = 0;
  app.server.on('request', (_request, response) => {
    running += 1;
    response.once('close', () => (running -= 1));
  });

  return async () => {
    const began = performance.now();
    const uploads = setTimeout(() => app.uploadsEnd.abort(), UPLOADS_END);
    // Browsers preconnect; a connection without a request would otherwise stay open.
    const timer = setInterval(() => {
      if (running === 0 || performance.now() - began > CONNECTIONS_END) app.server.closeAllConnections();
    }, 100);
    await app.close();
    clearTimeout(uploads);
    clearInterval(timer);
  };
}
