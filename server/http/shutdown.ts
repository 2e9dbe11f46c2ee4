import type { FastifyInstance } from 'fastify';

/** In milliseconds: less than the 10 seconds that container runtimes grant. */
const MAX_WAIT = 8000;

/**
 * Returns the function that stops the server gracefully: it accepts no new requests, answers the running ones and closes
 * every connection. A request that is still arriving after 8 seconds is aborted; its sender sends it again.
 */
export function gracefulShutdown(app: FastifyInstance): () => Promise<void> {
  let running = 0;
  app.server.on('request', (_request, response) => {
    running += 1;
    response.once('close', () => (running -= 1));
  });

  return async () => {
    const deadline = Date.now() + MAX_WAIT;
    // Browsers preconnect; a connection without a request would otherwise stay open.
    const timer = setInterval(() => {
      if (running === 0 || Date.now() > deadline) app.server.closeAllConnections();
    }, 100);
    await app.close();
    clearInterval(timer);
  };
}
